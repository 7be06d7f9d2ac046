/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lakeward.engine.state.Json;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
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
  private Clock clock = CLOCK;

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
  void EV_whoFollowsGetsPastEventsAndThenEachNewOneOnce() throws Exception {
    write(EventLogTest::writeTwo);
    EventLog log = new EventLog(folder);
    List<PipelineEvent> heard = new ArrayList<>();
    int[] looks = {0};

    log.follow(
        EventFilter.all(),
        heard::add,
        () -> {
          looks[0]++;
          if (looks[0] == 2) {
            assertThat(heard).as("before anything new").hasSize(2);
            write(EventLogTest::writeTwo);
          }
          return looks[0] == 5;
        });

    assertThat(heard).extracting(PipelineEvent::id).doesNotHaveDuplicates().hasSize(4);
    assertThat(heard).isEqualTo(log.read(EventFilter.all()));
  }

  @Test
  void EV_06_idsNumbersAndTimesRiseEvenIfTheClockGoesBack() throws Exception {
    write(EventLogTest::writeTwo);
    clock = Clock.fixed(CLOCK.instant().minusSeconds(60), ZoneOffset.UTC);
    write(EventLogTest::writeTwo);

    List<JsonNode> events = new ArrayList<>();
    for (PipelineEvent event : new EventLog(folder).read(EventFilter.all())) {
      events.add(Json.parse(event.json()));
    }
    assertThat(events).hasSize(4);
    for (int i = 1; i < events.size(); i++) {
      for (String path : List.of("/id", "/timestamp")) {
        assertThat(events.get(i).at(path).asText())
            .isGreaterThan(events.get(i - 1).at(path).asText());
      }
      for (String path :
          List.of("/sequence/control_plane_seq_no", "/sequence/data_plane_id/seq_no")) {
        assertThat(events.get(i).at(path).asLong())
            .isGreaterThan(events.get(i - 1).at(path).asLong());
      }
    }
  }

  private static void writeTwo(EventWriter writer) {
    for (int i = 0; i < 2; i++) {
      writer.write(
          EventLevel.INFO, "user_action", "said", Json.object(), Json.object(), Optional.empty());
    }
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
  void EV_eachEventIsThereForReadersAsSoonAsItIsWritten() {
    try (EventWriter writer =
        new EventWriter(folder, clock, new EventOrigin("id", "sales", "u1", "ann"))) {
      for (int written = 1; written <= 3; written++) {
        say(writer, "event " + written);
        // Nothing is kept back in the process, so nothing is lost with it.
        assertThat(new EventLog(folder).read(EventFilter.all())).hasSize(written);
      }
    }
  }

  @Test
  void EV_aFullFileIsFollowedByAnotherAndTheOldestAreForgotten() {
    try (EventWriter writer =
        new EventWriter(
            folder, clock, new EventOrigin("id", "sales", "u1", "ann"), List.of(), 1500)) {
      for (int i = 0; i < 10; i++) {
        say(writer, "event " + i);
      }
    }
    EventLog log = new EventLog(folder);
    assertThat(log.wholeLines()).hasSizeGreaterThan(3);
    assertThat(log.wholeLines()).allSatisfy(part -> assertThat(part.bytes()).isLessThan(1500));
    assertThat(log.read(EventFilter.all()))
        .extracting(PipelineEvent::message)
        .containsExactly(
            "event 0", "event 1", "event 2", "event 3", "event 4", "event 5", "event 6", "event 7",
            "event 8", "event 9");
    new EventRetention(Duration.ofDays(1_000_000), 3000).apply(log, Instant.now());
    assertThat(log.wholeLines().stream().mapToLong(EventLog.Part::bytes).sum())
        .isLessThanOrEqualTo(3000);
    assertThat(log.read(EventFilter.all()))
        .extracting(PipelineEvent::message)
        .endsWith("event 9")
        .doesNotContain("event 0");
  }

  private static void say(EventWriter writer, String message) {
    writer.write(
        EventLevel.INFO, "user_action", message, Json.object(), Json.object(), Optional.empty());
  }

  @Test
  void EV_5_everyProblemIsAnExceptionWithItsSqlState() throws Exception {
    write(
        writer ->
            writer.write(
                EventLevel.ERROR,
                "update_progress",
                "failed",
                Json.object(),
                Json.object(),
                Optional.of(
                    new ProjectException(
                        List.of(
                            Problem.of(ProblemCode.UNRESOLVED_COLUMN, "no column"),
                            Problem.of(ProblemCode.EXPECTATION_VIOLATION, "bad rows"))))));
    JsonNode exceptions =
        Json.parse(new EventLog(folder).read(EventFilter.all()).get(0).json())
            .at("/error/exceptions");
    assertThat(exceptions.findValuesAsText("error_class"))
        .containsExactly("UNRESOLVED_COLUMN", "EXPECTATION_VIOLATION");
    assertThat(exceptions.get(0).path("sql_state").asText()).isEqualTo("42703");
    assertThat(exceptions.get(1).path("sql_state").isNull()).isTrue();
    assertThat(exceptions.get(0).path("stack")).isNotEmpty();
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
    try (EventWriter writer =
        new EventWriter(folder, clock, new EventOrigin("id", "sales", "u1", "ann"))) {
      content.accept(writer);
    }
  }

  private static List<String> messages(EventLog log, EventFilter filter) {
    return log.read(filter).stream().map(PipelineEvent::message).toList();
  }
}
