/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakeward.engine.update.FlowState;
import io.lakeward.engine.update.RowCounts;
import io.lakeward.engine.update.RuleOutcome;
import io.lakeward.engine.update.TableResult;
import io.lakeward.engine.update.UpdateResult;
import io.lakeward.engine.update.UpdateState;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.ViolationAction;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SummaryTableTest {

  private static final TableNames NAMES = new TableNames("main", "default");
  private final SummaryTable summary = new SummaryTable(Terminal.NONE, NAMES);

  private static TableResult table(
      String name, DatasetKind kind, FlowState state, boolean changed, RowCounts counts) {
    return new TableResult(
        new TableName("main", "default", name),
        kind,
        state,
        changed,
        1,
        counts,
        OptionalLong.of(4),
        Duration.ofMillis(250),
        state == FlowState.FAILED
            ? Optional.of(Problem.of(ProblemCode.EXPECTATION_VIOLATION, "3 rows broke `known`."))
            : Optional.empty());
  }

  private static UpdateResult update(UpdateState state, boolean changed, TableResult... tables) {
    return new UpdateResult("u-1", state, changed, List.of(tables), Duration.ofMillis(1500));
  }

  private static UpdateResult completed() {
    return update(
        UpdateState.COMPLETED,
        true,
        table(
            "bronze",
            DatasetKind.STREAMING_TABLE,
            FlowState.COMPLETED,
            true,
            new RowCounts(1234567, 1234567, 0, 0, 0, 0, 0, 99, List.of())),
        table(
            "silver",
            DatasetKind.STREAMING_TABLE,
            FlowState.COMPLETED,
            true,
            new RowCounts(
                1234567,
                1234560,
                7,
                0,
                0,
                0,
                0,
                99,
                List.of(
                    new RuleOutcome("valid_id", ViolationAction.DROP_ROW, 1234560, 7),
                    new RuleOutcome("in_time", ViolationAction.WARN, 1234567, 0)))));
  }

  @Test
  void tables_then_rules_then_one_sentence() {
    assertThat(summary.print(completed()))
        .isEqualTo(
            """
            table   type             state           read    written  dropped  seconds
            ------  ---------------  ---------  ---------  ---------  -------  -------
            bronze  streaming table  completed  1,234,567  1,234,567        0    0.250
            silver  streaming table  completed  1,234,567  1,234,560        7    0.250

            rule      table   on violation     passed  failed  failed %
            --------  ------  ------------  ---------  ------  --------
            valid_id  silver  drop row      1,234,560       7    <0.01%
            in_time   silver  warn          1,234,567       0        0%

            Update completed in 1.50 s.
            """);
  }

  @Test
  void the_rule_of_a_view_has_its_name_and_that_of_the_reader() {
    TableName view = new TableName("main", "default", "recent");
    UpdateResult result =
        update(
            UpdateState.COMPLETED,
            true,
            table(
                "silver",
                DatasetKind.STREAMING_TABLE,
                FlowState.COMPLETED,
                true,
                new RowCounts(
                    3,
                    3,
                    0,
                    0,
                    0,
                    0,
                    0,
                    9,
                    List.of(
                        new RuleOutcome(Optional.of(view), "valid", ViolationAction.WARN, 2, 1)))));
    assertThat(summary.print(result)).containsPattern("valid +recent, read by silver +warn");
  }

  @Test
  void says_that_nothing_is_new() {
    RowCounts none = RowCounts.NONE;
    assertThat(
            summary.print(
                update(
                    UpdateState.COMPLETED,
                    false,
                    table("b", DatasetKind.STREAMING_TABLE, FlowState.COMPLETED, false, none))))
        .contains("b      streaming table  no change")
        .endsWith("\nNothing new: no table changed. (1.50 s)\n");
  }

  @Test
  void failed_tables_have_their_problem_and_what_was_left_out_a_column() {
    String shown =
        summary.print(
            update(
                UpdateState.FAILED,
                true,
                table(
                    "bronze",
                    DatasetKind.STREAMING_TABLE,
                    FlowState.COMPLETED,
                    true,
                    new RowCounts(10, 9, 0, 0, 1, 4, 2, 99, List.of())),
                table(
                    "silver", DatasetKind.STREAMING_TABLE, FlowState.FAILED, false, RowCounts.NONE),
                table(
                    "gold",
                    DatasetKind.MATERIALIZED_VIEW,
                    FlowState.SKIPPED,
                    false,
                    RowCounts.NONE)));
    assertThat(shown)
        .contains("malformed  rescued  files skipped")
        .contains("silver: error[EXPECTATION_VIOLATION] 3 rows broke `known`.\n")
        .endsWith("\nUpdate failed after 1.50 s: 1 table failed, 1 skipped.\n");
  }

  @Test
  void colours_only_where_they_are_allowed() {
    Terminal colourful = new Terminal(true, true, 80);
    assertThat(new SummaryTable(colourful, NAMES).print(completed())).contains("\u001b[");
    assertThat(summary.print(completed())).doesNotContain("\u001b");
  }

  @Test
  void json_has_every_number_under_stable_keys() throws Exception {
    JsonNode json = new ObjectMapper().readTree(JsonDocuments.update(completed()));
    assertThat(json.path("state").asText()).isEqualTo("COMPLETED");
    assertThat(json.path("changed").asBoolean()).isTrue();
    assertThat(json.path("seconds").asDouble()).isEqualTo(1.5);
    JsonNode silver = json.path("tables").path(1);
    assertThat(silver.path("name").asText()).isEqualTo("main.default.silver");
    assertThat(silver.path("type").asText()).isEqualTo("streaming_table");
    assertThat(silver.path("rows_dropped").asLong()).isEqualTo(7);
    assertThat(silver.path("version").asLong()).isEqualTo(4);
    assertThat(silver.path("expectations").path(0).path("failed_records").asLong()).isEqualTo(7);
  }

  @Test
  void lines_for_a_build_server_name_each_finished_table_once() throws Exception {
    StringBuilder out = new StringBuilder();
    try (UpdateProgressView view = UpdateProgressView.of(Terminal.NONE, out, NAMES)) {
      view.started("u-1", List.of(new TableName("main", "default", "bronze")));
      for (FlowState state : List.of(FlowState.RUNNING, FlowState.COMPLETED, FlowState.COMPLETED)) {
        view.progress(
            table(
                "bronze",
                DatasetKind.STREAMING_TABLE,
                state,
                true,
                new RowCounts(3000, 2999, 1, 0, 0, 0, 0, 9, List.of())));
      }
    }
    assertThat(out.toString())
        .isEqualTo(
            """
            update u-1: 1 table
            bronze: completed, 3,000 read, 2,999 written, 1 dropped, 0.250 s
            """);
  }

  @Test
  void the_live_table_is_wiped_at_the_end() throws Exception {
    StringBuilder out = new StringBuilder();
    try (UpdateProgressView view =
        UpdateProgressView.of(new Terminal(true, false, 60), out, NAMES)) {
      view.started("u-1", List.of(new TableName("main", "default", "bronze")));
    }
    assertThat(out.toString()).contains("bronze  queued").endsWith("\u001b[3A\r\u001b[J");
  }
}
