/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.product;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lakeward.testkit.shipments.Json;
import io.lakeward.testkit.shipments.LakewardCommand;
import io.lakeward.testkit.shipments.ShipmentsProject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster of several processes gives the rows that one process gives, also if a part of it dies.
 */
@NeedsProduct
@TestMethodOrder(MethodOrderer.OrderAnnotation.class) // the worker that one test kills stays dead
final class ClusterTest {
  private static final int INCREMENT = 100_000;
  private static final int FILES = 10;

  /** Takes connections and never says a word. */
  private static ServerSocket silentMaster;

  @TempDir static Path clusterFolder;
  @TempDir static Path unheardFolder;
  private static SparkCluster cluster;
  private static ShipmentsProject unheard;
  private static Map<String, String> logsBefore;
  private static LakewardProcess.Started unheardRun;

  @TempDir Path folder;

  @BeforeAll
  static void start() throws IOException {
    silentMaster = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    cluster = SparkCluster.start(clusterFolder, 2);
    // Spark knocks for a minute before it gives up: the other tests go on meanwhile.
    unheard = ShipmentsProject.in(unheardFolder, LakewardProcess.in(unheardFolder));
    unheard.land("first.json", 0, 100);
    unheard.lakeward().run("run", "--engine", "embedded").expectExit(0);
    logsBefore = unheard.deltaLogs();
    unheard.land("second.json", 100, 200);
    unheardRun =
        LakewardProcess.in(unheardFolder)
            .start("run", "--engine", "spark", "--master", silentAddress());
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.close();
    silentMaster.close();
  }

  private static String silentAddress() {
    return "spark://127.0.0.1:" + silentMaster.getLocalPort();
  }

  @Test
  @Order(1)
  void theExampleHasTheSameRowsAsOnTheEmbeddedEngine() {
    String query =
        "SELECT carrier_id, month, on_time_rate, shipments FROM gold_on_time_kpis ORDER BY 1, 2";
    Path onCluster = folder.resolve("cluster");
    Path embedded = folder.resolve("embedded");
    Examples.copy("01-shipments", onCluster);
    Examples.copy("01-shipments", embedded);

    LakewardProcess.in(embedded).run("run", "--engine", "embedded").expectExit(0);
    onCluster(onCluster).await().expectExit(0);

    assertThat(rows(onCluster, query)).isEqualTo(rows(embedded, query)).isNotEmpty();
    assertThat(SparkCluster.executors(clusterFolder, 1)).isPositive();
    assertThat(SparkCluster.executors(clusterFolder, 2)).isPositive();
  }

  @Test
  @Order(2)
  void anIncrementHasExactlyItsRowsThoughAWorkerDiesInTheMiddle() {
    ShipmentsProject project = ShipmentsProject.in(folder, LakewardProcess.in(folder));
    project.land("first.json", 0, 100);
    LakewardProcess.in(project.folder()).run("run", "--engine", "embedded").expectExit(0);
    long before = bronzeFiles();
    int each = INCREMENT / FILES;
    for (int file = 0; file < FILES; file++) {
      project.land("more-" + file + ".json", 100 + file * each, 100 + (file + 1) * each);
    }

    LakewardProcess.Started run = onCluster(project.folder());
    while (bronzeFiles() == before && run.process().isAlive()) {
      LakewardProcess.pause();
    }
    assertThat(run.process().isAlive()).as("the worker dies while the update runs").isTrue();
    cluster.killWorker();
    run.await().expectExit(0);

    project.expectExactlyTheLandedRows();
  }

  @Test
  @Order(3)
  void aMasterThatDoesNotAnswerLeavesTheTablesAsTheyWere() {
    LakewardCommand.Finished run = unheardRun.await().expectExit(1);

    assertThat(run.said())
        .contains(
            "error[SPARK_UNAVAILABLE] The Spark master " + silentAddress() + " did not answer")
        .contains("fix: Check the master's address")
        .doesNotContain("at org.apache.spark");
    assertThat(unheard.deltaLogs()).isEqualTo(logsBefore).isNotEmpty();
  }

  private static LakewardProcess.Started onCluster(Path folder) {
    return LakewardProcess.in(folder)
        .start("run", "--engine", "spark", "--master", cluster.master());
  }

  private long bronzeFiles() {
    try (Stream<Path> files = Files.walk(folder.resolve(".lakeward/warehouse"))) {
      return files
          .map(Path::toString)
          .filter(file -> file.contains("/bronze/") && file.endsWith(".parquet"))
          .count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<JsonNode> rows(Path folder, String query) {
    return Json.rows(
        LakewardProcess.in(folder).run("sql", query, "--output", "json").expectExit(0).out());
  }
}
