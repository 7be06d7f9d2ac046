/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * AL-A4: Spark's CSV reader is the measure of this one, on random records with values of the wrong
 * type and too few or too many of them. An escape that is switched off is not compared: Spark makes
 * a quote of an empty last value then (AL-07).
 */
final class CsvLikeSparkTest {
  private static final List<String> DDLS =
      List.of("INT", "BIGINT", "DOUBLE", "STRING", "BOOLEAN", "DATE", "TIMESTAMP", "DECIMAL(8,2)");
  private static final List<String> VALUES =
      List.of(
          "1",
          "-2",
          "",
          "\"\"",
          "NA",
          "2.5",
          "1e3",
          "true",
          "TRUE",
          "x",
          " x ",
          "\"a,b\"",
          "\"q\"\"q\"",
          "\"esc\\\"q\"",
          "2024-02-29",
          "2023-02-29",
          "2024-01-02 03:04:05",
          "2024-01-02T03:04:05.5Z",
          "12345678901234567890",
          "1,000",
          "NaN",
          "Inf",
          "é",
          "\"open",
          "#c",
          "99999999.99");

  @TempDir private Path root;

  @Test
  void random_records_give_the_rows_that_spark_gives() throws Exception {
    List<Map<String, String>> optionSets =
        List.of(
            Map.of(),
            Map.of("nullValue", "NA", "escape", "\""),
            Map.of(
                "comment",
                "#",
                "ignoreLeadingWhiteSpace",
                "true",
                "ignoreTrailingWhiteSpace",
                "true"),
            Map.of("emptyValue", "E", "quote", "'"),
            Map.of("mode", "DROPMALFORMED"),
            Map.of("multiLine", "true"));
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      int columns = 1 + random.nextInt(5);
      StringBuilder ddl = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        ddl.append(i == 0 ? "" : ", ").append('c').append(i).append(' ');
        ddl.append(DDLS.get(random.nextInt(DDLS.size())));
      }
      StringBuilder text = new StringBuilder();
      for (int line = 0; line < 40; line++) {
        int count = random.nextInt(8) == 0 ? 1 + random.nextInt(6) : columns;
        for (int i = 0; i < count; i++) {
          text.append(i == 0 ? "" : ",").append(VALUES.get(random.nextInt(VALUES.size())));
        }
        text.append(random.nextInt(9) == 0 ? "\r\n" : "\n");
      }
      Path folder = Files.createDirectories(root.resolve("s" + seed));
      Files.writeString(folder.resolve("f.csv"), text, StandardCharsets.UTF_8);
      StructType schema = StructType.fromDDL(ddl.toString());
      Map<String, String> options = new HashMap<>(optionSets.get(seed % optionSets.size()));
      List<List<@Nullable Object>> expected = SparkFiles.read("csv", folder, schema, options);
      SourceFolder files = new SourceFolder(folder).option("header", "false");
      files.option("schema", ddl.toString());
      options.forEach(files::option);
      assertThat(files.rows(schema)).as("%s %s%n%s", ddl, options, text).isEqualTo(expected);
    }
  }
}
