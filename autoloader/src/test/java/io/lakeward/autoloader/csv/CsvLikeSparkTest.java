/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.csv;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.autoloader.SourceFolder;
import io.lakeward.autoloader.SparkFiles;
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
      List.of(
          "INT",
          "BIGINT",
          "DOUBLE",
          "STRING",
          "BOOLEAN",
          "DATE",
          "TIMESTAMP",
          "TIMESTAMP_NTZ",
          "DECIMAL(8,2)",
          "SMALLINT",
          "TINYINT",
          "FLOAT",
          "DECIMAL(38,3)");
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
  // Without quotes lines are cut and read the fast way.
  private static final List<String> PLAIN =
      List.of(
          "0",
          "007",
          "+5",
          "-0",
          "-0.0",
          "127",
          "-129",
          "32768",
          "2147483648",
          "123456789012345678",
          "9223372036854775808",
          "0.1",
          "3.14159265358979",
          "1.",
          ".5",
          "12345678901234567.5",
          "1e5",
          "true",
          "false",
          "True",
          "2024-02-29",
          "0000-01-01",
          "0001-01-01",
          "2024-1-2",
          "2024-01-02T03:04:05.123456",
          "2024-03-31 02:30:00",
          "2024-01-02T03:04:05+05:30",
          "x",
          "äß",
          "",
          "NA",
          "-",
          "-5.255",
          "1.005",
          "16777217.5",
          "0.3",
          "tab\there");

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
            Map.of("multiLine", "true"),
            Map.of("charToEscapeQuoteEscaping", "#", "unescapedQuoteHandling", "BACK_TO_DELIMITER"),
            Map.of("nanValue", "x", "positiveInf", "NA", "negativeInf", "-"),
            Map.of("dateFormat", "yyyy-M-d", "timestampFormat", "yyyy-MM-dd HH:mm:ss"),
            Map.of("nanValue", "0", "timeZone", "Europe/Berlin"));
    for (int seed = 0; seed < 160; seed++) {
      Random random = new Random(seed);
      List<String> values = seed % 3 == 0 ? VALUES : PLAIN;
      boolean quotes = seed % 3 == 2;
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
          String value = values.get(random.nextInt(values.size()));
          boolean quoted = quotes && random.nextBoolean();
          text.append(i == 0 ? "" : ",").append(quoted ? '"' + value + '"' : value);
        }
        text.append(random.nextInt(9) == 0 ? "\r\n" : "\n");
      }
      Path folder = Files.createDirectories(root.resolve("s" + seed));
      Files.writeString(folder.resolve("f.csv"), text, StandardCharsets.UTF_8);
      StructType schema = StructType.fromDDL(ddl.toString());
      Map<String, String> options = new HashMap<>(optionSets.get(seed / 3 % optionSets.size()));
      List<List<@Nullable Object>> expected = SparkFiles.read("csv", folder, schema, options);
      SourceFolder files = new SourceFolder(folder).option("header", "false");
      files.option("schema", ddl.toString());
      options.forEach(files::option);
      assertThat(files.rows(schema)).as("%s %s%n%s", ddl, options, text).isEqualTo(expected);
    }
  }
}
