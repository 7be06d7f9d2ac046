/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.Executor;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.DeltaTable;
import io.lakeward.testkit.ExecutorFixture;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.MalformedURLException;
import java.net.ServerSocket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.plans.logical.OneRowRelation;
import org.junit.jupiter.api.Test;

/** What a person is told when Spark is not there, does not start, or breaks down. */
class SparkFailuresTest extends ExecutorFixture {
  private static final String SCHEMA = "id int, v string";

  @Override
  protected Executor open(Path spill, VolumePaths paths) {
    return SharedSpark.executor(paths, ZONE);
  }

  @Override
  protected void close(Executor opened) {}

  @Test
  void aTaskWithoutMemoryEndsTheWriteAndNotTheProgram() throws IOException {
    append("select 1 as id, 'a' as v", List.of(), SCHEMA, null);
    List<Path> before = parquetFiles();
    Problem told =
        problemOf(
            () ->
                append(
                    "select cast(id as int) as id, repeat('x', 2147483647 - cast(id as int)) as v"
                        + " from range(1)",
                    List.of(),
                    SCHEMA,
                    null));
    assertThat(told.code()).isEqualTo(ProblemCode.OUT_OF_MEMORY);
    assertThat(told.message()).contains("main.default.target").doesNotContain("\n");
    assertThat(told.fix().orElseThrow()).contains("-Xmx", "spark.executor.memory");
    assertThat(DeltaTable.at(path).latestVersion()).hasValue(0);
    assertThat(parquetFiles()).isEqualTo(before);
    assertThat(rows(SCHEMA)).containsExactly("[1, a]");
  }

  private static Problem problemOf(Runnable work) {
    return catchThrowableOfType(ProjectException.class, work::run).problems().get(0);
  }

  @Test
  void withoutItsLibrariesTheEngineTellsWhatIsMissing() throws Exception {
    try (URLClassLoader loader = new URLClassLoader(withoutSpark(), platform())) {
      Object told =
          loader
              .loadClass(Attempt.class.getName())
              .getMethod("told", String.class)
              .invoke(null, folder.toString());
      assertThat(String.valueOf(told))
          .startsWith("SPARK_UNAVAILABLE Spark's libraries are not complete")
          .contains("lib/spark")
          .doesNotContain("\n");
    }
  }

  private static ClassLoader platform() {
    return ClassLoader.getPlatformClassLoader();
  }

  @Test
  void aMasterThatIsNotThereIsToldAtOnce() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    String master = "spark://127.0.0.1:" + free + ",127.0.0.1:" + free;
    try (Executor executor =
        new SparkExecutor(
            new SparkSettings(Optional.of(master), Map.of(), "UTC", folder),
            new VolumePaths(folder, folder))) {
      Problem told =
          problemOf(() -> executor.collect(new BoundPlan(new OneRowRelation(), Map.of()), 1));
      assertThat(told.code()).isEqualTo(ProblemCode.SPARK_UNAVAILABLE);
      assertThat(told.message())
          .isEqualTo("The Spark master " + master + " cannot be reached: Connection refused.");
      assertThat(told.fix().orElseThrow()).contains("master's address");
    }
  }

  /** The class path without the jars that the product has in a folder of their own. */
  private static URL[] withoutSpark() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .flatMap(SparkFailuresTest::jars)
        .filter(jar -> !jar.getName().matches("(spark-sql_|spark-kvstore_|netty-|metrics-).*"))
        .map(SparkFailuresTest::url)
        .toArray(URL[]::new);
  }

  private static Stream<File> jars(String entry) {
    File[] all = entry.endsWith("*") ? new File(entry).getParentFile().listFiles() : null;
    return all == null ? Stream.of(new File(entry)) : Stream.of(all);
  }

  private static URL url(File file) {
    try {
      return file.toURI().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks for a row; loaded by a class loader that knows no Spark. */
  public static final class Attempt {
    private Attempt() {}

    /** What came of it. */
    public static String told(String folder) {
      Path own = Path.of(folder);
      try (Executor executor =
          new SparkExecutor(
              new SparkSettings(Optional.empty(), Map.of(), "UTC", own),
              new VolumePaths(own, own))) {
        return executor.collect(new BoundPlan(new OneRowRelation(), Map.of()), 1).toString();
      } catch (ProjectException e) {
        Problem problem = e.problems().get(0);
        return problem.code() + " " + problem.message() + " " + problem.fix().orElse("");
      }
    }
  }
}
