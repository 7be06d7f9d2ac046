/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.json;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.autoloader.CollectingSink;
import io.lakeward.autoloader.RecordReader;
import io.lakeward.autoloader.SourceFolder;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.rows.MalformedRecord;
import io.lakeward.autoloader.rows.MetadataField;
import io.lakeward.autoloader.rows.Projection;
import io.lakeward.autoloader.rows.RecordWorker;
import io.lakeward.autoloader.rows.UnknownField;
import io.lakeward.model.problem.ProjectException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cases AL-12 to AL-30 that concern JSON. */
final class JsonCasesTest {
  @TempDir private Path root;

  private SourceFolder folder() {
    return new SourceFolder(root).option("format", "json");
  }

  private String rescued(String fields, String file) {
    return "{" + fields + ",\"_file_path\":\"file://" + root.resolve(file) + "\"}";
  }

  @Test
  void al_12_a_key_of_another_case_is_rescued() {
    SourceFolder folder =
        folder().file("f.json", "{\"id\":1}\n{\"ID\":2}\n").option("schemaHints", "id BIGINT");
    assertThat(folder.schema().toDDL()).isEqualTo("id BIGINT,_rescued_data STRING");
    assertThat(folder.rows())
        .containsExactly(asList(1L, null), asList(null, rescued("\"ID\":2", "f.json")));
  }

  @Test
  void al_12_a_key_of_another_case_is_read_when_case_does_not_matter() {
    SourceFolder folder =
        folder()
            .file("f.json", "{\"id\":1}\n{\"ID\":2}\n")
            .option("schemaHints", "id BIGINT")
            .option("readerCaseSensitive", "false");
    assertThat(folder.rows()).containsExactly(asList(1L, null), asList(2L, null));
  }

  @Test
  void al_13_integers_above_64_bits_stay_exact() {
    SourceFolder a = folder().file("k1/f.json", "{\"k\":9223372036854775807}");
    assertThat(a.rows().get(0).get(0)).isEqualTo(9223372036854775807L);
    SourceFolder b = new SourceFolder(root.resolve("b")).option("format", "json");
    b.file("f.json", "{\"k\":9223372036854775808}");
    assertThat(b.rows().get(0).get(0)).isEqualTo(new BigDecimal("9223372036854775808"));
    SourceFolder c = new SourceFolder(root.resolve("c")).option("format", "json");
    c.file("f.json", "{\"k\":21602730330000060100100000358582}");
    assertThat(c.rows().get(0).get(0))
        .isEqualTo(new BigDecimal("21602730330000060100100000358582"));
    SourceFolder d = new SourceFolder(root.resolve("d")).option("format", "json");
    d.file("f.json", "{\"k\":1234567890123456789012345678901234567890}");
    assertThat(d.rows().get(0).get(0)).isEqualTo("1234567890123456789012345678901234567890");
    b.option("schemaHints", "k BIGINT");
    assertThat(b.rows().get(0).get(0)).isNull();
    assertThat(b.rows().get(0).get(1)).asString().contains("\"k\":9223372036854775808");
  }

  @Test
  void al_15_values_of_the_wrong_type_are_rescued() {
    SourceFolder folder =
        folder()
            .file("f.json", "{\"n\":1.0,\"m\":\"7\",\"b\":\"true\"}")
            .option("schema", "n INT, m INT, b BOOLEAN")
            .option("rescuedDataColumn", "_rescued_data");
    assertThat(folder.rows())
        .containsExactly(
            asList(null, null, null, rescued("\"n\":1.0,\"m\":\"7\",\"b\":\"true\"", "f.json")));
  }

  @Test
  void an_object_in_the_place_of_a_scalar_is_rescued_as_a_string() {
    SourceFolder folder =
        folder()
            .file("f.json", "{\"quantity\": {\"units\": 2}}")
            .option("schema", "quantity INT, _rescued_data STRING");
    assertThat(folder.rows())
        .containsExactly(asList(null, rescued("\"quantity\":\"{\\\"units\\\":2}\"", "f.json")));
  }

  @Test
  void al_16_a_bad_nested_field_leaves_its_neighbours() {
    SourceFolder folder =
        folder()
            .file("f.json", "{\"a\":{\"x\":1,\"y\":true},\"b\":{\"x\":1}}")
            .option("schema", "a STRUCT<x INT, y STRUCT<x INT>>, b STRUCT<x INT>")
            .option("rescuedDataColumn", "_rescued_data");
    assertThat(folder.rows())
        .containsExactly(
            asList("{\"x\":1,\"y\":null}", "{\"x\":1}", rescued("\"a\":{\"y\":true}", "f.json")));
  }

