/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.content;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.lakeward.autoloader.SourceFolder;
import io.lakeward.autoloader.SparkFiles;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xerial.snappy.SnappyFramedOutputStream;

/** AL-A4: whole files that are compressed, told by their extension. */
final class CompressionTest {
  @TempDir private Path root;

  @ParameterizedTest
  @CsvSource({"gzip, gz", "bzip2, bz2", "deflate, deflate", "lz4, lz4", "snappy, snappy"})
  void what_spark_compressed_is_read_and_what_is_cut_off_is_refused(String codec, String extension)
      throws Exception {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 60_000; i++) {
      rows.add(RowFactory.create("{\"a\":" + i + ",\"b\":\"x" + i * 7919L + "\"}"));
    }
    SparkFiles.write(
        "text",
        root.resolve("s"),
        StructType.fromDDL("v STRING"),
        rows,
        Map.of("compression", codec));
    Path written;
    try (Stream<Path> files = Files.list(root.resolve("s"))) {
      written = files.filter(f -> f.toString().endsWith("." + extension)).findFirst().orElseThrow();
    }
    byte[] whole = Files.readAllBytes(written);
    SourceFolder folder =
        new SourceFolder(root.resolve("in"))
            .file("a.json." + extension, whole)
            .option("schema", "a INT, b STRING");
    List<List<Object>> read = folder.rows();
    assertThat(read).hasSize(60_000);
    assertThat(read.get(59_999)).isEqualTo(asList(59_999, "x" + 59_999 * 7919L));

    folder.file("a.json." + extension, Arrays.copyOf(whole, whole.length / 2));
    assertThatThrownBy(folder::rows)
        .isInstanceOfSatisfying(
            ProjectException.class,
            e -> {
              assertThat(e.problems().get(0).code()).isEqualTo(ProblemCode.SOURCE_FILE_CORRUPT);
              assertThat(e.problems().get(0).message()).contains("a.json." + extension);
            });
  }

  @Test
  void zstandard_is_read_and_what_is_cut_off_is_refused() {
    byte[] content = "{\"a\":1}\n".repeat(50_000).getBytes(StandardCharsets.UTF_8);
    byte[] whole = Zstd.compress(content);
    SourceFolder folder =
        new SourceFolder(root).file("a.json.zst", whole).option("schema", "a INT");
    assertThat(folder.rows()).hasSize(50_000);
    folder.file("a.json.zst", Arrays.copyOf(whole, whole.length - 3));
    assertThatThrownBy(folder::rows).hasMessageContaining("SOURCE_FILE_CORRUPT");
  }

  @Test
  void the_frames_of_the_lz4_and_snappy_tools_are_read_too() throws Exception {
    byte[] content = "{\"a\":1}\n{\"a\":2}\n".getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream lz4 = new ByteArrayOutputStream();
    try (OutputStream out = new LZ4FrameOutputStream(lz4)) {
      out.write(content);
    }
    ByteArrayOutputStream snappy = new ByteArrayOutputStream();
    try (OutputStream out = new SnappyFramedOutputStream(snappy)) {
      out.write(content);
    }
    SourceFolder folder =
        new SourceFolder(root)
            .file("a.json.lz4", lz4.toByteArray())
            .file("b.json.snappy", snappy.toByteArray())
            .file("c.json.gz", new byte[0])
            .option("schema", "a INT");
    assertThat(folder.rows()).containsExactlyInAnyOrder(asList(1), asList(2), asList(1), asList(2));
  }
}
