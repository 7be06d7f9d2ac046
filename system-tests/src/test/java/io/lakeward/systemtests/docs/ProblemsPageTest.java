/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProblemKind;
import io.lakeward.systemtests.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Writes the page again with {@code -Dgolden.update=true}. */
final class ProblemsPageTest {
  private static final Path PAGE = Repository.root().resolve("docs/reference/problems.md");

  @Test
  void thePageEqualsTheListOfCodes() throws Exception {
    if (Boolean.getBoolean("golden.update")) {
      Files.createDirectories(PAGE.getParent());
      Files.writeString(PAGE, page());
    }

    assertThat(Repository.read(PAGE)).as("rewrite it with -Dgolden.update=true").isEqualTo(page());
  }

  private static String page() {
    StringBuilder page = new StringBuilder();
    page.append(
        "<!-- Made from ProblemCode by ProblemsPageTest; edit the code, not this page. -->\n");
    page.append("# Problems\n\n");
    page.append(
        "Every message starts with one of these codes and says what is wrong, where, and how to mend it.\n");
    page.append("A code never changes its meaning, so scripts may look for it.\n");
    for (ProblemKind kind : ProblemKind.values()) {
      page.append("\n## ").append(title(kind)).append("\n\n| Code | Meaning |\n|---|---|\n");
      for (ProblemCode code : codes(kind)) {
        page.append("| `").append(code).append("` | ").append(code.explanation()).append(" |\n");
      }
    }
    return page.toString();
  }

  private static List<ProblemCode> codes(ProblemKind kind) {
    return Arrays.stream(ProblemCode.values())
        .filter(c -> c.kind() == kind)
        .sorted(Comparator.comparing(Enum::name))
        .toList();
  }

  private static String title(ProblemKind kind) {
    return switch (kind) {
      case USER -> "Change the project, the data or the command";
      case DEPENDENCY -> "Something outside Lakeward failed; trying again may help";
      case RESOURCES -> "A resource ran out";
      case BUG -> "A fault in Lakeward; please report it";
    };
  }
}