  @Test
  void al_18_an_unknown_key_is_rescued_and_no_column() {
    SourceFolder folder =
        folder().file("f.json", "{\"a\":1}\n{\"a\":2,\"b\":9}\n").option("schema", "a BIGINT");
    assertThat(folder.rows()).containsExactly(asList(1L), asList(2L));
    folder.option("rescuedDataColumn", "_rescued_data");
    assertThat(folder.rows().get(1)).isEqualTo(asList(2L, rescued("\"b\":9", "f.json")));
  }

  @Test
  void al_19_unknown_keys_are_reported_with_their_place_and_are_no_column() {
    SourceFolder folder =
        folder()
            .file("f.json", "{\"a\":{\"x\":1}}\n{\"a\":{\"x\":2,\"y\":3},\"b\":9,\"n\":null}\n")
            .option("schema", "a STRUCT<x: INT>");
    assertThat(folder.rows()).containsExactly(asList("{\"x\":1}"), asList("{\"x\":2}"));
    assertThat(folder.summary().unknownFields())
        .containsExactly(
            new UnknownField(root.resolve("f.json"), 2, "a.y", Optional.empty()),
            new UnknownField(root.resolve("f.json"), 2, "b", Optional.empty()));
  }

  @Test
  void al_24_a_truncated_gzip_file_is_named() {
    byte[] whole = SourceFolder.gzip("{\"a\":1}\n".repeat(5000));
    SourceFolder folder =
        folder()
            .file("bad.json.gz", Arrays.copyOf(whole, whole.length / 2))
            .file("good.json", "{\"a\":1}\n")
            .option("schema", "a BIGINT");
    assertThatThrownBy(folder::rows)
        .isInstanceOf(ProjectException.class)
        .hasMessageContaining("SOURCE_FILE_CORRUPT")
        .hasMessageContaining("bad.json.gz");
    folder.file("bad.json.gz", whole);
    assertThat(folder.rows()).hasSize(5001);
  }

  @Test
  void al_25_old_dates_stay_and_impossible_ones_are_rescued() {
    SourceFolder folder =
        folder()
            .file(
                "f.json",
                "{\"d\":\"0001-01-01\",\"t\":\"1582-10-10 00:00:00\"}\n{\"d\":\"2024-02-30\"}\n")
            .option("schema", "d DATE, t TIMESTAMP, _rescued_data STRING");
    assertThat(folder.rows())
        .containsExactly(
            asList(-719162, -12219724800L * 1_000_000L, null),
            asList(null, null, rescued("\"d\":\"2024-02-30\"", "f.json")));
  }

  @Test
  void al_30_arrays_are_rows() {
    SourceFolder line = folder().file("f.json", "[{\"a\":1},{\"a\":2}]\n");
    assertThat(line.rows()).containsExactly(asList(1L, null), asList(2L, null));
    line.file("f.json", "[\n{\"a\":1},\n{\"a\":2}\n]\n");
    assertThat(line.rows()).containsExactly(asList(1L, null), asList(2L, null));
    assertThat(line.summary().malformed()).isEqualTo(2);
    assertThat(line.summary().firstMalformed())
        .extracting(MalformedRecord::line)
        .containsExactly(1L, 4L);
    line.option("multiLine", "true");
    assertThat(line.rows()).containsExactly(asList(1L, null), asList(2L, null));
    assertThat(line.summary().malformed()).isZero();
  }

  @Test
  void malformed_records_are_counted_or_stop_or_get_their_column() {
    SourceFolder folder =
        folder().file("f.json", "{\"a\":1}\n{\"a\":\n\n{\"a\":3}").option("schema", "a BIGINT");
    assertThat(folder.rows()).containsExactly(asList(1L), asList(3L));
    assertThat(folder.summary().firstMalformed())
        .containsExactly(new MalformedRecord(root.resolve("f.json"), 2, 8));
    folder.option("mode", "FAILFAST");
    assertThatThrownBy(folder::rows).hasMessageContaining("line 2");
    folder.option("mode", "PERMISSIVE").option("schema", "a BIGINT, _corrupt_record STRING");
    assertThat(folder.rows())
        .containsExactly(asList(1L, null), asList(null, "{\"a\":"), asList(3L, null));
  }

