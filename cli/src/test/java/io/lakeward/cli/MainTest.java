/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakeward.cli.view.Terminal;
import io.lakeward.cli.warm.StopSignal;
import io.lakeward.cli.warm.WarmClient;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MainTest {

  private final ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
  private final Console console =
      new Console(
          new PrintStream(outBytes, true, StandardCharsets.UTF_8),
          Terminal.NONE,
          new PrintStream(errBytes, true, StandardCharsets.UTF_8),
          Terminal.NONE,
          new StopSignal());

  @TempDir private Path folder;

  @Test
  void theWarmProcessKnowsOptionsAsTheCommandDoes() {
    var run = new CommandLine(new RunCommand(console, false)).getCommandSpec().optionsMap();
    assertThat(WarmClient.flags()).allSatisfy(o -> assertThat(run.get(o).arity().max()).isZero());
    assertThat(WarmClient.valuedOptions())
        .allSatisfy(o -> assertThat(run.get(o).arity().min()).isOne());
  }

  private int execute(String... arguments) {
    return new Main(console).execute(arguments);
  }

  /** The standard input of the test's process belongs to who runs the tests. */
  private static int answering(String input, IntSupplier command) {
    InputStream real = System.in;
    System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
    try {
      return command.getAsInt();
    } finally {
      System.setIn(real);
    }
  }

  private String out() {
    return outBytes.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return errBytes.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "validate", "explain", "sql", "events", "delete", "init"})
  void every_command_has_help_with_examples(String command) {
    assertThat(execute(command, "--help")).isEqualTo(ExitCode.DONE);
    assertThat(out()).startsWith("Usage: lakeward " + command).contains("Examples:");
    assertThat(err()).isEmpty();
  }

  @Test
  void the_program_has_help_and_a_version() {
    assertThat(execute("--help")).isEqualTo(ExitCode.DONE);
    assertThat(execute("--version")).isEqualTo(ExitCode.DONE);
    assertThat(out()).contains("Commands:").contains("lakeward 0.").contains("(Java ");
  }

  @Test
  void an_unknown_option_is_answered_with_the_nearest_one() {
    assertThat(execute("run", "--ful-refresh-all")).isEqualTo(ExitCode.NOTHING_RAN);
    assertThat(err())
        .startsWith("error[COMMAND_INVALID] Unknown option: '--ful-refresh-all'.\n")
        .contains("Did you mean --full-refresh-all?")
        .endsWith("1 problem; nothing was run\n");
    assertThat(out()).isEmpty();
  }

  @Test
  void a_query_may_begin_with_a_comment() {
    assertThat(execute("sql", "-- which\nSELECT 7 AS n", "-C", folder.toString()))
        .isEqualTo(ExitCode.DONE);
    assertThat(out()).contains("7");
  }

  @Test
  void the_folder_is_an_option_everywhere() {
    Path none = folder.resolve("none");
    assertThat(execute("validate", "-C", none.toString())).isEqualTo(ExitCode.NOTHING_RAN);
    assertThat(err()).contains(none.toString());
  }

  @Test
  void a_failed_statement_tells_what_was_run_before_it(@TempDir Path folder) {
    String project = folder.resolve("p").toString();
    assertThat(execute("init", project)).isEqualTo(ExitCode.DONE);
    assertThat(execute("sql", "SELECT 1; SELECT * FROM nowhere", "-C", project))
        .isEqualTo(ExitCode.NOTHING_RAN);
    assertThat(err()).endsWith("1 problem; the statement before it was run\n");
    assertThat(execute("sql", "SELECT * FROM nowhere", "-C", project))
        .isEqualTo(ExitCode.NOTHING_RAN);
    assertThat(err()).endsWith("1 problem; nothing was changed\n");
  }

  @Test
  void events_of_a_dataset_that_no_event_is_about_are_answered_with_the_nearest_one(
      @TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("p.sql"), "CREATE MATERIALIZED VIEW orders AS SELECT 1 AS one;\n");
    String project = folder.toString();
    assertThat(execute("events", "--dataset", "order", project)).isEqualTo(ExitCode.DONE);
    assertThat(execute("run", project)).isEqualTo(ExitCode.DONE);
    assertThat(execute("events", "--dataset", "orders", project)).isEqualTo(ExitCode.DONE);
    assertThat(execute("events", "--dataset", "orders", "--type", "hook_progress", project))
        .isEqualTo(ExitCode.DONE);
    assertThat(execute("events", "--dataset", "order", project)).isEqualTo(ExitCode.NOTHING_RAN);
    assertThat(err())
        .contains("There is no event about a dataset `order`.")
        .contains("Did you mean orders?");
  }

  @Test
  void an_unknown_command_is_answered_with_the_nearest_one() {
    assertThat(execute("validat")).isEqualTo(ExitCode.NOTHING_RAN);
    assertThat(err()).contains("Did you mean validate?");
  }

  @Test
  void a_missing_command_is_told() {
    assertThat(execute()).isEqualTo(ExitCode.NOTHING_RAN);
    assertThat(err()).contains("A command is missing.");
  }

  @Test
  void a_wrong_value_names_the_right_ones() {
    assertThat(execute("sql", "SELECT 1", "--output", "xml")).isEqualTo(ExitCode.NOTHING_RAN);
    assertThat(err()).contains("'xml' is none of table, json, csv");
  }

  @Test
  void what_does_not_fit_together_is_said_as_json() throws Exception {
    int exitCode =
        execute("run", "--development", "--production", "--output", "json", folder.toString());
    assertThat(exitCode).isEqualTo(ExitCode.NOTHING_RAN);
    JsonNode json = new ObjectMapper().readTree(out());
    assertThat(json.path("problems").findValuesAsText("code")).containsExactly("COMMAND_INVALID");
    assertThat(err()).contains("--development");
  }

  @Test
  void wrong_arguments_are_json_too_if_json_was_asked_for() throws Exception {
    assertThat(execute("run", "--output", "json", "--nonsense")).isEqualTo(ExitCode.NOTHING_RAN);
    assertThat(new ObjectMapper().readTree(out()).path("state").asText()).isEqualTo("INVALID");
  }

  @Test
  void a_folder_that_does_not_exist_is_a_problem_and_not_made() {
    Path missing = folder.resolve("missing");
    assertThat(execute("run", missing.toString())).isEqualTo(ExitCode.NOTHING_RAN);
    assertThat(err()).contains("error[").doesNotContain("\tat ");
    assertThat(missing).doesNotExist();
  }

  @Test
  void RUN_4_newSettingsBeginAContinuousUpdateAnewAndOneThatIsNoneEndsIt() throws Exception {
    TestProject project =
        new TestProject(folder)
            .file("pipeline.yml", "name: p\ncontinuous: true\nconfiguration: {k: 1}\n")
            .sql("CREATE MATERIALIZED VIEW m AS SELECT '${k}' AS k;");
    CompletableFuture<Integer> exit =
        CompletableFuture.supplyAsync(() -> execute("run", folder.toString()));
    awaitRow(project, "1");

    project.file("pipeline.yml", "name: p\ncontinuous: true\nconfiguration: {k: 2}\nnonsense: 1\n");
    await()
        .atMost(30, TimeUnit.SECONDS)
        .until(() -> err().contains("cannot be run with its new settings"));
    project.file("pipeline.yml", "name: p\ncontinuous: true\nconfiguration: {k: 3}\n");
    awaitRow(project, "3");
    assertThat(err()).contains("The settings have changed; the update begins anew with them.");
    assertThat(exit).isNotDone();

    project.file("pipeline.yml", "name: p\nconfiguration: {k: 3}\n");
    assertThat(exit.get(30, TimeUnit.SECONDS)).isEqualTo(ExitCode.DONE);
  }

  private static void awaitRow(TestProject project, String value) {
    await()
        .atMost(30, TimeUnit.SECONDS)
        .ignoreExceptions()
        .until(() -> project.rows("SELECT * FROM m").equals(List.of(value)));
  }

  @Test
  void SET_11_settings_of_a_hosted_service_are_named_once() throws Exception {
    Files.writeString(
        folder.resolve("pipeline.json"),
        "{\"name\": \"p\", \"photon\": true, \"channel\": \"CURRENT\", \"clusters\": [{\"label\": \"default\"}]}");
    Files.writeString(folder.resolve("a.sql"), "CREATE MATERIALIZED VIEW m AS SELECT 1 AS x");

    assertThat(execute("validate", folder.toString())).isEqualTo(ExitCode.DONE);
    assertThat(err())
        .isEqualTo(
            "These settings have no effect here: photon, channel, clusters. They steer a hosted service.\n");
  }

  @Test
  void LIFE_3_deleting_asks_first_and_leaves_the_source_files() throws Exception {
    Files.writeString(folder.resolve("pipeline.yml"), "name: mine\n");
    Files.writeString(
        folder.resolve("a.sql"),
        "CREATE MATERIALIZED VIEW m AS SELECT 1 AS x; CREATE VIEW v AS SELECT x FROM m;");
    execute("run", folder.toString());
    assertThat(answering("yours\n", () -> execute("delete", folder.toString())))
        .isEqualTo(ExitCode.NOTHING_RAN);
    assertThat(err()).contains("1 table of mine", "The pipeline was not deleted");
    outBytes.reset();

    assertThat(execute("delete", folder.toString(), "--keep-tables", "--yes")).isZero();
    assertThat(out()).isEqualTo("inactive: main.default.m\n");
    outBytes.reset();
    execute("sql", "SELECT x FROM m", "-C", folder.toString());
    assertThat(out()).contains("1");

    execute("run", folder.toString());
    assertThat(execute("delete", folder.toString(), "--yes")).isZero();
    outBytes.reset();
    execute("sql", "SHOW TABLES", "-C", folder.toString());
    assertThat(out()).contains("(0 rows)");
    assertThat(folder.resolve("a.sql")).exists();
    execute("sql", "UNDROP TABLE m", "-C", folder.toString());
    assertThat(execute("sql", "SELECT x FROM m", "-C", folder.toString())).isZero();
  }

  @Test
  void lineage_is_printed_as_text_json_and_drawing() throws Exception {
    Files.writeString(
        folder.resolve("a.sql"),
        "CREATE MATERIALIZED VIEW a AS SELECT 1 AS x; CREATE MATERIALIZED VIEW b AS SELECT x + 1 AS y FROM a");

    assertThat(execute("explain", "--lineage", folder.toString())).isEqualTo(ExitCode.DONE);
    assertThat(out()).isEqualTo("a\n  x <- no column\n\nb\n  y <- a.x\n");
    outBytes.reset();
    execute("explain", "--lineage", "--output", "json", folder.toString());
    JsonNode column = new ObjectMapper().readTree(out()).path(1).path("columns").path(0);
    assertThat(column.path("sources").toString())
        .isEqualTo("[{\"dataset\":\"main.default.a\",\"column\":\"x\"}]");
    outBytes.reset();
    execute("explain", "--lineage", "--output", "mermaid", folder.toString());
    assertThat(out())
        .isEqualTo(
            """
            flowchart LR
              subgraph t0["a"]
                t0c0["x"]
              end
              subgraph t1["b"]
                t1c0["y"]
              end
              t0c0 --> t1c0
            """);
    assertThat(execute("explain", "--output", "mermaid", folder.toString()))
        .isEqualTo(ExitCode.NOTHING_RAN);
  }

  @Test
  void a_parameter_needs_a_name_and_a_value() {
    assertThat(execute("run", "--param", "country", folder.toString()))
        .isEqualTo(ExitCode.NOTHING_RAN);
    assertThat(err()).contains("--param needs a name and a value, but was `country`.");
  }

  @Test
  void init_makes_a_project_and_never_writes_into_one() throws Exception {
    Path project = folder.resolve("my-pipeline");
    assertThat(execute("init", project.toString())).isEqualTo(ExitCode.DONE);
    assertThat(project.resolve("pipeline.yml")).content().contains("name: my-pipeline\n");
    assertThat(project.resolve(".gitignore")).content().isEqualTo(".lakeward/\n");
    assertThat(project.resolve("transformations")).isDirectoryContaining("glob:**/*orders.sql");
    assertThat(project.resolve("volumes/main/default/landing/orders"))
        .isDirectoryContaining("glob:**/*.json");

    Files.writeString(project.resolve("README.md"), "mine");
    assertThat(execute("init", project.toString())).isEqualTo(ExitCode.NOTHING_RAN);
    assertThat(project.resolve("README.md")).hasContent("mine");
    assertThat(err()).contains("is not an empty folder").endsWith("; no project was made\n");
  }

  @Test
  void init_uses_an_empty_folder_that_exists() {
    assertThat(execute("init", folder.toString())).isEqualTo(ExitCode.DONE);
    assertThat(folder.resolve("pipeline.yml")).exists();
  }

  @Test
  void words_are_read_by_the_rules_of_no_country() throws Exception {
    Locale before = Locale.getDefault();
    Locale.setDefault(new Locale("tr", "TR"));
    try {
      assertThat(Words.converter(Turkish.class).convert("INIT")).isEqualTo(Turkish.INIT);
      assertThat(Words.converter(Turkish.class).convert("init")).isEqualTo(Turkish.INIT);
    } finally {
      Locale.setDefault(before);
    }
  }

  private enum Turkish {
    INIT
  }
}
