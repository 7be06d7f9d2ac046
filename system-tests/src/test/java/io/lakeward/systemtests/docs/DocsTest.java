/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.systemtests.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DocsTest {
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern TYPE_NAME =
      Pattern.compile("(?:[a-z][a-z0-9]*\\.)*[A-Z][A-Za-z0-9]*(?:\\.g4)?");
  private static final Pattern FENCE = Pattern.compile("(?ms)^```.*?^```");
  private static final List<String> HEADINGS =
      List.of(
          "What this is for",
          "What goes in, what comes out",
          "Start reading at",
          "Packages",
          "Rules");
  private static final Set<String> STATUSES =
      Set.of("supported", "partly", "refused by name", "not yet", "not applicable");

  @Test
  void everyRelativeLinkLeadsToAFile() {
    List<String> broken = new ArrayList<>();
    for (Path page : Repository.files(Repository.root(), ".md")) {
      broken.addAll(brokenLinks(page));
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void reportsABrokenLink(@TempDir Path folder) throws Exception {
    Path page = folder.resolve("page.md");
    Files.writeString(page, "[there](page.md#top) [gone](nowhere.md) [out](https://example.org)");

    assertThat(brokenLinks(page)).singleElement().asString().contains("nowhere.md");
  }

  @Test
  void everyModuleReadmeAnswersTheFiveQuestions() {
    List<String> missing = new ArrayList<>();
    for (Path module : Repository.modules()) {
      Path readme = module.resolve("README.md");
      if (!Files.exists(readme)) {
        missing.add(Repository.root().relativize(readme) + " is missing");
        continue;
      }
      String page = Repository.read(readme);
      HEADINGS.stream()
          .filter(h -> !page.contains("\n## " + h + "\n"))
          .forEach(h -> missing.add(Repository.root().relativize(readme) + ": no heading " + h));
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void theClassesToStartReadingAtExist() {
    SourceTypes types = SourceTypes.ofTheProduct();
    List<String> missing = new ArrayList<>();
    for (Path module : Repository.modules()) {
      Path readme = module.resolve("README.md");
      if (Files.exists(readme)) {
        String section = section(Repository.read(readme), "Start reading at");
        if (typeNames(section).isEmpty()) {
          missing.add(Repository.root().relativize(readme) + " names no class to start at");
        }
        typeNames(section).stream()
            .filter(n -> !types.contains(n))
            .forEach(n -> missing.add(Repository.root().relativize(readme) + ": " + n));
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void everyClassOfTheGlossaryExists() {
    assertThat(missingClasses("docs/glossary.md", "Class")).isEmpty();
  }

  @Test
  void everyClassOfTheArchitecturePageExists() {
    assertThat(missingClasses("docs/architecture.md", "Class")).isEmpty();
  }

  @Test
  void theCompatibilityTableIsHonest() {
    assertThat(wrongRows(Repository.read(Repository.root().resolve("docs/compatibility.md"))))
        .isEmpty();
  }

  @Test
  void reportsRowsThatClaimTooMuchOrTooLittle() {
    String page =
        """
        | ID | Feature | Status | Engine | Test |
        |---|---|---|---|---|
        | A-1 | fine | supported | both | [XTest](XTest.java) |
        | A-2 | claimed | supported | both | – |
        | A-3 | vague | partly | both | – |
        | A-4 | odd | maybe | both | – |
        """;

    assertThat(wrongRows(page))
        .containsExactly(
            "A-2: supported without a test",
            "A-3: partly, but not how",
            "A-4: unknown status maybe");
  }

  private static List<String> wrongRows(String page) {
    List<String> wrong = new ArrayList<>();
    for (MarkdownTable table : MarkdownTable.in(page)) {
      if (table.column("Status").isEmpty()) {
        continue;
      }
      int status = table.column("Status").get();
      int test = table.column("Test").orElseThrow();
      for (List<String> row : table.rows()) {
        String id = row.get(0);
        if (row.size() != table.headings().size()) {
          wrong.add(id + ": " + row.size() + " cells");
          continue;
        }
        String word = row.get(status).replaceAll("[:(].*", "").strip().toLowerCase(Locale.ROOT);
        if (!STATUSES.contains(word)) {
          wrong.add(id + ": unknown status " + word);
        } else if (word.equals("supported") && !LINK.matcher(row.get(test)).find()) {
          wrong.add(id + ": supported without a test");
        } else if (word.equals("partly") && row.get(status).equals("partly")) {
          wrong.add(id + ": partly, but not how");
        }
      }
    }
    return wrong;
  }

  @Test
  void theCompatibilityTableListsEachIdOnce() {
    Set<String> seen = new TreeSet<>();
    List<String> twice = new ArrayList<>();
    Path page = Repository.root().resolve("docs/compatibility.md");
    for (MarkdownTable table : MarkdownTable.in(Repository.read(page))) {
      table.rows().stream().map(r -> r.get(0)).filter(id -> !seen.add(id)).forEach(twice::add);
    }
    assertThat(twice).isEmpty();
  }

  @Test
  void everyDecisionHasItsFourParts() {
    List<String> wrong = new ArrayList<>();
    for (Path page : Repository.files(Repository.root().resolve("docs/decisions"), ".md")) {
      if (page.getFileName().toString().matches("\\d{4}-.*")) {
        String text = Repository.read(page);
        Stream.of("Context", "Choice", "Consequence", "What would change our mind")
            .filter(h -> !text.contains("\n## " + h + "\n"))
            .forEach(h -> wrong.add(page.getFileName() + ": no heading " + h));
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** Pages are read on other machines: no folder of one machine belongs into them. */
  @Test
  void pagesNameNoFolderOfOneMachine() {
    Pattern folder = Pattern.compile("(?<![\\w.])/(?:root|home|tmp|work|Users)/");
    assertThat(Repository.files(Repository.root(), ".md"))
        .allSatisfy(
            page ->
                assertThat(Repository.read(page))
                    .as(page.toString())
                    .doesNotContainPattern(folder));
  }

  @Test
  void theRulesForContributorsStayShort() {
    assertThat(Repository.read(Repository.root().resolve("AGENTS.md")).lines().count())
        .isLessThan(120);
  }

  private static List<String> missingClasses(String name, String heading) {
    SourceTypes types = SourceTypes.ofTheProduct();
    List<String> missing = new ArrayList<>();
    for (MarkdownTable table : MarkdownTable.in(Repository.read(Repository.root().resolve(name)))) {
      table
          .column(heading)
          .ifPresent(
              column ->
                  table.rows().stream()
                      .flatMap(r -> typeNames(r.get(column)).stream())
                      .filter(t -> !types.contains(t))
                      .forEach(missing::add));
    }
    return missing;
  }

  private static List<String> brokenLinks(Path page) {
    List<String> broken = new ArrayList<>();
    Matcher links = LINK.matcher(FENCE.matcher(Repository.read(page)).replaceAll(""));
    while (links.find()) {
      String target = links.group(1).replaceAll("#.*", "");
      boolean elsewhere = target.isEmpty() || target.matches("[a-z]+:.*");
      if (!elsewhere && !Files.exists(page.resolveSibling(target).normalize())) {
        broken.add(page + " -> " + target);
      }
    }
    return broken;
  }

  private static String section(String page, String heading) {
    int start = page.indexOf("\n## " + heading + "\n");
    if (start < 0) {
      return "";
    }
    int next = page.indexOf("\n## ", start + 1);
    return page.substring(start, next < 0 ? page.length() : next);
  }

  private static List<String> typeNames(String text) {
    return CODE.matcher(text)
        .results()
        .map(r -> r.group(1))
        .filter(n -> TYPE_NAME.matcher(n).matches())
        .toList();
  }
}
