/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.engine.executor.TransactionMark;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Files that stream into a table, batch by batch. */
class TableRefresherTest extends RefresherFixture {
  @Test
  void eachFileIsReadOnceInBatchesOfTheLimit() {
    maxFiles = 2;
    listing = List.of(file("/a"), file("/b"), file("/c"));

    streamFiles().refresh(false);

    assertThat(filesOf(executor.requests.get(0))).containsExactly(file("/a"), file("/b"));
    assertThat(filesOf(executor.requests.get(1))).containsExactly(file("/c"));
    assertThat(marks()).extracting(TransactionMark::version).containsExactly(0L, 1L);

    listing = List.of(file("/a"), file("/b"), file("/c"), file("/d"));
    streamFiles().refresh(false);

    assertThat(executor.requests).hasSize(3);
    assertThat(filesOf(executor.requests.get(2))).containsExactly(file("/d"));
  }

  @Test
  void nothingNewMeansNoCommitAndAnIdleFlow() {
    listing = List.of(file("/a"));
    streamFiles().refresh(false);
    long version = services().table(TARGET).latestVersion().orElseThrow();

    streamFiles().refresh(false);

    assertThat(services().table(TARGET).latestVersion()).hasValue(version);
    assertThat(progress.idle).containsExactly(false, true);
  }

  @Test
  void aTableExistsAfterItsFirstUpdateEvenWithoutRows() {
    streamFiles().refresh(false);

    assertThat(services().table(TARGET).exists()).isTrue();
    assertThat(executor.requests).isEmpty();
    streamFiles().refresh(false);
    assertThat(services().table(TARGET).latestVersion()).hasValue(0);
  }

  @Test
  void aBatchThatDiedBeforeItsCommitIsReplayedWithTheSameFiles() {
    listing = List.of(file("/a"));
    executor.failure = ScriptedExecutor.Failure.BEFORE_COMMIT;
    assertThatThrownBy(() -> streamFiles().refresh(false)).hasMessageContaining("died");

    executor.failure = ScriptedExecutor.Failure.NONE;
    listing = List.of(file("/a"), file("/b"));
    streamFiles().refresh(false);

    assertThat(executor.requests).hasSize(3);
    assertThat(filesOf(executor.requests.get(1))).containsExactly(file("/a"));
    assertThat(marks().get(1)).isEqualTo(marks().get(0));
    assertThat(filesOf(executor.requests.get(2))).containsExactly(file("/b"));
  }

  @Test
  void AL_24_aFailedBatchIsPlannedAnewWhenAFileOfItWasRemoved() throws Exception {
    DiscoveredFile broken = file("/broken");
    listing = List.of(file("/a"), broken);
    executor.failure = ScriptedExecutor.Failure.BEFORE_COMMIT;
    assertThatThrownBy(() -> streamFiles().refresh(false)).hasMessageContaining("died");

    executor.failure = ScriptedExecutor.Failure.NONE;
    java.nio.file.Files.delete(broken.path());
    listing = List.of(file("/a"));
    streamFiles().refresh(false);
    streamFiles().refresh(false);

    assertThat(executor.requests).hasSize(2);
    assertThat(filesOf(executor.requests.get(1))).containsExactly(file("/a"));
  }

  @Test
  void aFailedBatchWhoseOnlyFileWasRemovedIsForgotten() throws Exception {
    DiscoveredFile broken = file("/broken");
    listing = List.of(broken);
    executor.failure = ScriptedExecutor.Failure.BEFORE_COMMIT;
    assertThatThrownBy(() -> streamFiles().refresh(false)).hasMessageContaining("died");

    executor.failure = ScriptedExecutor.Failure.NONE;
    java.nio.file.Files.delete(broken.path());
    listing = List.of();
    streamFiles().refresh(false);
    listing = List.of(file("/b"));
    streamFiles().refresh(false);

    assertThat(executor.requests).hasSize(2);
    assertThat(filesOf(executor.requests.get(1))).containsExactly(file("/b"));
  }

  @Test
  void AL_21_aChangedFileIsReadAgainOnlyIfOverwritesAreAllowed() {
    listing = List.of(file("/a"));
    streamFiles().refresh(false);
    listing = List.of(file("/a", 20));
    streamFiles().refresh(false);
    assertThat(executor.requests).hasSize(1);

    options = Map.of("allowOverwrites", "true");
    streamFiles().refresh(false);
    streamFiles().refresh(false);
    assertThat(executor.requests).hasSize(2);
    assertThat(filesOf(executor.requests.get(1))).containsExactly(file("/a", 20));
  }

  @Test
  void AL_22_existingFilesAreLeftOutAtTheFirstStartOnly() {
    options = Map.of("includeExistingFiles", "false");
    listing = List.of(file("/old"));
    streamFiles().refresh(false);
    listing = List.of(file("/old"), file("/new"));
    streamFiles().refresh(false);
    options = Map.of("includeExistingFiles", "true");
    streamFiles().refresh(false);

    assertThat(
            executor.requests.stream()
                .flatMap(request -> filesOf(request).stream())
                .map(DiscoveredFile::path))
        .containsExactly(file("/new").path());
  }

  @Test
  void aBatchThatDiedAfterItsCommitIsNotRunAgain() {
    listing = List.of(file("/a"));
    executor.failure = ScriptedExecutor.Failure.AFTER_COMMIT;
    assertThatThrownBy(() -> streamFiles().refresh(false)).hasMessageContaining("died");

    executor.failure = ScriptedExecutor.Failure.NONE;
    streamFiles().refresh(false);

    assertThat(executor.requests).hasSize(1);
  }
}
