/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lakeward.engine.event.EventLog;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The event log as a Delta table, and what is kept of its files. */
class PublishedLogTest {
  private static final String ONE_VIEW =
      "CREATE OR REFRESH MATERIALIZED VIEW m AS SELECT 1 AS one;\n";

  @TempDir Path folder;

  @Test
  void SET_14_theLogIsAppendedToATableEachEventOnce() {
    QualityProject project =
        new QualityProject(folder)
            .settings("name: p\nevent_log: {catalog: ops, schema: logs, name: p_events}\n")
            .sql(ONE_VIEW);
    for (int i = 0; i < 3; i++) {
      project.run();
    }
    assertThat(
            project.rows(
                "SELECT count(*) = count(DISTINCT id), count(DISTINCT origin.update_id) FROM ops.logs.p_events"))
        .containsExactly("[true, 3]");
    assertThat(
            project.rows(
                """
                SELECT count(*) FROM (SELECT id, message, details FROM event_log('p') EXCEPT SELECT id, message, details FROM ops.logs.p_events)
                """))
        .containsExactly("[0]");
    assertThat(
            project.rows(
                "SELECT DISTINCT details:update_progress.state FROM ops.logs.p_events WHERE details:update_progress.state = 'COMPLETED'"))
        .containsExactly("[COMPLETED]");
  }

  @Test
  void SET_14_aTableOfSomeoneElseIsNotTouched() {
    QualityProject project =
        new QualityProject(folder).settings("event_log: {name: m}\n").sql(ONE_VIEW);
    ProjectException refused = catchThrowableOfType(ProjectException.class, project::run);
    assertThat(refused.problems().get(0).code()).isEqualTo(ProblemCode.SETTINGS_INVALID);
    assertThat(refused.problems().get(0).where().orElseThrow().line()).isEqualTo(1);

    project.settings("name: p\n").run();
    project.settings("event_log: {name: m}\n").sql(ONE_VIEW.replace(" m ", " n "));
    ProjectException owned = catchThrowableOfType(ProjectException.class, project::run);
    assertThat(owned.problems().get(0).code()).isEqualTo(ProblemCode.TABLE_OWNED_BY_ANOTHER);
  }

  @Test
  void EV_3_oldFilesOfTheLogAreDeletedTheNewestNever() throws Exception {
    QualityProject project =
        new QualityProject(folder)
            .settings("configuration: {lakeward.eventLog.retentionDays: 2}\n")
            .sql(ONE_VIEW);
    project.run();
    project.run();
    Path events;
    try (var pipeline = project.open()) {
      events = pipeline.eventLog().folder();
    }
    List<EventLog.Part> parts = new EventLog(events).wholeLines();
    assertThat(parts).hasSize(2);
    for (EventLog.Part part : parts) {
      Files.setLastModifiedTime(
          part.file(), FileTime.from(Instant.now().minus(Duration.ofDays(3))));
    }
    project.run();
    assertThat(new EventLog(events).wholeLines()).hasSize(1).doesNotContainAnyElementsOf(parts);

    project.settings("configuration: {lakeward.eventLog.maxSize: 1k}\n");
    project.run();
    project.run();
    assertThat(new EventLog(events).wholeLines()).hasSize(1);
  }

  @Test
  void EV_3_aWrongRetentionIsToldBeforeAnythingIsDone() {
    QualityProject project =
        new QualityProject(folder)
            .settings("configuration: {lakeward.eventLog.retentionDays: never}\n")
            .sql(ONE_VIEW);
    ProjectException refused = catchThrowableOfType(ProjectException.class, project::run);
    assertThat(refused.problems().get(0).code()).isEqualTo(ProblemCode.SETTINGS_INVALID);
    assertThat(folder.resolve(".lakeward/warehouse")).doesNotExist();
  }
}
