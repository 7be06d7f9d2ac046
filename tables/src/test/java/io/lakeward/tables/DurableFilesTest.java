/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableFilesTest {
  @TempDir Path folder;

  @Test
  void aNameIsGivenOnce() throws IOException {
    Path file = folder.resolve("f");
    DurableFiles.writeNew(file, bytes("first"));

    assertThatThrownBy(() -> DurableFiles.writeNew(file, bytes("second")))
        .isInstanceOf(FileAlreadyExistsException.class);
    Path finished = Files.writeString(folder.resolve("x"), "third");
    assertThatThrownBy(() -> DurableFiles.publishNew(finished, file))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(file).hasContent("first");
  }

  @Test
  void nothingIsLeftBeside() throws IOException {
    DurableFiles.writeNew(folder.resolve("a"), bytes("1"));
    DurableFiles.replace(folder.resolve("a"), bytes("2"));

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(folder.resolve("a"));
    }
    assertThat(folder.resolve("a")).hasContent("2");
  }

  @Test
  void withoutLinksANameIsStillGivenOnceAndToAWholeFile() throws Exception {
    int writers = 8;
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try {
      for (int round = 0; round < 20; round++) {
        Path target = folder.resolve("v" + round);
        List<Future<Boolean>> wins = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
          Path finished = Files.writeString(folder.resolve("t" + i), "content of " + i);
          wins.add(threads.submit(() -> isFirst(finished, target)));
        }
        int winner = -1;
        for (int i = 0; i < writers; i++) {
          if (wins.get(i).get()) {
            assertThat(winner).isEqualTo(-1);
            winner = i;
          }
        }
        assertThat(target).hasContent("content of " + winner);
      }
    } finally {
      threads.shutdown();
    }
  }

  private static boolean isFirst(Path finished, Path target) throws IOException {
    try {
      DurableFiles.moveToNew(finished, target);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  @Test
  void twoProcessesShareTheVersionsOfATableWithoutLoss() throws Exception {
    DeltaTable table = Fixture.newTable(folder);
    Fixture.append(table, 0);
    List<Process> writers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      writers.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  ProgressWriter.class.getName(),
                  table.path().toString(),
                  "writer" + i)
              .redirectError(new File(folder.toFile(), "err" + i))
              .redirectOutput(new File(folder.toFile(), "out" + i))
              .start());
    }
    for (Process writer : writers) {
      assertThat(writer.waitFor()).isZero();
    }

    assertThat(table.snapshot().version()).isEqualTo(2 * ProgressWriter.COMMITS);
    assertThat(table.transactionVersion("writer0")).hasValue(ProgressWriter.COMMITS);
    assertThat(table.transactionVersion("writer1")).hasValue(ProgressWriter.COMMITS);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
