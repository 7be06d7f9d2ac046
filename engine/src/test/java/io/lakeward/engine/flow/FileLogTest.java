/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.autoloader.DiscoveredFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileLogTest {
  @TempDir Path folder;

  @Test
  void remembersFilesInOrder() {
    FileLog log = new FileLog(folder.resolve("log"));
    log.add(List.of(file("/a", 1), file("/b", 2)));
    log.add(List.of(file("/c", 3)));

    FileLog reopened = new FileLog(folder.resolve("log"));

    assertThat(reopened.entries(0, 3)).containsExactly(file("/a", 1), file("/b", 2), file("/c", 3));
    assertThat(reopened.entries(1, 2)).containsExactly(file("/b", 2));
    assertThat(reopened.contains(Path.of("/c"))).isTrue();
    assertThat(reopened.contains(Path.of("/d"))).isFalse();
  }

  @Test
  void forgetsEntriesThatNoPlanCounts() {
    FileLog log = new FileLog(folder.resolve("log"));
    log.add(List.of(file("/a", 1), file("/b", 2)));

    log.cutTo(1);
    log.add(List.of(file("/c", 3)));

    FileLog reopened = new FileLog(folder.resolve("log"));
    assertThat(reopened.entries(0, 2)).containsExactly(file("/a", 1), file("/c", 3));
    assertThat(reopened.contains(Path.of("/b"))).isFalse();
  }

  @Test
  void writesOverALineThatACrashCutOff() throws Exception {
    FileLog log = new FileLog(folder.resolve("log"));
    log.add(List.of(file("/a", 1)));
    Files.writeString(folder.resolve("log"), "17\t99\t/half", StandardOpenOption.APPEND);

    FileLog reopened = new FileLog(folder.resolve("log"));
    reopened.add(List.of(file("/c", 3)));

    assertThat(new FileLog(folder.resolve("log")).entries(0, 2))
        .containsExactly(file("/a", 1), file("/c", 3));
  }

  @Test
  void keepsPathsWithTabsLineBreaksAndBackslashes() {
    DiscoveredFile odd = file("/a\tb\nc\\n d", 1);
    FileLog log = new FileLog(folder.resolve("log"));
    log.add(List.of(odd));

    assertThat(new FileLog(folder.resolve("log")).entries(0, 1)).containsExactly(odd);
  }

  @Test
  void refusesABatchThatCountsMoreFilesThanThereAre() {
    FileLog log = new FileLog(folder.resolve("log"));
    log.add(List.of(file("/a", 1)));

    assertThatThrownBy(() -> log.entries(0, 2))
        .hasMessageContaining("STATE_DAMAGED")
        .hasMessageContaining("has 1 entries, but a batch was planned with 2");
  }

  private static DiscoveredFile file(String path, long size) {
    return new DiscoveredFile(Path.of(path), size, 1_700_000_000_000L + size);
  }
}
