/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.product;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lakeward.systemtests.product.LakewardProcess.Finished;
import io.lakeward.systemtests.product.LakewardProcess.Started;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is wrong with the project, the data or the machine: a clear word, and no harm. */
@NeedsProduct
final class BadInputTest {

  @Test
  void anEmptyFolderHasNothingToRun(@TempDir Path folder) {
    Finished finished = LakewardProcess.in(folder).run("run").expectExit(2);

    assertThat(finished.said()).contains("RUN_EMPTY_PIPELINE");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void filesWithoutADatasetHaveNothingToRunEither(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("notes.sql"), "-- later\nSET a = 1;\n");

    Finished finished = LakewardProcess.in(folder).run("run").expectExit(2);

    assertThat(finished.said()).contains("RUN_EMPTY_PIPELINE");
  }

  @Test
  void aSourceFileThatIsNotUtf8IsNamed(@TempDir Path folder) throws Exception {
    Files.write(folder.resolve("old.sql"), new byte[] {'-', '-', ' ', (byte) 0xe4, '\n'});

    Finished finished = LakewardProcess.in(folder).run("run").expectExit(2);

    assertThat(finished.said()).contains("SOURCE_FILE_NOT_UTF8", "old.sql");
  }

  @Test
  void aProjectThatIsNoFolderIsRefused(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("not-a-folder"), "");

    Finished finished = LakewardProcess.in(folder).run("run", file.toString()).expectExit(2);

    assertThat(finished.said()).contains("PROJECT_NOT_FOUND", "not-a-folder");
  }

  @Test
  void aSourcePathThatDoesNotExistIsTold(@TempDir Path folder) {
    ShipmentsProject project = ShipmentsProject.in(folder);

    Finished finished = project.lakeward().run("run").expectExit(2);

    assertThat(finished.said())
        .contains("PATH_NOT_FOUND", "/Volumes/shop/raw/landing/events/", "shipments.sql:");
  }

  @Test
  void malformedLinesAreKeptOutAndCounted(@TempDir Path folder) {
    ShipmentsProject project = ShipmentsProject.in(folder);
    project.land("a.json", 0, 30);
    project.landText("b.json", "{\"shipment_id\":\"cut off\nno JSON at all\n");

    Finished finished = project.lakeward().run("run", "--output", "json").expectExit(0);

    assertThat(Json.parse(finished.out()).findValuesAsText("rows_malformed")).contains("2");
    project.expectExactlyTheLandedRows();
  }

  @Test
  void aDiskThatFillsLeavesTheLastGoodVersion(@TempDir Path folder) throws Exception {
    ShipmentsProject project = ShipmentsProject.in(folder);
    project.land("a.json", 0, 30);
    Path state = Files.createDirectories(folder.resolve(".lakeward"));
    assumeTrue(
        shell("mount -t tmpfs -o size=6m tmpfs " + state) == 0, "needs a file system of its own");
    try {
      project.lakeward().run("run").expectExit(0);
      Map<String, String> before = project.deltaLogs();
      Path ballast = fill(state, 96 * 1024);
      project.land("b.json", 1000, 21_000);

      Finished finished = project.lakeward().run("run").expectExit(1);

      assertThat(finished.said()).contains("DISK_FULL");
      assertThat(project.deltaLogs()).isEqualTo(before);

      Files.delete(ballast);
      project.lakeward().run("run").expectExit(0);
      project.expectExactlyTheLandedRows();
    } finally {
      shell("umount -l " + state);
    }
  }

  @Test
  void twoRunsAtOnceNeverWriteTogether(@TempDir Path folder) {
    ShipmentsProject project = ShipmentsProject.in(folder);
    for (int file = 0; file < 8; file++) {
      project.land("events-" + file + ".json", file * 50, file * 50 + 50);
    }

    Started one = project.lakeward().start("run");
    Started two = project.lakeward().start("run");
    Finished first = one.await();
    Finished second = two.await();

    for (Finished finished : java.util.List.of(first, second)) {
      if (finished.exit() != 0) {
        assertThat(finished.said()).contains("UPDATE_ALREADY_RUNNING");
      }
    }
    assertThat(Math.min(first.exit(), second.exit())).as("one of them finished").isZero();
    project.expectExactlyTheLandedRows();
  }

  /** Fills the file system that holds a folder, up to some free bytes. */
  private static Path fill(Path folder, long free) throws IOException {
    FileStore store = Files.getFileStore(folder);
    Path ballast = folder.resolve("ballast");
    Files.write(ballast, new byte[(int) Math.max(0, store.getUsableSpace() - free)]);
    return ballast;
  }

  private static int shell(String command) throws Exception {
    return new ProcessBuilder("sh", "-c", command + " >/dev/null 2>&1").start().waitFor();
  }
}
