/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakeward.engine.ExecutorFactory;
import io.lakeward.engine.PipelineEngine;
import io.lakeward.engine.event.EventFilter;
import io.lakeward.engine.event.EventLevel;
import io.lakeward.engine.event.PipelineEvent;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.update.RunMode;
import io.lakeward.engine.update.UpdateListener;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.engine.update.UpdateResult;
import io.lakeward.engine.update.UpdateState;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of an update whose writes fail a few times. */
class RetriesTest {
  private static final String SQL =
      "CREATE OR REFRESH STREAMING TABLE t (CONSTRAINT small EXPECT (n < 100) ON VIOLATION FAIL"
          + " UPDATE) AS SELECT n FROM STREAM read_files('/Volumes/main/default/landing/a/', format"
          + " => 'json');";

  @TempDir private Path folder;
  private TestProject project;
  private final AtomicInteger writes = new AtomicInteger();

  @BeforeEach
  void makeProject() {
    project =
        new TestProject(folder)
            .sql(SQL)
            .landed("1.json", "{\"n\":1}", "{\"n\":2}", "{\"n\":3}", "{\"n\":4}");
  }

  @Test
  void EV_07_aFlowThatFailsOnceIsTriedAgainAndItsRowsCountOnce() {
    UpdateResult result = run(RunMode.PRODUCTION, 1, ProblemCode.IO_FAILED);

    assertThat(result.state()).isEqualTo(UpdateState.COMPLETED);
    assertThat(writes).hasValue(2);
    assertThat(project.rows("SELECT count(*) FROM t")).containsExactly("4");
    List<PipelineEvent> progress = events("flow_progress");
    assertThat(progress)
        .filteredOn(event -> event.level() == EventLevel.WARN)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(json(event).path("error").path("exceptions")).isNotEmpty();
              assertThat(json(event).at("/error/fatal").asBoolean(true)).isFalse();
              assertThat(event.message()).contains("tried again");
            });
    assertThat(progress)
        .extracting(event -> json(event).path("details").path("flow_progress"))
        .filteredOn(details -> details.path("status").asText().equals("COMPLETED"))
        .singleElement()
        .satisfies(
            details ->
                assertThat(details.path("metrics").path("num_output_rows").asLong()).isEqualTo(4));
  }

  @Test
  void RUN_12_afterTheFlowsRetriesTheUpdateIsTriedAgain() {
    project.file("pipeline.yml", "name: p\nconfiguration:\n  pipelines.maxFlowRetryAttempts: 0\n");

    UpdateResult result = run(RunMode.PRODUCTION, 1, ProblemCode.COMMIT_CONFLICT);

    assertThat(result.state()).isEqualTo(UpdateState.COMPLETED);
    assertThat(events("create_update"))
        .extracting(
            event -> json(event).path("details").path("create_update").path("cause").asText())
        .containsExactly("USER_ACTION", "RETRY_ON_FAILURE");
    assertThat(events("update_progress"))
        .map(event -> json(event).path("details").path("update_progress"))
        .filteredOn(progress -> progress.path("state").asText().equals("FAILED"))
        .as("nobody has to be woken for it")
        .singleElement()
        .satisfies(progress -> assertThat(progress.path("will_retry").asBoolean()).isTrue());
    assertThat(project.rows("SELECT count(*) FROM t")).containsExactly("4");
  }

  @Test
  void B53_aFlowThatAlwaysFailsFailsAsOftenAsItIsTried() {
    project.file(
        "pipeline.yml",
        "name: p\nconfiguration:\n  pipelines.maxFlowRetryAttempts: 1\n"
            + "  pipelines.numUpdateRetryAttempts: 0\n");

    assertThat(run(RunMode.PRODUCTION, 9, ProblemCode.IO_FAILED).state())
        .isEqualTo(UpdateState.FAILED);

    assertThat(events("flow_progress"))
        .filteredOn(event -> event.message().contains("FAILED"))
        .extracting(event -> event.level() + " " + event.message())
        .containsExactly(
            "WARN Flow main.default.t has FAILED and is tried again in 1.0 s: [IO_FAILED] made to fail",
            "ERROR Flow main.default.t into main.default.t has FAILED more than 1 times and will not"
                + " be restarted: [IO_FAILED] made to fail");
  }

  @Test
  void B55_ofAnUpdateThatIsStoppedTheRunningFlowIsStoppedAndTheWaitingOneSkipped() {
    project.sql(
        SQL
            + "CREATE STREAMING TABLE u AS SELECT n FROM STREAM t;"
            + "CREATE STREAMING TABLE v AS SELECT n FROM STREAM u;");
    AtomicReference<PipelineEngine> running = new AtomicReference<>();
    Runnable stop =
        () -> {
          if (writes.incrementAndGet() == 2) {
            running.get().requestStop();
            throw new ProjectException(Problem.of(ProblemCode.IO_FAILED, "the engine is closed"));
          }
        };
    try (PipelineEngine engine = project.open(beforeWrites(stop))) {
      running.set(engine);
      UpdateResult result = engine.run(UpdateRequest.all(), UpdateListener.none());
      assertThat(result.state()).isEqualTo(UpdateState.CANCELED);
      assertThat(result.tables())
          .extracting(table -> table.name().table() + " " + table.state())
          .containsExactlyInAnyOrder("t COMPLETED", "u STOPPED", "v SKIPPED");
    }
    project.run();
    assertThat(project.rows("SELECT count(*) FROM v")).containsExactly("4");
  }

  @Test
  void PROP_12_withoutTheReporterEventsCarryNoCounts() {
    project
        .file(
            "pipeline.yml",
            "name: p\nconfiguration:\n  pipelines.metrics.flowTimeReporter.enabled: false\n")
        .run();

    assertThat(events("flow_progress"))
        .extracting(event -> json(event).path("details").path("flow_progress"))
        .isNotEmpty()
        .allSatisfy(details -> assertThat(details.has("metrics")).isFalse())
        .allSatisfy(details -> assertThat(details.has("data_quality")).isFalse())
        .anySatisfy(details -> assertThat(details.path("status").asText()).isEqualTo("COMPLETED"));
  }

  @Test
  void inDevelopmentAFailureIsShownAtOnce() {
    UpdateResult result = run(RunMode.DEVELOPMENT, 1, ProblemCode.IO_FAILED);

    assertThat(result.state()).isEqualTo(UpdateState.FAILED);
    assertThat(writes).hasValue(1);
  }

  @Test
  void aMistakeOfTheUserIsNotTriedAgain() {
    UpdateResult result = run(RunMode.PRODUCTION, 9, ProblemCode.QUERY_FAILED);

    assertThat(result.state()).isEqualTo(UpdateState.FAILED);
    assertThat(writes).hasValue(1);
  }

  @Test
  void aBrokenRuleIsNotTriedAgain() {
    project.landed("2.json", "{\"n\":100}");

    UpdateResult result = run(RunMode.PRODUCTION, 0, ProblemCode.IO_FAILED);

    assertThat(result.state()).isEqualTo(UpdateState.FAILED);
    assertThat(writes).hasValue(1);
  }

  private UpdateResult run(RunMode mode, int failures, ProblemCode code) {
    try (PipelineEngine engine = project.open(failing(failures, code))) {
      return engine.run(
          new UpdateRequest(List.of(), List.of(), false, mode, false), UpdateListener.none());
    }
  }

  private List<PipelineEvent> events(String type) {
    try (PipelineEngine engine = project.open()) {
      return engine.eventLog().read(EventFilter.all()).stream()
          .filter(event -> event.eventType().equals(type))
          .toList();
    }
  }

  /** The embedded executor, whose first writes fail. */
  private ExecutorFactory failing(int failures, ProblemCode code) {
    return beforeWrites(
        () -> {
          if (writes.incrementAndGet() <= failures) {
            throw new ProjectException(Problem.of(code, "made to fail"));
          }
        });
  }

  private static ExecutorFactory beforeWrites(Runnable work) {
    return settings -> {
      Executor real = new EmbeddedExecutors().create(settings);
      return (Executor)
          Proxy.newProxyInstance(
              Executor.class.getClassLoader(),
              new Class<?>[] {Executor.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("append")) {
                  work.run();
                }
                try {
                  return method.invoke(real, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    };
  }

  private static JsonNode json(PipelineEvent event) {
    try {
      return new ObjectMapper().readTree(event.json());
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
