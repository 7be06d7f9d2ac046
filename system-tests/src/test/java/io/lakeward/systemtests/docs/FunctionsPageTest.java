/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.systemtests.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Writes the page again with {@code -Dgolden.update=true}. */
final class FunctionsPageTest {
  private static final Path PAGE = Repository.root().resolve("docs/reference/functions.md");
  private static final Path LIST =
      Repository.root()
          .resolve(
              "executor-embedded/src/main/resources/io/lakeward/executor/embedded/expression/supported-functions.txt");

  @Test
  void thePageEqualsTheListOfFunctions() throws Exception {
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(PAGE, page());
    }

    assertThat(Repository.read(PAGE)).as("rewrite it with -Dgolden.update=true").isEqualTo(page());
  }

  private static String page() {
    StringBuilder page = new StringBuilder();
    page.append("<!-- Made by FunctionsPageTest from the list of functions; edit that. -->\n");
    page.append("# SQL functions of the embedded engine\n\n");
    page.append(
        "Each of them is compared with Spark on generated inputs: value, NULL, type, and whether it is an error.\n");
    page.append(
        "A query with any other function is refused before anything runs; `lakeward explain` says why.\n");
    section(page, "Run by DuckDB itself", "native");
    section(page, "Run by Spark's own code inside DuckDB", "catalyst");
    section(page, "Aggregates", "aggregate");
    section(page, "Window functions", "window");
    return page.toString();
  }

  private static void section(StringBuilder page, String title, String kind) {
    List<String> names =
        Arrays.stream(Repository.read(LIST).split("\n"))
            .filter(line -> line.endsWith(" " + kind))
            .map(line -> "`" + line.substring(0, line.lastIndexOf(' ')).replace("|", "\\|") + "`")
            .sorted()
            .toList();
    page.append("\n## ").append(title).append(" (").append(names.size()).append(")\n\n");
    page.append(String.join(", ", names)).append("\n");
  }
}
