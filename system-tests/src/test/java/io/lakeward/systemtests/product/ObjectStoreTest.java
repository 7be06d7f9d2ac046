/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.product;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.testkit.shipments.LakewardCommand.Finished;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of S3, read by an installation into which a user has put Hadoop's connector for it. */
@NeedsProduct
final class ObjectStoreTest {
  /** What hadoop-aws and the AWS SDK need, as files of a repository. */
  private static final Pattern CONNECTOR =
      Pattern.compile(
          ".*/(software/amazon|org/apache/hadoop/hadoop-aws|org/reactivestreams|io/netty"
              + "|org/apache/httpcomponents|commons-codec|commons-logging)/.*\\.jar");

  private static final String ANOTHER_KEY = "another-key-that-nobody-may-see";

  @TempDir private static Path home;
  private static S3Store store;

  @TempDir private Path folder;

  @BeforeAll
  static void install() throws Exception {
    store = new S3Store();
    LakewardProcess.install(
        home,
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(jar -> CONNECTOR.matcher(jar.replace(File.separatorChar, '/')).matches())
            .map(Path::of)
            .toList());
  }

  @AfterAll
  static void close() throws Exception {
    store.close();
  }

  private void project() throws IOException {
    Files.createDirectories(folder.resolve("transformations"));
    Files.writeString(
        folder.resolve("pipeline.yml"),
        """
        name: from_a_store
        configuration:
          spark.hadoop.fs.s3a.endpoint: %s
          spark.hadoop.fs.s3a.endpoint.region: us-east-1
          spark.hadoop.fs.s3a.path.style.access: "true"
          spark.hadoop.fs.s3a.aws.credentials.provider: software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider
          spark.hadoop.fs.s3a.attempts.maximum: "1"
          spark.hadoop.fs.s3a.retry.limit: "1"
        """
            .formatted(store.endpoint()));
    Files.writeString(
        folder.resolve("transformations/landed.sql"),
        """
        CREATE OR REFRESH STREAMING TABLE landed AS
        SELECT *, _metadata.file_path AS file FROM STREAM read_files('s3://bucket/in', format => 'json',
          cleanSource => 'MOVE', `cleanSource.retentionDuration` => '0 seconds',
          `cleanSource.moveDestination` => 's3://bucket/done');
        CREATE OR REFRESH STREAMING TABLE thrown_away AS
        SELECT a FROM STREAM read_files('s3://bucket/old', format => 'json', cleanSource => 'DELETE',
          `cleanSource.retentionDuration` => '8 days');
        """);
  }

  private LakewardProcess lakeward(String secretKey) {
    return LakewardProcess.in(folder, home)
        .with("AWS_ACCESS_KEY_ID", S3Store.ACCESS_KEY)
        .with("AWS_SECRET_ACCESS_KEY", secretKey)
        .with("LAKEWARD_ARCHIVE", "off");
  }

  private Finished run(String... arguments) {
    return lakeward(S3Store.SECRET_KEY).run(arguments);
  }

  private static byte[] gzipped(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  @Test
  void AL34_eachFileOfS3IsReadOnce_byEitherEngine_andTroubleLeavesTheTable() throws Exception {
    project();
    store.put("in/day=1/1.json", "{\"a\":1}\n{\"a\":2}\n".getBytes(UTF_8));
    store.put("in/day=2/two words.json.gz", gzipped("{\"a\":3}\n"));
    store.put("old/1.json", "{\"a\":1}\n".getBytes(UTF_8));
    run("run", "--engine", "embedded").expectExit(0);
    assertThat(store.has("old/1.json")).isTrue();

    commitNineDaysAgo();
    store.put("in/day=2/2.json", "{\"a\":4,\"b\":\"new\"}\n".getBytes(UTF_8));
    run("run", "--engine", "spark").expectExit(0);
    assertThat(store.has("done/day=1/1.json")).isTrue();
    assertThat(store.has("in/day=1/1.json")).isFalse();
    assertThat(store.has("old/1.json")).isFalse();

    store.put("in/day=3/gone.json", "{\"a\":5}\n".getBytes(UTF_8));
    store.put("in/day=3/3.json", "{\"a\":6}\n".getBytes(UTF_8));
    lakeward(S3Store.SECRET_KEY)
        .with("LAKEWARD_CRASH_POINT", "planned")
        .run("run", "--engine", "embedded")
        .expectExit(137);
    store.remove("in/day=3/gone.json");
    run("run", "--engine", "embedded").expectExit(0);
    assertThat(run("events", "--level", "warn").expectExit(0).said())
        .contains("are gone", "s3://bucket/in/day=3/gone.json");

    store.put("in/day=3/late.json", "{\"a\":7}\n".getBytes(UTF_8));
    Finished refused = lakeward(ANOTHER_KEY).run("run", "--engine", "embedded").expectExit(1);
    assertThat(refused.said())
        .contains("s3://bucket/in", "transformations/landed.sql:", "fix:")
        .doesNotContain(ANOTHER_KEY, "\tat ");

    store.goAway();
    Finished unheard = run("run", "--engine", "embedded").expectExit(1);
    assertThat(unheard.said())
        .contains("s3://bucket/in", "transformations/landed.sql:", "fix:")
        .doesNotContain(S3Store.SECRET_KEY, "\tat ");
    Finished unheardBySpark = run("run", "--engine", "spark").expectExit(1);
    assertThat(unheardBySpark.said())
        .contains("s3://bucket/in", "transformations/landed.sql:", "fix:")
        .doesNotContain(S3Store.SECRET_KEY, "\tat ");
    assertThat(filesWith(S3Store.SECRET_KEY)).isEmpty();
    assertThat(filesWith(ANOTHER_KEY)).isEmpty();
    assertThat(
            run("sql", "SELECT a, b, day, file FROM landed ORDER BY a", "--output", "csv")
                .expectExit(0)
                .out()
                .lines())
        .containsExactly(
            "a,b,day,file",
            "1,,1,s3://bucket/in/day=1/1.json",
            "2,,1,s3://bucket/in/day=1/1.json",
            "3,,2,s3://bucket/in/day=2/two%20words.json.gz",
            "4,new,2,s3://bucket/in/day=2/2.json",
            "6,,3,s3://bucket/in/day=3/3.json");
  }

  /** As if the commits had been made then. */
  private void commitNineDaysAgo() throws IOException {
    long then = Instant.now().minus(Duration.ofDays(9)).toEpochMilli();
    try (Stream<Path> files = Files.walk(folder.resolve(".lakeward/pipelines"))) {
      List<Path> commits = files.filter(f -> f.toString().endsWith(".commits")).toList();
      assertThat(commits).hasSize(2);
      for (Path file : commits) {
        Files.writeString(
            file, Files.readString(file).replaceAll("\"time\":\\d+", "\"time\":" + then));
      }
    }
  }

  /** The state, the event log and the logs lie in the project. */
  private List<Path> filesWith(String secret) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> all = files.filter(Files::isRegularFile).toList();
      assertThat(all).hasSizeGreaterThan(10);
      List<Path> with = new ArrayList<>();
      for (Path file : all) {
        if (Files.readString(file, ISO_8859_1).contains(secret)) {
          with.add(file);
        }
      }
      return with;
    }
  }
}
