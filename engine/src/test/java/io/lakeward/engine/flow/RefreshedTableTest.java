/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.engine.executor.TransactionMark;
import io.lakeward.tables.DeltaTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Full refreshes, tables of others, streamed tables and views. */
class RefreshedTableTest extends RefresherFixture {
  @Test
  void REF_2_aFullRefreshEmptiesTheTableOnceAndReadsEverythingAgain() {
    listing = List.of(file("/a"));
    streamFiles().refresh(false);
    executor.failure = ScriptedExecutor.Failure.BEFORE_COMMIT;
    assertThatThrownBy(() -> streamFiles().refresh(true)).hasMessageContaining("died");
    long emptied = services().table(TARGET).latestVersion().orElseThrow();

    executor.failure = ScriptedExecutor.Failure.NONE;
    streamFiles().refresh(false);

    assertThat(services().table(TARGET).history(10))
        .extracting(h -> h.version() + " " + h.operation())
        .contains(emptied + " FULL REFRESH");
    assertThat(
            services().table(TARGET).history(10).stream()
                .filter(h -> h.operation().equals("FULL REFRESH")))
        .hasSize(1);
    assertThat(filesOf(executor.requests.get(2))).containsExactly(file("/a"));
    assertThat(marks().get(2).appId()).isNotEqualTo(marks().get(0).appId());
  }

  @Test
  void CON_10_aTableThatSomethingElseMadeIsLeftAlone() {
    services()
        .table(TARGET)
        .newTransaction(io.lakeward.tables.WriteMode.APPEND, "CREATE TABLE")
        .withSchema(SCHEMA.json())
        .commit();

    assertThatThrownBy(() -> streamFiles().refresh(false))
        .hasMessageContaining("TABLE_OWNED_BY_ANOTHER")
        .hasMessageContaining("main.default.t");
    assertThat(services().table(TARGET).latestVersion()).hasValue(0);
  }

  @Test
  void afterAFullRefreshAStrangersTableIsStillLeftAlone() throws Exception {
    listing = List.of(file("/a"));
    streamFiles().refresh(false);
    streamFiles().refresh(true);
    Path path = services().table(TARGET).path();
    java.nio.file.Files.move(path, folder.resolve("moved away"));
    DeltaTable.at(path)
        .newTransaction(io.lakeward.tables.WriteMode.APPEND, "CREATE TABLE")
        .withSchema(SCHEMA.json())
        .commit();

    assertThatThrownBy(() -> streamFiles().refresh(false))
        .hasMessageContaining("TABLE_OWNED_BY_ANOTHER");
  }

  @Test
  void aStreamedTableThatWasPutBackToAnOlderStateFailsTheFlow() throws Exception {
    append(UPSTREAM);
    append(UPSTREAM);
    streamTable().refresh(false);
    java.nio.file.Files.delete(
        services().table(UPSTREAM).path().resolve("_delta_log/00000000000000000001.json"));

    assertThatThrownBy(() -> streamTable().refresh(false))
        .hasMessageContaining("SOURCE_TABLE_CHANGED")
        .hasMessageContaining("put back to an older state");
  }

  @Test
  void SQL_28_aCommentThatTheDefinitionNoLongerHasIsRemovedOnce() {
    streamFiles().refresh(false);
    services()
        .table(TARGET)
        .newTransaction(io.lakeward.tables.WriteMode.APPEND, "ALTER")
        .withDescription("by hand")
        .withProperties(Map.of("owner", "somebody"))
        .commit();

    streamFiles().refresh(false);
    long settled = services().table(TARGET).latestVersion().orElseThrow();
    streamFiles().refresh(false);

    assertThat(services().table(TARGET).snapshot().description().orElse("")).isEmpty();
    assertThat(services().table(TARGET).snapshot().properties()).doesNotContainKey("owner");
    assertThat(services().table(TARGET).latestVersion()).hasValue(settled);
  }

  @Test
  void aStreamedTableIsReadFromWhereTheLastBatchEnded() {
    append(UPSTREAM);
    append(UPSTREAM);
    streamTable().refresh(false);
    append(UPSTREAM);

    streamTable().refresh(false);
    streamTable().refresh(false);

    assertThat(executor.requests).hasSize(2);
    assertThat(marks()).extracting(TransactionMark::version).containsExactly(0L, 1L);
  }

  @Test
  void SQL_23_aStreamedTableWhoseRowsWereReplacedFailsTheFlow() {
    append(UPSTREAM);
    streamTable().refresh(false);
    addFileTo(UPSTREAM);
    streamTable().refresh(false);
    services()
        .table(UPSTREAM)
        .newTransaction(io.lakeward.tables.WriteMode.OVERWRITE, "WRITE")
        .withSchema(SCHEMA.json())
        .commit();

    assertThatThrownBy(() -> streamTable().refresh(false))
        .hasMessageContaining("SOURCE_TABLE_CHANGED")
        .hasMessageContaining("main.default.up");
  }

  @Test
  void MV_4_aViewWhoseSourcesAndDefinitionAreUnchangedIsNotWritten() {
    append(UPSTREAM);
    view("v1").refresh(false);
    view("v1").refresh(false);
    assertThat(executor.requests).hasSize(1);

    append(UPSTREAM);
    view("v1").refresh(false);
    assertThat(executor.requests).hasSize(2);

    view("v2").refresh(false);
    assertThat(executor.requests).hasSize(3);
  }
}
