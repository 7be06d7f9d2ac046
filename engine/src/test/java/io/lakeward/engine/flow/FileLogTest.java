/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.autoloader.discovery.DiscoveredFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileLogTest {
  private static final long NOW = 1_800_000_000_000L;

  @TempDir Path folder;

  @Test
  void remembersFilesInOrder() {
    FileLog log = log();
    log.add(List.of(file("/a", 1), file("/b", 2)), NOW);
    log.add(List.of(file("/c", 3)), NOW);

    FileLog reopened = log();

    assertThat(reopened.entries(0, 3)).containsExactly(file("/a", 1), file("/b", 2), file("/c", 3));
    assertThat(reopened.entries(1, 2)).containsExactly(file("/b", 2));
    assertThat(reopened.contains(Path.of("/c"))).isTrue();
    assertThat(reopened.contains(Path.of("/d"))).isFalse();
  }

  @Test
  void forgetsEntriesThatNoPlanCounts() {
    FileLog log = log();
    log.add(List.of(file("/a", 1), file("/b", 2)), NOW);

    log.cutTo(1);
    log.add(List.of(file("/c", 3)), NOW);

    FileLog reopened = log();
    assertThat(reopened.entries(0, 2)).containsExactly(file("/a", 1), file("/c", 3));
    assertThat(reopened.contains(Path.of("/b"))).isFalse();
  }

  @Test
  void writesOverALineThatACrashCutOff() throws Exception {
    FileLog log = log();
    log.add(List.of(file("/a", 1)), NOW);
    Files.writeString(folder.resolve("log"), "17\t99\t5\t/half", StandardOpenOption.APPEND);

    FileLog reopened = log();
    reopened.add(List.of(file("/c", 3)), NOW);

    assertThat(log().entries(0, 2)).containsExactly(file("/a", 1), file("/c", 3));
  }

  @Test
  void keepsPathsWithTabsLineBreaksAndBackslashes() {
    DiscoveredFile odd = file("/a\tb\nc\\n d", 1);
    FileLog log = log();
    log.add(List.of(odd), NOW);

    assertThat(log().entries(0, 1)).containsExactly(odd);
  }

  @Test
  void refusesABatchThatCountsMoreFilesThanThereAre() {
    FileLog log = log();
    log.add(List.of(file("/a", 1)), NOW);

    assertThatThrownBy(() -> log.entries(0, 2))
        .hasMessageContaining("STATE_DAMAGED")
        .hasMessageContaining("has 1 entries, but a batch was planned with 2");
  }

  @Test
  void knowsTheFilesOfAProjectThatWasMoved() {
    Path before = folder.resolve("before");
    Path after = folder.resolve("after");
    FileLog log =
        new FileLog(folder.resolve("log"), new FileAddresses(before.resolve("volumes"), before));
    log.add(
        List.of(
            new DiscoveredFile(before.resolve("volumes/c/s/v/a.json"), 1, 1),
            new DiscoveredFile(before.resolve("data/b.json"), 1, 1),
            new DiscoveredFile(Path.of("/elsewhere/c.json"), 1, 1)),
        NOW);

    FileLog moved =
        new FileLog(folder.resolve("log"), new FileAddresses(after.resolve("volumes"), after));

    assertThat(moved.entries(0, 3))
        .extracting(DiscoveredFile::path)
        .containsExactly(
            after.resolve("volumes/c/s/v/a.json"),
            after.resolve("data/b.json"),
            Path.of("/elsewhere/c.json"));
  }

  private FileLog log() {
    return new FileLog(folder.resolve("log"), new FileAddresses(folder.resolve("volumes"), folder));
  }

  private static DiscoveredFile file(String path, long size) {
    return new DiscoveredFile(Path.of(path), size, 1_700_000_000_000L + size);
  }
}
