/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.engine.PipelineEngine;
import io.lakeward.engine.event.EventFilter;
import io.lakeward.engine.event.PipelineEvent;
import io.lakeward.engine.update.TableResult;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.testkit.cdc.ChangeProject;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of changes that a check or a rule refuses. */
class CheckedChangesTest {
  private static final String HIDE =
      "CREATE FUNCTION hide(v STRING) RETURNS STRING RETURN 'hidden';";
  private static final String FAIL = "CONSTRAINT good EXPECT (v <> 'bad') ON VIOLATION FAIL UPDATE";

  @TempDir Path folder;
  private ChangeProject project;

  @BeforeEach
  void create() {
    project = EmbeddedChanges.project(folder).columns("id STRING, v STRING, seq INT");
  }

  @AfterEach
  void close() {
    project.close();
  }

  @Test
  void CDC_3_what_a_mask_hides_is_hidden_in_the_error_too() {
    project
        .sql(
            HIDE
                + "CREATE STREAMING TABLE t (id STRING, V STRING MASK hide, seq INT)"
                + " FLOW AUTO CDC FROM FEED KEYS (id) SEQUENCE BY seq;")
        .feed("{'v':'secret','seq':7}");
    assertThat(failure())
        .contains("NULL_KEY")
        .containsIgnoringCase("{id: null, v: ***, seq: 7}")
        .doesNotContain("secret");
    project.write("volumes/main/default/feed/00001.json", "{\"id\":\"a\",\"v\":\"secret\"}");
    assertThat(failure())
        .contains("NULL_SEQUENCE")
        .containsIgnoringCase("{id: a, v: ***, seq: null}")
        .doesNotContain("secret");
    assertThat(events()).doesNotContain("secret");
  }

  @Test
  void CDC_53_what_a_mask_hides_is_hidden_in_the_error_too() {
    project
        .sql(
            HIDE
                + "CREATE STREAMING TABLE t (id STRING MASK hide, v STRING MASK hide, seq INT)"
                + " FLOW AUTO CDC FROM SNAPSHOT WHOLE KEYS (id) STORED AS SCD TYPE 1;")
        .whole("{'v':'secret','seq':7}");
    assertThat(failure())
        .contains("NULL_KEY")
        .contains("{id: ***, v: ***, seq: 7}")
        .doesNotContain("secret");
    project.whole("{'id':'secret','seq':7}", "{'id':'secret','seq':8}");
    assertThat(failure())
        .contains("DUPLICATE_KEY_VIOLATION")
        .contains("{id: ***, rows: 2}")
        .doesNotContain("secret");
    assertThat(events()).doesNotContain("secret");
  }

  @Test
  void EXP_2_a_rule_of_the_target_that_fails_tells_of_it_and_of_nothing_else() {
    project
        .sql(
            "CREATE STREAMING TABLE t ("
                + FAIL
                + ", CONSTRAINT early EXPECT (seq < 5))"
                + " FLOW AUTO CDC FROM FEED KEYS (id) SEQUENCE BY seq;")
        .feed("{'id':'a','v':'ok','seq':1}", "{'id':'b','v':'bad','seq':9}");
    TableResult failed = failed("t");
    Problem problem = failed.problem().orElseThrow();
    assertThat(problem.code()).isEqualTo(ProblemCode.EXPECTATION_VIOLATION);
    assertThat(problem.message())
        .contains("1 row broke the expectation `good`")
        .contains("The row: {\"id\":\"b\",\"v\":\"bad\",\"seq\":9} from input");
    assertThat(problem.where().orElseThrow().text()).isEqualTo("v <> 'bad'");
    assertThat(rules(failed)).containsExactly("good 1 1", "early 1 1");
    assertThatNothingOfOursIsTold(problem);
    assertThat(project.rows("SELECT * FROM t")).isEmpty();
  }

  @Test
  void EXP_2_a_rule_of_a_view_that_fails_tells_of_it_and_of_nothing_else() {
    project
        .sql(
            "CREATE TEMPORARY VIEW w ("
                + FAIL
                + ") AS SELECT * FROM FEED;CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(w)"
                + " KEYS (id) SEQUENCE BY seq;")
        .feed("{'id':'a','v':'ok','seq':1}", "{'id':'b','v':'bad','seq':9}");
    TableResult failed = failed("t");
    Problem problem = failed.problem().orElseThrow();
    assertThat(problem.code()).isEqualTo(ProblemCode.EXPECTATION_VIOLATION);
    assertThat(problem.message()).contains("`good` of main.default.w", "\"v\":\"bad\"");
    assertThat(rules(failed)).containsExactly("good 1 1");
    assertThatNothingOfOursIsTold(problem);
  }

  @Test
  void EXP_2_a_rule_of_a_view_that_snapshots_read_tells_of_nothing_else() {
    project
        .sql(
            "CREATE TEMPORARY VIEW w ("
                + FAIL
                + ") AS SELECT * FROM WHOLE;"
                + "CREATE STREAMING TABLE t FLOW AUTO CDC FROM SNAPSHOT w KEYS (id)"
                + " STORED AS SCD TYPE 1;")
        .whole("{'id':'a','v':'ok','seq':1}", "{'id':'b','v':'bad','seq':9}");
    TableResult failed = failed("t");
    Problem problem = failed.problem().orElseThrow();
    assertThat(problem.message()).contains("`good` of main.default.w", "\"v\":\"bad\"");
    assertThat(rules(failed)).containsExactly("good 1 1");
    assertThatNothingOfOursIsTold(problem);
  }

  private void assertThatNothingOfOursIsTold(Problem problem) {
    assertThat(problem.message()).doesNotContain("__lakeward", "AUTO CDC:");
    assertThat(events()).contains("good").doesNotContain("AUTO CDC:");
  }

  private String failure() {
    return project.failure().message();
  }

  private TableResult failed(String table) {
    return project.run(UpdateRequest.all()).tables().stream()
        .filter(result -> result.name().table().equals(table))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> rules(TableResult result) {
    return result.counts().rules().stream()
        .map(rule -> rule.name() + " " + rule.passed() + " " + rule.failed())
        .toList();
  }

  /** All that the event log tells of flows, as JSON. */
  private String events() {
    try (PipelineEngine engine = project.open()) {
      return engine
          .eventLog()
          .read(new EventFilter(Set.of("flow_progress"), Set.of(), Set.of()))
          .stream()
          .map(PipelineEvent::json)
          .collect(Collectors.joining("\n"));
    }
  }
}
