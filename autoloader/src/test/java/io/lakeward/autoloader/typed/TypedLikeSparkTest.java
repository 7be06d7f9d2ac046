/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.autoloader.RandomRows;
import io.lakeward.autoloader.SourceFolder;
import io.lakeward.autoloader.SparkFiles;
import io.lakeward.autoloader.rows.Projection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** AL-A4: Spark writes random rows to typed files, and both read them alike. */
final class TypedLikeSparkTest {
  @TempDir private Path root;

  @ParameterizedTest
  @CsvSource({
    "parquet, snappy",
    "parquet, gzip",
    "parquet, zstd",
    "parquet, lz4_raw",
    "parquet, none",
    "avro, snappy",
    "avro, deflate",
    "orc, zstd",
    "orc, snappy"
  })
  void random_rows_are_those_that_spark_reads(String format, String codec) throws Exception {
    for (int seed = 0; seed < 8; seed++) {
      RandomRows random = new RandomRows(seed * 7919L + codec.length());
      StructType written = random.schema();
      Path folder = Files.createDirectories(root.resolve("s" + seed));
      Map<String, String> options = Map.of("compression", codec);
      SparkFiles.write(format, folder, written, random.rows(written, 300), options);
      StructType schema = SparkFiles.schema(format, folder, Map.of());
      SourceFolder files = new SourceFolder(folder).option("format", format);
      // ORC keeps the clock of the process that wrote, as Spark does.
      files.zone(java.util.TimeZone.getDefault().getID());

      assertThat(files.schema()).isEqualTo(schema.add("_rescued_data", "string"));
      files.option("schemaEvolutionMode", "none");
      List<List<@Nullable Object>> expected = SparkFiles.read(format, folder, schema, Map.of());
      assertThat(files.rows(schema)).as(schema.toDDL()).isEqualTo(expected);
      assertThat(files.rows(schema, Projection.all(schema), 200)).hasSameSizeAs(expected);
    }
  }
}
