/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.autoloader.discovery.CleanSource;
import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Addresses of stores, and which of them mean the same. */
class StoresTest {
  private static Path path(String address) {
    return Stores.PLAIN.find(address).orElseThrow();
  }

  private static Problem problem(ThrowingCallable step) {
    ProjectException[] thrown = new ProjectException[1];
    assertThatThrownBy(step).isInstanceOfSatisfying(ProjectException.class, e -> thrown[0] = e);
    return thrown[0].problems().get(0);
  }

  @Test
  void aBucketIsTheSameHoweverItsSchemeIsSpelled() {
    assertThat(path("s3://b/in/done")).isEqualTo(path("s3a://b/in/done"));
    assertThat(path("s3://b/in/done")).hasSameHashCodeAs(path("s3a://b/in/done"));
    assertThat(path("s3://b/in/done").compareTo(path("s3n://b/in/done"))).isZero();
    assertThat(path("s3a://b/in/done").startsWith(path("s3://b/in"))).isTrue();
    assertThat(path("s3a://c/in/done").startsWith(path("s3://b/in"))).isFalse();
    assertThat(path("s3://b/in").toString()).isEqualTo("s3://b/in");
  }

  @Test
  void filesAreNotMovedToBelowTheirSourceUnderAnotherSpelling() {
    FileSource source =
        new FileSource(
            "s3://b/in",
            Map.of("cleanSource", "MOVE", "cleanSource.moveDestination", "s3a://b/in/done"));
    Problem problem =
        problem(() -> CleanSource.of(source, new VolumePaths(Path.of("/v"), Path.of("/p"))));
    assertThat(problem.code()).isEqualTo(ProblemCode.SOURCE_OPTION_INVALID);
    assertThat(problem.message()).contains("cleanSource.moveDestination");
  }

  @Test
  void theWebIsRefusedByName() {
    Problem problem = problem(() -> path("HTTPS://example.org/data/in.json"));
    assertThat(problem.code()).isEqualTo(ProblemCode.NOT_SUPPORTED_YET);
    assertThat(problem.message()).contains("https://example.org");
    assertThat(problem.fix().orElseThrow()).contains("/Volumes");
  }

  @Test
  void aNameThatIsNoneIsTold() {
    Problem problem = problem(() -> path("s3://my bucket/x"));
    assertThat(problem.code()).isEqualTo(ProblemCode.PATH_NOT_FOUND);
    assertThat(problem.message()).contains("s3://my bucket");
    assertThat(problem.fix().orElseThrow()).contains("s3://bucket/folder");
  }

  @Test
  void storesWithOtherSettingsAreOthers() throws IOException {
    FileSystem one = opened("one");
    assertThat(one.getConf().get("fs.disk.key")).isEqualTo("one");
    assertThat(opened("two").getConf().get("fs.disk.key")).isEqualTo("two");
    assertThat(opened("one")).isSameAs(one);
  }

  private static FileSystem opened(String key) throws IOException {
    Stores stores =
        Stores.of(
            Map.of(
                "spark.hadoop.fs.disk.impl",
                RawLocalFileSystem.class.getName(),
                "spark.hadoop.fs.disk.key",
                key));
    return ((StorePath) stores.find("disk://d/x").orElseThrow()).hadoopFileSystem();
  }
}
