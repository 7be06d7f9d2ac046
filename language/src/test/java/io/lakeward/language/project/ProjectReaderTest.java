/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectReaderTest {
  private static final String QUERY = "CREATE MATERIALIZED VIEW a AS SELECT 1 AS x;";

  @TempDir private Path temporary;
  private Path folder;
  private final Problems problems = new Problems();

  @BeforeEach
  void aProjectFolder() throws IOException {
    folder = Files.createDirectory(temporary.resolve("shop"));
  }

  @Test
  void aFolderWithoutSettingsHasDefaults() throws IOException {
    write("a.sql", QUERY);

    PipelineSettings settings = read().settings();

    assertThat(settings.name()).isEqualTo("shop");
    assertThat(settings.catalog()).isEqualTo("main");
    assertThat(settings.schema()).isEqualTo("default");
    assertThat(settings.continuous()).isFalse();
    assertThat(settings.development()).isFalse();
    assertThat(problems.sorted()).isEmpty();
  }

  @Test
  void sqlFilesAreFoundInOrderAndToolFoldersAreSkipped() throws IOException {
    for (String path :
        List.of(
            "z.sql",
            "b/x.SQL",
            "b/a.sql",
            "notes.md",
            ".git/a.sql",
            ".lakeward/a.sql",
            "target/a.sql",
            "volumes/a.sql",
            "explorations/a.sql",
            ".hidden.sql")) {
      write(path, QUERY);
    }

    assertThat(paths(read())).containsExactly("b/a.sql", "b/x.SQL", "z.sql");
  }

  @Test
  void pythonFilesAreReportedOneByOne() throws IOException {
    write("a.sql", QUERY);
    write("b.py", "import dlt\n");
    write("c/d.py", "from pyspark import pipelines as dp\n");
    write("generate.py", "import random\n");

    assertThat(paths(read())).containsExactly("a.sql");
    assertThat(problems.sorted())
        .extracting(p -> p.code() + " " + p.where().orElseThrow())
        .containsExactly("NOT_SUPPORTED_YET b.py:1:1", "NOT_SUPPORTED_YET c/d.py:1:1");
  }

  @Test
  void aFolderMayBeReachedThroughALink() throws IOException {
    write("a/b.sql", QUERY);
    Path link = Files.createSymbolicLink(temporary.resolve("link"), folder);

    PipelineProject project = new ProjectReader().read(link, Map.of(), problems);

    assertThat(paths(project)).containsExactly("a/b.sql");
    assertThat(project.settings().name()).isEqualTo("link");
  }

  @Test
  void aMissingFolderIsReported() {
    assertThatThrownBy(() -> new ProjectReader().read(folder.resolve("nowhere"), Map.of()))
        .isInstanceOfSatisfying(
            ProjectException.class,
            e -> {
              assertThat(e.problems())
                  .extracting(Problem::code)
                  .containsExactly(ProblemCode.PROJECT_NOT_FOUND);
              assertThat(e.problems().get(0).fix()).isPresent();
            });
  }

  @Test
  void anEmptyFolderIsReported() {
    read();

    assertThat(problems.sorted())
        .extracting(Problem::code)
        .containsExactly(ProblemCode.RUN_EMPTY_PIPELINE);
  }

  @Test
  void aByteOrderMarkIsDropped() throws IOException {
    write("a.sql", "\uFEFF" + QUERY);

    assertThat(read().files().get(0).text()).isEqualTo(QUERY);
  }

  @Test
  void aFileThatIsNotUtf8IsReportedWithTheByte() throws IOException {
    write("a.sql", QUERY);
    Files.write(folder.resolve("b.sql"), "-- é\n-- \u00fc".getBytes(StandardCharsets.ISO_8859_1));
    Files.write(folder.resolve("c.sql"), new byte[] {'-', '-', '\n', '-', (byte) 0xC3});

    assertThat(paths(read())).containsExactly("a.sql");
    assertThat(problems.sorted())
        .extracting(p -> p.code() + " " + p.where().orElseThrow() + " " + p.message())
        .containsExactly(
            "SOURCE_FILE_NOT_UTF8 b.sql:1:4 b.sql is not UTF-8: the byte at offset 3 does not fit.",
            "SOURCE_FILE_NOT_UTF8 c.sql:2:2 c.sql is not UTF-8: the byte at offset 4 does not fit.");
  }

  @Test
  void settingsAreReadByLakeflowsNames() throws IOException {
    write("a.sql", QUERY);
    write(
        "pipeline.yml",
        """
        name: Orders
        catalog: prod
        schema: sales
        continuous: true
        development: yes
        serverless: true
        clusters: [{label: default}]
        configuration:
          spark.sql.shuffle.partitions: 4
          env: dev
          nothing:
        parameters:
          start: 2024-01-01
          shop: north
        """);

    PipelineSettings settings =
        new ProjectReader().read(folder, Map.of("shop", "south"), problems).settings();

    assertThat(problems.sorted()).isEmpty();
    assertThat(settings.name()).isEqualTo("Orders");
    assertThat(settings.catalog()).isEqualTo("prod");
    assertThat(settings.schema()).isEqualTo("sales");
    assertThat(settings.continuous()).isTrue();
    assertThat(settings.development()).isTrue();
    assertThat(settings.configuration())
        .containsOnly(
            Map.entry("spark.sql.shuffle.partitions", "4"),
            Map.entry("env", "dev"),
            Map.entry("nothing", ""));
    assertThat(settings.parameters())
        .containsOnly(Map.entry("start", "2024-01-01"), Map.entry("shop", "south"));
  }

  @Test
  void jsonWithTabsAndEscapesIsRead() throws IOException {
    write("sql/a.sql", QUERY);
    write(
        "pipeline.json",
        "{\n\t\"target\": \"old schema \\u00e9\",\n\t\"libraries\":"
            + " [{\"glob\": {\"include\": \"sql/**\"}}]\n}\n");

    PipelineProject project = read();

    assertThat(problems.sorted()).isEmpty();
    assertThat(project.settings().schema()).isEqualTo("old schema é");
    assertThat(paths(project)).containsExactly("sql/a.sql");
  }

  @Test
  void sparksOwnSettingsFileIsRead() throws IOException {
    write("transformations/a.sql", QUERY);
    write("other/b.sql", QUERY);
    write(
        "spark-pipeline.yml",
        """
        name: x
        database: sales
        storage: file:///tmp/x
        libraries:
          - glob:
              include: transformations/**/*.sql
        """);

    PipelineProject project = read();

    assertThat(problems.sorted()).isEmpty();
    assertThat(project.settings().schema()).isEqualTo("sales");
    assertThat(project.settings().sourceGlobs()).containsExactly("transformations/**/*.sql");
    assertThat(paths(project)).containsExactly("transformations/a.sql");
  }

  @Test
  void librariesNameFilesAndFolders() throws IOException {
    write("a.sql", QUERY);
    write("b/c/d.sql", QUERY);
    write("explorations/e.sql", QUERY);
    write("f.sql", QUERY);
    write(
        "pipeline.yaml",
        """
        libraries:
          - file: {path: ./a.sql}
          - glob: {include: b/**}
          - file: {path: explorations/e.sql}
        """);

    assertThat(paths(read())).containsExactly("a.sql", "b/c/d.sql", "explorations/e.sql");
    assertThat(problems.sorted()).isEmpty();
  }

  @Test
  void everythingWrongInTheSettingsIsReportedWithItsPlace() throws IOException {
    write("a.sql", QUERY);
    write(
        "pipeline.yml",
        """
        nmae: x
        catalog: [a]
        continuous: maybe
        configuration: 5
        colour: red
        schema: a
        schema: b
        ingestion_definition: {}
        parameters:
          a: {b: c}
        libraries:
          - notebook: {path: a}
          - fiel: {path: a}
          - glob: {path: a}
          - file: {path: missing.sql}
          - text
        """);

    read();

    assertThat(problems.sorted())
        .extracting(p -> p.where().orElseThrow() + " " + p.message() + " " + p.fix().orElseThrow())
        .containsExactly(
            "pipeline.yml:1:1 The settings have no key nmae. Did you mean name?",
            "pipeline.yml:2:10 catalog must be a text. Correct the value at this place.",
            "pipeline.yml:3:13 continuous must be true or false. Correct the value at this place.",
            "pipeline.yml:4:16 configuration must be a list of key: value lines."
                + " Correct the value at this place.",
            "pipeline.yml:5:1 The settings have no key colour. Remove it.",
            "pipeline.yml:7:1 schema is given twice; the other is at pipeline.yml:6:1."
                + " Keep one of the two.",
            "pipeline.yml:8:1 ingestion_definition in the settings is not supported yet."
                + " Load the files yourself and read them with read_files.",
            "pipeline.yml:10:6 parameters.a must be a single value."
                + " Correct the value at this place.",
            "pipeline.yml:12:5 A library of kind notebook in the settings is not supported yet."
                + " List SQL files with file or glob.",
            "pipeline.yml:13:5 The settings have no key fiel. Did you mean file?",
            "pipeline.yml:14:12 The settings have no key path. Remove it.",
            "pipeline.yml:15:18 No SQL or Python file matches missing.sql."
                + " Give a path relative to the project folder; a folder's files are folder/**.",
            "pipeline.yml:16:5 An entry of libraries must be file: or glob:."
                + " Correct the value at this place.");
  }

  @Test
  void aWrongAlertIsOneProblem() throws IOException {
    write("a.sql", QUERY);
    write(
        "pipeline.yml",
        """
        notifications:
          - email_recipients: [a@example.org]
            alerts: [on-update-sucess]
        """);

    read();

    assertThat(problems.sorted())
        .extracting(p -> p.where().orElseThrow() + " " + p.message() + " " + p.fix().orElseThrow())
        .containsExactly(
            "pipeline.yml:3:14 There is no alert on-update-sucess. Did you mean on-update-success?");
  }

  @Test
  void brokenYamlIsReportedWithItsPlace() throws IOException {
    write("a.sql", QUERY);
    write("pipeline.yml", "name: x\n  catalog: y\n");

    read();

    assertThat(problems.sorted())
        .singleElement()
        .satisfies(
            p -> {
              assertThat(p.code()).isEqualTo(ProblemCode.SETTINGS_INVALID);
              assertThat(p.where().orElseThrow()).hasToString("pipeline.yml:2:10");
            });
  }

  @Test
  void SET_3_aNameThatWouldStayUnreplacedIsRefused() throws IOException {
    write("a.sql", QUERY);
    write("pipeline.yml", "catalog: ${env}\nschema: x\nconfiguration:\n  env: ${dev}\n");

    read();

    assertThat(problems.sorted())
        .extracting(p -> p.code() + " " + p.where().orElseThrow() + " " + p.message())
        .containsExactly(
            "SETTINGS_INVALID pipeline.yml:1:10 The settings are taken as they are written, and catalog is ${env}.");
  }

  @Test
  void twoSettingsFilesAreReported() throws IOException {
    write("a.sql", QUERY);
    write("pipeline.yml", "name: x\n");
    write("pipeline.json", "{}");

    read();

    assertThat(problems.sorted())
        .extracting(Problem::message)
        .containsExactly("The folder holds two settings files, pipeline.yml and pipeline.json.");
  }

  private PipelineProject read() {
    return new ProjectReader().read(folder, Map.of(), problems);
  }

  private static List<String> paths(PipelineProject project) {
    return project.files().stream().map(SourceFile::path).toList();
  }

  private void write(String path, String text) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
