/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.autoloader.SourceFolder;
import io.lakeward.autoloader.SparkFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** AL-A4: each option of JSON does what it does in Spark. */
final class JsonOptionsLikeSparkTest {
  @TempDir private Path root;

  static Stream<Arguments> reading() {
    String schema = "a INT, s STRING, d DOUBLE, t TIMESTAMP, n TIMESTAMP_NTZ, day DATE";
    return Stream.of(
            Map.of("allowComments", "true"),
            Map.of("allowSingleQuotes", "false"),
            Map.of("allowUnquotedFieldNames", "true"),
            Map.of("allowNumericLeadingZeros", "true"),
            Map.of("allowBackslashEscapingAnyCharacter", "true"),
            Map.of("allowUnquotedControlChars", "true"),
            Map.of("allowNonNumericNumbers", "false"),
            Map.of("dateFormat", "dd MMM yyyy", "locale", "de-DE"),
            Map.of("timestampFormat", "dd/MM/yyyy HH:mm"),
            Map.of("timestampNTZFormat", "dd/MM/yyyy HH:mm"),
            Map.of("timeZone", "Asia/Tokyo"),
            Map.<String, String>of())
        .map(options -> Arguments.of(schema, options));
  }

  private Path folder(String... lines) throws Exception {
    Path folder = Files.createDirectories(root.resolve("in"));
    Files.writeString(folder.resolve("f.json"), String.join("\n", lines), StandardCharsets.UTF_8);
    return folder;
  }

  @ParameterizedTest
  @MethodSource("reading")
  void records_give_the_rows_that_spark_gives(String ddl, Map<String, String> options)
      throws Exception {
    Path folder =
        folder(
            "{\"a\":1 /* why */}",
            "{'a':2}",
            "{a:3}",
            "{\"a\":004}",
            "{\"a\":5,\"s\":\"x\\q\"}",
            "{\"a\":6,\"s\":\"x\ty\"}",
            "{\"a\":7,\"d\":NaN}",
            "{\"a\":8,\"day\":\"05 Mai 2024\"}",
            "{\"a\":9,\"day\":\"2024-05-05\"}",
            "{\"a\":10,\"t\":\"05/06/2024 07:08\"}",
            "{\"a\":11,\"n\":\"05/06/2024 07:08\"}",
            "{\"a\":12,\"t\":\"2024-06-05T07:08:09\"}");
    Map<String, String> all = new HashMap<>(options);
    all.put("mode", "DROPMALFORMED");
    StructType schema = StructType.fromDDL(ddl);
    SourceFolder files = new SourceFolder(folder).option("schema", ddl);
    all.forEach(files::option);
    assertThat(files.rows(schema)).isEqualTo(SparkFiles.read("json", folder, schema, all));
  }

  static Stream<Map<String, String>> inference() {
    return Stream.of(
        Map.of("primitivesAsString", "true"),
        Map.of("prefersDecimal", "true"),
        Map.of("dropFieldIfAllNull", "true"),
        Map.of("inferTimestamp", "true"),
        Map.of("multiLine", "true"),
        Map.of());
  }

  @ParameterizedTest
  @MethodSource("inference")
  void schemas_are_those_that_spark_infers(Map<String, String> options) throws Exception {
    Path folder =
        folder(
            "{\"a\":1,\"d\":2.5,\"n\":null,\"t\":\"2024-06-05T07:08:09\",\"x\":[],\"s\":{\"y\":true}}");
    SourceFolder files = new SourceFolder(folder);
    options.forEach(files::option);
    assertThat(files.schema())
        .isEqualTo(SparkFiles.schema("json", folder, options).add("_rescued_data", "string"));
  }
}
