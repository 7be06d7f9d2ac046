/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakeward.engine.PipelineEngine;
import io.lakeward.engine.event.EventFilter;
import io.lakeward.engine.event.PipelineEvent;
import io.lakeward.engine.update.RunMode;
import io.lakeward.engine.update.UpdateListener;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.engine.update.UpdateResult;
import io.lakeward.engine.update.UpdateState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An update that goes on until it is told to stop. */
class ContinuousTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path folder;
  private TestProject project;
  private PipelineEngine engine;
  private CompletableFuture<UpdateResult> update;

  @BeforeEach
  void start() {
    project =
        new TestProject(folder)
            .sql(
                """
                CREATE OR REFRESH STREAMING TABLE t (CONSTRAINT small EXPECT (n < 100) ON VIOLATION FAIL UPDATE)
                AS SELECT n FROM STREAM read_files('/Volumes/main/default/landing/a/', format => 'json');
                CREATE OR REFRESH MATERIALIZED VIEW v AS SELECT sum(n) AS s FROM t;
                CREATE OR REFRESH MATERIALIZED VIEW rare TBLPROPERTIES ('pipelines.trigger.interval' = '1 hour')
                AS SELECT sum(n) AS s FROM t;
                """)
            .landed("1.json", "{\"n\":1}");
    engine = project.open();
    update =
        CompletableFuture.supplyAsync(
            () ->
                engine.run(
                    new UpdateRequest(List.of(), List.of(), false, RunMode.PRODUCTION, true),
                    UpdateListener.none()));
    awaitSum("1");
  }

  @AfterEach
  void close() {
    engine.requestStop();
    engine.close();
  }

  @Test
  void RUN_2_whatArrivesIsInTheViewsSoonUntilItIsStopped() {
    project.landed("2.json", "{\"n\":10}");
    awaitSum("11");
    project.landed("3.json", "{\"n\":20}");
    awaitSum("31");

    engine.requestStop();

    assertThat(update.join().state()).isEqualTo(UpdateState.CANCELED);
    List<PipelineEvent> events = engine.eventLog().read(EventFilter.all());
    assertThat(events)
        .filteredOn(event -> event.eventType().equals("update_progress"))
        .extracting(
            event -> json(event).path("details").path("update_progress").path("state").asText())
        .endsWith("RUNNING", "STOPPING", "CANCELED");
    assertThat(
            events.stream()
                .filter(
                    event ->
                        json(event).path("origin").path("dataset_name").asText().endsWith(".t"))
                .mapToLong(
                    event ->
                        json(event).at("/details/flow_progress/metrics/num_output_rows").asLong())
                .sum())
        .as("each batch counts once")
        .isEqualTo(3);
  }

  @Test
  void RUN_3_aTableWithATriggerIntervalIsLookedAtNoMoreOften() {
    project.landed("2.json", "{\"n\":10}");
    awaitSum("11");

    engine.requestStop();
    update.join();

    assertThat(project.rows("SELECT s FROM rare")).containsExactly("1");
  }

  @Test
  void aBrokenRuleEndsIt() {
    project.landed("2.json", "{\"n\":100}");

    await().atMost(PATIENCE).until(() -> update.isDone());
    assertThat(update.join().state()).isEqualTo(UpdateState.FAILED);
    assertThat(project.rows("SELECT s FROM v")).containsExactly("1");
  }

  private void awaitSum(String sum) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> project.rows("SELECT s FROM v").equals(List.of(sum)));
  }

  private static JsonNode json(PipelineEvent event) {
    try {
      return new ObjectMapper().readTree(event.json());
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
