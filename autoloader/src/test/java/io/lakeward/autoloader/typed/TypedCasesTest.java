/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.autoloader.SourceFolder;
import io.lakeward.autoloader.SparkFiles;
import io.lakeward.autoloader.rows.MetadataField;
import io.lakeward.autoloader.rows.Projection;
import io.lakeward.autoloader.rows.UnknownField;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** AL-A4, AL-A5, AL-A6: typed files that do not have the schema that is wanted. */
final class TypedCasesTest {
  @TempDir private Path root;

  private Path file(String format, String name, String ddl, Object... values) {
    Path folder = root.resolve("spark-" + name);
    Row row = RowFactory.create(values);
    SparkFiles.write(format, folder, StructType.fromDDL(ddl), List.of(row), Map.of());
    try (Stream<Path> written = Files.list(folder)) {
      Path part =
          written.filter(p -> p.toString().endsWith("." + format)).findFirst().orElseThrow();
      Path target = root.resolve("in").resolve(name + "." + format);
      Files.createDirectories(target.getParent());
      return Files.copy(part, target, StandardCopyOption.REPLACE_EXISTING);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private SourceFolder in() {
    return new SourceFolder(root.resolve("in"));
  }

  private static String rescued(String fields, Path file) {
    return "{" + fields + ",\"_file_path\":\"file://" + file + "\"}";
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "avro", "orc"})
  void schemas_are_merged_to_the_widest_type(String format) {
    file(
        format,
        "a",
        "id INT, f FLOAT, s STRUCT<x: INT>, only_a STRING",
        1,
        1.5f,
        RowFactory.create(7),
        "a");
    file(
        format,
        "b",
        "ID BIGINT, f DOUBLE, s STRUCT<x: BIGINT, y: STRING>",
        1L << 40,
        2.5,
        RowFactory.create(8L, "y"));
    SourceFolder folder = in().option("readerCaseSensitive", "false");
    assertThat(folder.schema().toDDL())
        .isEqualTo(
            "id BIGINT,f DOUBLE,s STRUCT<x: BIGINT, y: STRING>,only_a STRING,_rescued_data STRING");
    assertThat(folder.rows())
        .containsExactlyInAnyOrder(
            asList(1L, 1.5, "{\"x\":7,\"y\":null}", "a", null),
            asList(1L << 40, 2.5, "{\"x\":8,\"y\":\"y\"}", null, null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "avro", "orc"})
  void types_that_cannot_be_merged_name_column_and_files_and_a_hint_helps(String format) {
    Path a = file(format, "a", "id INT, v STRING", 1, "x");
    Path b = file(format, "b", "id STRING, v STRING", "two", "y");
    SourceFolder folder = in();
    assertThatThrownBy(folder::schema)
        .isInstanceOfSatisfying(
            ProjectException.class,
            e -> {
              assertThat(e.problems().get(0).code()).isEqualTo(ProblemCode.UNABLE_TO_INFER_SCHEMA);
              assertThat(e.problems().get(0).message())
                  .contains("`id`", "INT", "STRING", a.toString(), b.toString());
              assertThat(e.problems().get(0).fix().orElse("")).contains("schemaHints => 'id ");
            });
    folder.option("schemaHints", "id INT");
    assertThat(folder.rows())
        .containsExactlyInAnyOrder(
            asList(1, "x", null), asList(null, "y", rescued("\"id\":\"two\"", b)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "avro", "orc"})
  void a_type_that_cannot_be_read_as_wanted_is_null_and_rescued_as_typed_json(String format) {
    Path f =
        file(
            format,
            "f",
            "VendorID BIGINT, d DOUBLE, s STRING, n DECIMAL(10,2), o STRUCT<u: INT>, a ARRAY<INT>, extra BOOLEAN",
            1L,
            2.5,
            "x",
            new BigDecimal("3.10"),
            RowFactory.create(2),
            List.of(1, 2),
            true);
    SourceFolder folder =
        in().option(
                "schema",
                "VendorID INT, d INT, s DATE, n DECIMAL(5,1), o STRING, a INT, _rescued_data STRING");
    assertThat(folder.rows())
        .containsExactly(
            asList(
                null,
                null,
                null,
                null,
                null,
                null,
                rescued(
                    "\"VendorID\":1,\"d\":2.5,\"s\":\"x\",\"n\":3.10,\"o\":\"{\\\"u\\\":2}\",\"a\":\"[1,2]\",\"extra\":true",
                    f)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "avro", "orc"})
  void wider_types_are_read_without_loss(String format) {
    file(
        format,
        "f",
        "i INT, l BIGINT, g FLOAT, n DECIMAL(10,2), j INT, k INT",
        1,
        2L,
        0.5f,
        new BigDecimal("3.10"),
        4,
        300);
    SourceFolder folder =
        in().option(
                "schema",
                "i BIGINT, l DECIMAL(20,0), g DOUBLE, n DECIMAL(14,4), j DOUBLE, k SMALLINT, missing INT");
    assertThat(folder.rows())
        .containsExactly(
            asList(1L, new BigDecimal("2"), 0.5, new BigDecimal("3.1000"), 4.0, (short) 300, null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "avro", "orc"})
  void unknown_columns_are_reported_and_nested_ones_rescued_in_their_place(String format) {
    Path f =
        file(format, "f", "a STRUCT<x: INT, y: STRING>, b INT", RowFactory.create(1, "why"), 2);
    SourceFolder folder = in().option("schema", "a STRUCT<x: STRING>, _rescued_data STRING");
    assertThat(folder.rows())
        .containsExactly(
            asList("{\"x\":null}", rescued("\"a\":{\"x\":1,\"y\":\"why\"},\"b\":2", f)));
    assertThat(folder.summary().unknownFields())
        .containsExactly(
            new UnknownField(f, 0, "a.y", Optional.of(DataTypes.StringType)),
            new UnknownField(f, 0, "b", Optional.of(DataTypes.IntegerType)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "avro", "orc"})
  void al_12_a_column_of_another_case_is_rescued(String format) {
    Path f = file(format, "f", "Airport_fee DOUBLE", 1.25);
    SourceFolder folder = in().option("schema", "airport_fee DOUBLE, _rescued_data STRING");
    assertThat(folder.rows()).containsExactly(asList(null, rescued("\"Airport_fee\":1.25", f)));
    folder.option("readerCaseSensitive", "false");
    assertThat(folder.rows()).containsExactly(asList(1.25, null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "avro", "orc"})
  void al_24_a_damaged_file_is_named(String format) throws Exception {
    Path f = file(format, "f", "a INT", 1);
    SourceFolder folder = in().option("schema", "a INT");
    byte[] whole = Files.readAllBytes(f);
    Files.write(f, java.util.Arrays.copyOf(whole, whole.length / 2));
    assertThatThrownBy(folder::rows)
        .isInstanceOfSatisfying(
            ProjectException.class,
            e -> {
              assertThat(e.problems().get(0).code()).isEqualTo(ProblemCode.SOURCE_FILE_CORRUPT);
              assertThat(e.problems().get(0).message()).contains(f.toString());
              assertThat(e.problems().get(0).fix()).isPresent();
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "avro", "orc"})
  void al_25_dates_before_1582_keep_their_names(String format) {
    // Spark's writer of ORC does not know the days that were left out in October 1582.
    Instant time =
        Instant.parse(format.equals("orc") ? "1600-10-10T00:00:00Z" : "1582-10-10T00:00:00Z");
    file(format, "f", "d DATE, t TIMESTAMP", LocalDate.of(1, 1, 1), time);
    SourceFolder folder = in().option("schema", "d DATE, t TIMESTAMP");
    assertThat(folder.zone(TimeZone.getDefault().getID()).rows())
        .containsExactly(
            asList((int) LocalDate.of(1, 1, 1).toEpochDay(), time.getEpochSecond() * 1_000_000L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"legacy", "corrected"})
  void al_25_old_dates_of_sparks_legacy_files_are_moved_to_todays_calendar(String mode)
      throws Exception {
    SparkFiles.session().conf().set("spark.sql.parquet.datetimeRebaseModeInWrite", mode);
    SparkFiles.session().conf().set("spark.sql.parquet.int96RebaseModeInWrite", mode);
    SparkFiles.session()
        .conf()
        .set(
            "spark.sql.parquet.outputTimestampType",
            mode.equals("legacy") ? "INT96" : "TIMESTAMP_MILLIS");
    try {
      file(
          "parquet",
          "f",
          "d DATE, t TIMESTAMP",
          LocalDate.of(1, 1, 1),
          Instant.parse("1582-10-04T00:00:00Z"));
    } finally {
      SparkFiles.session().conf().unset("spark.sql.parquet.datetimeRebaseModeInWrite");
      SparkFiles.session().conf().unset("spark.sql.parquet.int96RebaseModeInWrite");
      SparkFiles.session().conf().unset("spark.sql.parquet.outputTimestampType");
    }
    assertThat(in().option("schema", "d DATE, t TIMESTAMP").rows())
        .containsExactly(
            asList(
                (int) LocalDate.of(1, 1, 1).toEpochDay(),
                Instant.parse("1582-10-04T00:00:00Z").getEpochSecond() * 1_000_000L));
  }

  @Test
  void metadata_names_each_part_of_a_file() {
    Path f = file("parquet", "f", "a INT", 1);
    SourceFolder folder = in();
    List<List<Object>> rows =
        folder.rows(
            StructType.fromDDL("a INT"),
            new Projection(List.of("a"), List.of(MetadataField.values())),
            1 << 24);
    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).subList(0, 6))
        .isEqualTo(
            asList(1, "file://" + f, "f.parquet", f.toFile().length(), 0L, f.toFile().length()));
  }
}
