/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.product;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lakeward.testkit.shipments.LakewardCommand.Finished;
import io.lakeward.testkit.shipments.ShipmentsProject;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk without room fails the update and harms no table. */
@NeedsProduct
final class DiskFullTest {

  @Test
  void aDiskThatFillsLeavesTheLastGoodVersion(@TempDir Path folder) throws Exception {
    ShipmentsProject project = ShipmentsProject.in(folder, LakewardProcess.in(folder));
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