  @Test
  void a_record_that_is_cut_off_within_a_text_counts_once() {
    SourceFolder folder =
        folder()
            .file("f.json", "{\"a\":\"x\"}\n{\"a\":\"cut off\nno JSON\n")
            .option("schema", "a STRING");
    assertThat(folder.rows()).containsExactly(asList("x"));
    assertThat(folder.summary().malformed()).isEqualTo(2);
  }

  @Test
  void strings_take_any_value_as_its_text() {
    SourceFolder folder =
        folder()
            .file("f.json", "{\"a\":{\"x\": 1}}\n{\"a\":[1, 2]}\n{\"a\":1.50}\n{\"a\":true}\n")
            .option("schema", "a STRING");
    assertThat(folder.rows())
        .containsExactly(asList("{\"x\": 1}"), asList("[1, 2]"), asList("1.50"), asList("true"));
  }

  @Test
  void a_file_that_has_grown_since_it_was_found_is_read_whole() throws Exception {
    SourceFolder folder =
        folder().file("f.json", "{\"a\":1}\n{\"a\":2").option("schema", "a BIGINT");
    List<DiscoveredFile> found = folder.list();
    Files.writeString(root.resolve("f.json"), "2}\n{\"a\":3}\n", StandardOpenOption.APPEND);
    assertThat(folder.rows(StructType.fromDDL("a BIGINT"), found))
        .containsExactly(asList(1L), asList(22L), asList(3L));
  }

  @Test
  void a_file_that_is_still_being_written_is_not_read_by_halves() throws Exception {
    for (String end : List.of("", "\n")) {
      SourceFolder folder = folder().option("schema", "a BIGINT");
      folder.file("f.json", "{\"a\":1}\n{\"a\":2}" + end);
      StructType schema = StructType.fromDDL("a BIGINT");
      List<DiscoveredFile> found = folder.list();
      try (RecordReader reader =
              RecordReader.open(
                  folder.source(), schema, found, Projection.all(schema), folder.paths(), "UTC");
          RecordWorker worker = reader.newWorker()) {
        assertThat(worker.readChunk(new CollectingSink(), 1)).isEqualTo(1);
        Files.writeString(root.resolve("f.json"), "\n{\"a\":3}\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> worker.readChunk(new CollectingSink(), 100))
            .hasMessageContaining("SOURCE_FILE_CHANGED");
      }
      assertThat(folder.rows(schema, found)).hasSize(3);
    }
  }

  @Test
  void every_way_of_splitting_gives_the_same_rows() {
    StringBuilder text = new StringBuilder("\uFEFF");
    String[] ends = {"\n", "\r\n", "\r", "\n\n", "\r\n\r\n"};
    for (int i = 0; i < 60; i++) {
      text.append("{\"a\":").append(i).append(",\"s\":\"").append("ü".repeat(i % 7)).append("\"}");
      text.append(ends[i % ends.length]);
    }
    SourceFolder folder = folder().file("f.json", text.append("{\"a\":60}").toString());
    StructType schema = folder.schema();
    List<List<Object>> whole = folder.rows(schema);
    assertThat(whole).hasSize(61);
    int size = text.toString().getBytes(StandardCharsets.UTF_8).length;
    for (int split = 1; split <= size; split += split < 30 ? 1 : 41) {
      assertThat(folder.rows(schema, Projection.all(schema), split))
          .as("splits of %d bytes", split)
          .isEqualTo(whole);
      assertThat(folder.summary().bytes()).as("bytes").isLessThanOrEqualTo(size);
    }
  }

  @Test
  void metadata_and_a_part_of_the_columns_are_delivered() {
    SourceFolder folder = folder().file("d/f.json", "{\"a\":1,\"b\":\"x\"}\n");
    StructType schema = folder.schema();
    Projection projection =
        new Projection(
            List.of("b"), List.of(MetadataField.FILE_NAME, MetadataField.FILE_BLOCK_LENGTH));
    assertThat(folder.rows(schema, projection, 1 << 20))
        .containsExactly(asList("x", "f.json", 16L));
    assertThat(folder.rows(schema, new Projection(List.of(), List.of()), 1 << 20)).hasSize(1);
  }
}
