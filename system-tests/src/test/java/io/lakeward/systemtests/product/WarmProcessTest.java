/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.product;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lakeward.testkit.shipments.LakewardCommand.Finished;
import io.lakeward.testkit.shipments.ShipmentsProject;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run in development mode leaves a process that does the next run of the project. */
@NeedsProduct
class WarmProcessTest {
  @TempDir private Path folder;
  private ShipmentsProject project;

  @BeforeEach
  void runOnce() {
    project = ShipmentsProject.in(folder, LakewardProcess.in(folder));
    project.land("a.json", 1, 20);
    project.lakeward().run("run", "--development").expectExit(0);
    await().atMost(Duration.ofSeconds(60)).until(() -> !warmProcesses().isEmpty());
  }

  @AfterEach
  void stop() {
    project.lakeward().run("stop").expectExit(0);
    warmProcesses().forEach(ProcessHandle::destroyForcibly);
  }

  @Test
  void itDoesTheNextRunWithTheProjectAsItIsThen() {
    ProcessHandle warm = warmProcesses().get(0);
    project.land("b.json", 20, 30);
    project.write(
        "transformations/more.sql",
        "CREATE OR REFRESH MATERIALIZED VIEW carriers AS SELECT count(*) AS n FROM gold;");

    Finished run = project.lakeward().run("run", "--development").expectExit(0);

    assertThat(run.said()).contains("carriers");
    project.expectExactlyTheLandedRows();
    assertThat(project.rows("SELECT n FROM carriers").get(0).get("n").asInt()).isEqualTo(4);
    assertThat(warmProcesses()).containsExactly(warm);
  }

  @Test
  void whatGoesWrongIsToldAsEver() {
    project.rewrite(
        "transformations/shipments.sql", "CREATE OR REFRESH STREAMING TABLE t AS SELEC");

    Finished run = project.lakeward().run("run", "--development", "--output", "json");

    run.expectExit(2);
    assertThat(run.out()).startsWith("{").contains("PARSE_SYNTAX_ERROR");
    assertThat(run.err()).contains("transformations/shipments.sql:1:");
  }

  @Test
  void stopEndsIt() {
    Finished stop = project.lakeward().run("stop").expectExit(0);

    assertThat(stop.err()).contains("Ended the process");
    await().atMost(Duration.ofSeconds(20)).until(() -> warmProcesses().isEmpty());
    assertThat(project.lakeward().run("stop").expectExit(0).err()).contains("No process");
  }

  /** Connectors may read keys from the environment, where they change. */
  @Test
  void withJarsOfAUserItServesThoseOfTheSameEnvironment(@TempDir Path home) throws Exception {
    project.lakeward().run("stop").expectExit(0);
    Path jar = Files.copy(aJar(), home.resolve("user.jar"));
    LakewardProcess.install(home, List.of(jar));
    LakewardProcess mine =
        LakewardProcess.in(folder, home).with("LAKEWARD_ARCHIVE", "off").with("A_KEY", "1");
    mine.run("run", "--development").expectExit(0);
    await().atMost(Duration.ofSeconds(60)).until(() -> !warmProcesses().isEmpty());
    ProcessHandle warm = warmProcesses().get(0);
    project.land("b.json", 20, 30);

    mine.run("run", "--development").expectExit(0);

    project.expectExactlyTheLandedRows();
    assertThat(warmProcesses()).containsExactly(warm);
    mine.with("A_KEY", "2").run("run", "--development").expectExit(0);
    await().atMost(Duration.ofSeconds(60)).until(() -> !warm.isAlive());
    mine.run("stop").expectExit(0);
  }

  private static Path aJar() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> entry.endsWith(".jar"))
        .map(Path::of)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void withoutItTheRunIsDoneAlone() {
    warmProcesses().forEach(ProcessHandle::destroyForcibly);
    project.land("b.json", 20, 30);

    project.lakeward().run("run").expectExit(0);

    project.expectExactlyTheLandedRows();
  }

  private List<ProcessHandle> warmProcesses() {
    return ProcessHandle.allProcesses()
        .filter(
            process ->
                process
                    .info()
                    .commandLine()
                    .filter(line -> line.contains("WarmMain") && line.contains(realFolder()))
                    .isPresent())
        .filter(ProcessHandle::isAlive)
        .toList();
  }

  private String realFolder() {
    return String.valueOf(folder.getFileName());
  }
}
