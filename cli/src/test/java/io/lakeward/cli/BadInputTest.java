/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lakeward.testkit.shipments.Json;
import io.lakeward.testkit.shipments.LakewardCommand.Finished;
import io.lakeward.testkit.shipments.ShipmentsProject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is wrong with the project or the data: a clear word, and no harm. */
final class BadInputTest {

  @Test
  void anEmptyFolderHasNothingToRun(@TempDir Path folder) {
    Finished finished = new CommandInProcess(folder).run("run").expectExit(2);

    assertThat(finished.said()).contains("RUN_EMPTY_PIPELINE");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void filesWithoutADatasetHaveNothingToRunEither(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("notes.sql"), "-- later\nSET a = 1;\n");

    Finished finished = new CommandInProcess(folder).run("run").expectExit(2);

    assertThat(finished.said()).contains("RUN_EMPTY_PIPELINE");
  }

  @Test
  void aSourceFileThatIsNotUtf8IsNamed(@TempDir Path folder) throws Exception {
    Files.write(folder.resolve("old.sql"), new byte[] {'-', '-', ' ', (byte) 0xe4, '\n'});

    Finished finished = new CommandInProcess(folder).run("run").expectExit(2);

    assertThat(finished.said()).contains("SOURCE_FILE_NOT_UTF8", "old.sql");
  }

  @Test
  void aProjectThatIsNoFolderIsRefused(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("not-a-folder"), "");

    Finished finished = new CommandInProcess(file).run("run").expectExit(2);

    assertThat(finished.said()).contains("PROJECT_NOT_FOUND", "not-a-folder");
  }

  @Test
  void aSourcePathThatDoesNotExistIsTold(@TempDir Path folder) {
    ShipmentsProject project = ShipmentsProject.in(folder, new CommandInProcess(folder));

    Finished finished = project.lakeward().run("run").expectExit(2);

    assertThat(finished.said())
        .contains("PATH_NOT_FOUND", "/Volumes/shop/raw/landing/events/", "shipments.sql:");
  }

  /** Whoever may read everything has to skip this one. */
  @Test
  void aFolderThatMayNotBeReadIsNamed(@TempDir Path folder) throws Exception {
    ShipmentsProject project = ShipmentsProject.in(folder, new CommandInProcess(folder));
    project.land("a.json", 0, 3);
    Path landing = folder.resolve("volumes/shop/raw/landing/events");
    Set<PosixFilePermission> before = Files.getPosixFilePermissions(landing);
    Files.setPosixFilePermissions(landing, Set.of());
    try {
      assumeTrue(!Files.isReadable(landing), "the user may read everything");

      Finished finished = project.lakeward().run("run").expectExit(2);

      assertThat(finished.said())
          .contains("IO_FAILED", "permission denied", "shipments.sql:", "fix:");
    } finally {
      Files.setPosixFilePermissions(landing, before);
    }
  }

  @Test
  void malformedLinesAreKeptOutAndCounted(@TempDir Path folder) {
    ShipmentsProject project = ShipmentsProject.in(folder, new CommandInProcess(folder));
    project.land("a.json", 0, 30);
    project.landText("b.json", "{\"shipment_id\":\"cut off\nno JSON at all\n");

    Finished finished = project.lakeward().run("run", "--output", "json").expectExit(0);

    assertThat(Json.parse(finished.out()).findValuesAsText("rows_malformed")).contains("2");
    project.expectExactlyTheLandedRows();
  }
}
