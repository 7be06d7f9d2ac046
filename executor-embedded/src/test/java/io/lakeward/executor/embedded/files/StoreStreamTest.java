/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.engine.update.UpdateResult;
import io.lakeward.engine.update.UpdateState;
import io.lakeward.executor.embedded.quality.QualityProject;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.testkit.BucketFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams of files in a store that Hadoop has a file system for. */
final class StoreStreamTest {
  @TempDir private Path folder;
  private QualityProject project;
  private Path stored;
  private String in;

  @BeforeEach
  void project() {
    project = new QualityProject(folder.resolve("project"));
    stored = folder.resolve("stored");
    in = BucketFileSystem.address(stored) + "/in";
    StringBuilder settings = new StringBuilder("configuration:\n");
    BucketFileSystem.settings(stored)
        .forEach((k, v) -> settings.append("  ").append(k).append(": ").append(v).append('\n'));
    project.settings(settings.toString());
  }

  private void read(String path, String options) {
    project.sql(
        "CREATE OR REFRESH STREAMING TABLE bronze AS SELECT * EXCEPT (_rescued_data), _metadata.file_path AS f FROM"
            + " STREAM read_files('"
            + path
            + "', format => 'json'"
            + options
            + ");");
  }

  private void land(String name, String text) throws IOException {
    Path file = stored.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void good() {
    UpdateResult result = project.run();
    assertThat(result.tables()).allSatisfy(t -> assertThat(t.problem()).isEmpty());
    assertThat(result.state()).isEqualTo(UpdateState.COMPLETED);
  }

  @Test
  void AL34_eachFileIsReadOnceWithItsAddress_andAListingAsksNothingMoreAboutIt()
      throws IOException {
    for (int i = 0; i < 50; i++) {
      land("in/dt=2026-01-01/a b" + i + ".json", "{\"a\":" + i + "}\n");
    }
    land("in/dt=2026-01-01/_hidden.json", "{\"a\":99}\n");
    read(in, "");
    good();
    assertThat(project.rows("SELECT count(*), sum(a), min(f), min(dt) FROM bronze"))
        .containsExactly("[50, 1225, " + in + "/dt=2026-01-01/a%20b0.json, 2026-01-01]");
    land("in/dt=2026-01-02/b.json", "{\"a\":1000}\n");
    long before = BucketFileSystem.QUESTIONS.get();
    good();
    assertThat(BucketFileSystem.QUESTIONS.get() - before).isLessThan(20);
    assertThat(project.rows("SELECT count(*), sum(a) FROM bronze")).containsExactly("[51, 2225]");
    good();
    assertThat(project.rows("SELECT count(*), sum(a) FROM bronze")).containsExactly("[51, 2225]");
    assertThat(
            project.rows(
                "SELECT path, ingestion_state FROM cloud_files_state(TABLE(bronze)) WHERE size > 10"))
        .containsExactly("[" + in + "/dt=2026-01-02/b.json, INGESTED]");
  }

  @Test
  void AL34_patternsAndNewColumns() throws IOException {
    land("in/x/1.json", "{\"a\":1}\n");
    land("in/y/2.json", "{\"a\":2}\n");
    read(in + "/x*/*.json", ", modifiedAfter => '2000-01-01'");
    good();
    land("in/x/3.json", "{\"a\":3,\"b\":true}\n");
    good();
    assertThat(project.rows("SELECT a, b FROM bronze ORDER BY a"))
        .containsExactly("[1, null]", "[3, true]");
  }

  @Test
  void AL34_cleanSourceMovesWithinTheStoreAndToADisk() throws IOException {
    for (String target : new String[] {BucketFileSystem.address(stored) + "/done", "done"}) {
      land("in/1.json", "{\"a\":1}\n");
      // For the source another file than the one before.
      Files.setLastModifiedTime(
          stored.resolve("in/1.json"), FileTime.fromMillis(1_700_000_000_000L + target.length()));
      read(
          in,
          ", cleanSource => 'MOVE', `cleanSource.retentionDuration` => '0 seconds',"
              + " `cleanSource.moveDestination` => '"
              + target
              + "', allowOverwrites => true");
      good();
      good();
      assertThat(stored.resolve("in/1.json")).doesNotExist();
    }
    assertThat(stored.resolve("done/1.json")).hasContent("{\"a\":1}");
    assertThat(folder.resolve("project/done/1.json")).exists();
  }

  @Test
  void AL34_aFileThatWasPutIntoItsPlaceAlready_isNotArchivedTwice() throws IOException {
    land("in/1.json", "{\"a\":1}\n");
    land("in/2.json", "{\"a\":2}\n");
    land("done/1.json", "{\"a\":1}\n");
    land("done/2.json", "{\"a\":9}\n");
    for (String name : new String[] {"done/1.json", "done/2.json"}) {
      Files.setLastModifiedTime(stored.resolve(name), FileTime.fromMillis(1_700_000_000_000L));
    }
    read(
        in,
        ", cleanSource => 'MOVE', `cleanSource.retentionDuration` => '0 seconds',"
            + " `cleanSource.moveDestination` => '"
            + BucketFileSystem.address(stored)
            + "/done'");
    good();
    good();
    assertThat(stored.resolve("in")).isEmptyDirectory();
    try (Stream<Path> done = Files.list(stored.resolve("done"))) {
      assertThat(done.map(f -> f.getFileName().toString().replaceFirst("[0-9]+-", "time-")))
          .containsExactlyInAnyOrder("1.json", "2.json", "time-2.json");
    }
    assertThat(stored.resolve("done/2.json")).hasContent("{\"a\":9}");
  }

  @Test
  void AL34_aFolderThatVanishesWhileItIsListedWasNeverThere() throws IOException {
    land("in/1.json", "{\"a\":1}\n");
    land("in/vanishing/2.json", "{\"a\":2}\n");
    read(in, "");
    good();
    assertThat(project.rows("SELECT a FROM bronze")).containsExactly("[1]");
  }

  @Test
  void AL34_whatIsNotThereAndWhatNobodyCanReadIsTold() throws IOException {
    read(in + "/nothing", "");
    assertThatThrownBy(project::run)
        .isInstanceOf(ProjectException.class)
        .satisfies(
            e -> {
              Problem problem = ((ProjectException) e).problems().get(0);
              assertThat(problem.code()).isEqualTo(ProblemCode.PATH_NOT_FOUND);
              assertThat(problem.message()).contains(in + "/nothing");
            });
    read("s3://lake/in", "");
    assertThatThrownBy(project::run)
        .isInstanceOf(ProjectException.class)
        .satisfies(
            e -> {
              Problem problem = ((ProjectException) e).problems().get(0);
              assertThat(problem.code()).isEqualTo(ProblemCode.NOT_SUPPORTED_YET);
              assertThat(problem.message()).contains("s3://lake").contains("s3a");
              assertThat(problem.fix().orElseThrow()).contains("hadoop-aws").contains("lib/ext");
            });
  }
}
