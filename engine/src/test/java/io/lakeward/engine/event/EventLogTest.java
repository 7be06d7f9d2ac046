/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.engine.state.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventLogTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-01-01T00:00:00.123Z"), ZoneOffset.UTC);

  @TempDir Path folder;

  @Test
  void readsWhatWasWritten() throws Exception {
    write(
        writer ->
            writer.write(
                EventLevel.WARN,
                "flow_progress",
                "hello",
                Json.object().put("dataset_name", "main.default.t"),
                Json.object().put("status", "RUNNING"),
                Optional.empty()));

    List<PipelineEvent> events = new EventLog(folder).read(EventFilter.all());

    assertThat(events).hasSize(1);
    PipelineEvent event = events.get(0);
    assertThat(event.level()).isEqualTo(EventLevel.WARN);
    assertThat(event.timestamp()).isEqualTo(CLOCK.instant());
    assertThat(event.dataset()).hasValue("main.default.t");
    assertThat(Json.parse(event.json()).at("/details/flow_progress/status").asText())
        .isEqualTo("RUNNING");
    assertThat(Json.parse(event.json()).at("/origin/pipeline_name").asText()).isEqualTo("sales");
  }

  @Test
  void aLineThatACrashCutOffIsLeftOut() throws Exception {
    write(
        writer ->
            writer.write(
                EventLevel.INFO,
                "user_action",
                "whole",
                Json.object(),
                Json.object(),
                Optional.empty()));
    try (Stream<Path> files = Files.list(folder)) {
      Files.writeString(
          files.findFirst().orElseThrow(), "{\"id\":\"half", StandardOpenOption.APPEND);
    }

    assertThat(new EventLog(folder).read(EventFilter.all()))
        .extracting(PipelineEvent::message)
        .containsExactly("whole");
  }

  @Test
  void filtersByTypeLevelAndDataset() throws Exception {
    write(
        writer -> {
          writer.write(
              EventLevel.INFO,
              "flow_progress",
              "a",
              Json.object().put("dataset_name", "main.default.a"),
              Json.object(),
              Optional.empty());
          writer.write(
              EventLevel.ERROR,
              "flow_progress",
              "b",
              Json.object().put("dataset_name", "main.default.b"),
              Json.object(),
              Optional.empty());
          writer.write(
              EventLevel.INFO,
              "update_progress",
              "c",
              Json.object(),
              Json.object(),
              Optional.empty());
        });
    EventLog log = new EventLog(folder);

    assertThat(messages(log, new EventFilter(Set.of("flow_progress"), Set.of("info"), Set.of())))
        .containsExactly("a");
    assertThat(messages(log, new EventFilter(Set.of(), Set.of(), Set.of("B"))))
        .containsExactly("b");
    assertThat(messages(log, new EventFilter(Set.of(), Set.of(), Set.of("main.default.a"))))
        .containsExactly("a");
  }

  @Test
  void EV_5_anErrorCarriesItsConditionAndCauses() throws Exception {
    write(
        writer ->
            writer.write(
                EventLevel.ERROR,
                "flow_progress",
                "failed",
                Json.object(),
                Json.object(),
                Optional.of(
                    new IllegalStateException("outer", new IllegalArgumentException("inner")))));

    String json = new EventLog(folder).read(EventFilter.all()).get(0).json();

    assertThat(Json.parse(json).at("/error/exceptions/0/message").asText()).isEqualTo("outer");
    assertThat(Json.parse(json).at("/error/exceptions/1/class_name").asText())
        .isEqualTo("java.lang.IllegalArgumentException");
  }

  private void write(java.util.function.Consumer<EventWriter> content) {
    try (EventWriter writer = new EventWriter(folder, CLOCK, "id", "sales", "u1")) {
      content.accept(writer);
    }
  }

  private static List<String> messages(EventLog log, EventFilter filter) {
    return log.read(filter).stream().map(PipelineEvent::message).toList();
  }
}
