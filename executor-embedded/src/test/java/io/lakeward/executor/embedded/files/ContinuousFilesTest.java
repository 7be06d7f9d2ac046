/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lakeward.engine.PipelineEngine;
import io.lakeward.engine.update.RunMode;
import io.lakeward.engine.update.TableResult;
import io.lakeward.engine.update.UpdateListener;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.engine.update.UpdateState;
import io.lakeward.executor.embedded.quality.QualityProject;
import io.lakeward.model.name.TableName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that land while a continuous update goes on. */
final class ContinuousFilesTest {
  /** File systems on which continuous updates go by events. */
  private static final Set<String> EVENTFUL = Set.of("ext4", "xfs", "btrfs", "tmpfs", "overlay");

  @TempDir private Path folder;
  private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
  private QualityProject project;

  @BeforeEach
  void project() {
    project = new QualityProject(folder);
    project.land("1.json", "{\"a\":1}");
  }

  @AfterEach
  void close() {
    later.shutdownNow();
  }

  private void read(String options) {
    project.sql(
        "CREATE OR REFRESH STREAMING TABLE bronze AS SELECT * FROM STREAM"
            + " read_files('/Volumes/main/raw/in', format => 'json'"
            + options
            + ");");
  }

  /**
   * Runs until it is told to stop.
   *
   * @param progress gets the pipeline, and how far the table is
   */
  private void run(BiConsumer<PipelineEngine, TableResult> progress) {
    try (PipelineEngine pipeline = project.open()) {
      UpdateListener listener =
          new UpdateListener() {
            @Override
            public void started(String id, List<TableName> tables) {}

            @Override
            public void progress(TableResult soFar) {
              progress.accept(pipeline, soFar);
            }
          };
      UpdateRequest request =
          new UpdateRequest(List.of(), List.of(), false, RunMode.DEVELOPMENT, true);
      assertThat(pipeline.run(request, listener).state()).isEqualTo(UpdateState.CANCELED);
    }
  }

  @Test
  void A5_newColumnsAreTaken() {
    read("");
    run(
        (pipeline, soFar) -> {
          if (soFar.batches() == 1 && soFar.state().name().equals("COMPLETED")) {
            project.land("2.json", "{\"a\":2,\"b\":2}");
          }
          if (soFar.batches() == 2) {
            pipeline.requestStop();
          }
        });
    assertThat(project.rows("SELECT a, b FROM bronze"))
        .containsExactlyInAnyOrder("[1, null]", "[2, 2]");
  }

  /**
   * Its passes are a fifth of a second apart. A link that comes to life without an event in its
   * folder shows that they do not list it.
   */
  @Test
  void A2_aFolderIsListedOnlyIfSomethingHappens() throws IOException {
    assumeTrue(EVENTFUL.contains(Files.getFileStore(folder).type()));
    read(", schema => 'a INT'");
    Path target = folder.resolve("target.json");
    Files.createSymbolicLink(folder.resolve("volumes/main/raw/in/link.json"), target);
    AtomicLong batches = new AtomicLong();
    AtomicLong batchesBefore = new AtomicLong();
    run(
        (pipeline, soFar) -> {
          if (batches.getAndSet(soFar.batches()) == 0 && soFar.batches() == 1) {
            later.schedule(() -> write(target, "{\"a\":3}\n"), 1_000, TimeUnit.MILLISECONDS);
            later.schedule(
                () -> {
                  batchesBefore.set(batches.get());
                  project.land("d/2.json", "{\"a\":2}");
                },
                2_500,
                TimeUnit.MILLISECONDS);
          }
          if (soFar.counts().read() == 3) {
            pipeline.requestStop();
          }
        });
    assertThat(batchesBefore).hasValue(1);
    assertThat(project.rows("SELECT a FROM bronze")).containsExactlyInAnyOrder("[1]", "[2]", "[3]");
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
