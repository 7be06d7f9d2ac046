/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.csv;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;

import com.univocity.parsers.csv.CsvParser;
import io.lakeward.autoloader.SourceFolder;
import io.lakeward.autoloader.options.SourceOptions;
import io.lakeward.autoloader.rows.Projection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.catalyst.csv.CSVOptions;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cases AL-01 to AL-25 that concern CSV. */
final class CsvCasesTest {
  @TempDir private Path root;

  private SourceFolder folder() {
    return new SourceFolder(root).option("format", "csv");
  }

  private String rescued(String fields) {
    return "{" + fields + ",\"_file_path\":\"file://" + root.resolve("f.csv") + "\"}";
  }

  @Test
  void al_01_a_byte_order_mark_is_no_part_of_a_name() {
    SourceFolder folder = folder().file("f.csv", "\uFEFFid,city\n1,Bonn\n2,Köln\n");
    assertThat(folder.schema().fieldNames()).startsWith("id", "city");
    assertThat(folder.rows()).containsExactly(asList(1, "Bonn", null), asList(2, "Köln", null));
    folder.option("multiLine", "true");
    assertThat(folder.rows()).containsExactly(asList(1, "Bonn", null), asList(2, "Köln", null));
  }

  @Test
  void al_12_headers_that_differ_in_case_are_one_column() {
    SourceFolder folder = folder().file("a.csv", "id,Name\n1,x\n").file("f.csv", "id,NAME\n2,y\n");
    assertThat(folder.schema().fieldNames()).containsExactly("id", "Name", "_rescued_data");
    assertThat(folder.rows())
        .containsExactlyInAnyOrder(
            asList(1, "x", null), asList(2, null, rescued("\"NAME\":\"y\"")));
    folder.option("readerCaseSensitive", "false");
    assertThat(folder.rows()).containsExactlyInAnyOrder(asList(1, "x", null), asList(2, "y", null));
  }

  @Test
  void al_03_a_line_break_in_quotes_needs_multi_line() {
    SourceFolder folder = folder().file("f.csv", "id,note,n\n1,\"first\nsecond\",10\n2,ok,20\n");
    assertThat(folder.rows()).hasSize(3);
    assertThat(folder.summary().malformed()).isEqualTo(2);
    folder.option("multiLine", "true");
    assertThat(folder.rows())
        .containsExactly(asList(1, "first\nsecond", 10, null), asList(2, "ok", 20, null));
  }

  @Test
  void al_04_doubled_quotes_are_one_quote() {
    SourceFolder folder =
        folder().file("f.csv", "i,q,z\n1,\"He said \"\"hi\"\", bye\",9\n").option("escape", "\"");
    assertThat(folder.rows()).containsExactly(asList(1, "He said \"hi\", bye", 9, null));
  }

  @Test
  void al_06_empty_quoted_empty_and_a_null_marker() {
    SourceFolder folder =
        folder()
            .file("f.csv", "i,v,e\n1,x,.\n2,\"\",.\n3,,.\n4, ,.\n5,NA,.\n")
            .option("schema", "i INT, v STRING, e STRING")
            .option("header", "true");
    assertThat(folder.rows()).extracting(r -> r.get(1)).containsExactly("x", null, null, " ", "NA");
    folder.option("nullValue", "NA");
    assertThat(folder.rows()).extracting(r -> r.get(1)).containsExactly("x", "", null, " ", null);
  }

  @Test
  void al_07_a_quoted_empty_last_value_is_no_quote() {
    SourceFolder folder =
        folder().file("f.csv", "i;v\n1;\"\"\n2;\"x\"\n").option("sep", ";").option("escape", "");
    assertThat(folder.rows()).extracting(r -> r.get(1)).isNotEqualTo("\"").doesNotContain("\"");
    assertThat(folder.rows().get(1).get(1)).isEqualTo("x");
  }

  @Test
  void al_09_surplus_values_are_rescued() {
    SourceFolder folder = folder().file("f.csv", "a,b,c\n1,2\n1,2,3,4\n1,2,3\n");
    assertThat(folder.rows())
        .containsExactly(
            asList(1, 2, null, null),
            asList(1, 2, 3, rescued("\"_c3\":\"4\"")),
            asList(1, 2, 3, null));
  }

  @Test
  void al_10_repeated_and_blank_names_become_distinct() {
    SourceFolder folder = folder().file("f.csv", "id,amt,amt\n1,5,6\n");
    assertThat(folder.schema().fieldNames()).startsWith("id", "amt1", "amt2");
    assertThat(folder.rows()).containsExactly(asList(1, 5, 6, null));
    SourceFolder blank = new SourceFolder(root.resolve("b")).option("format", "csv");
    blank.file("f.csv", "id,,x\n1,5,6\n");
    assertThat(blank.schema().fieldNames()).startsWith("id", "_c1", "x");
    assertThat(blank.rows()).containsExactly(asList(1, 5, 6, null));
  }

  @Test
  void al_13_integers_above_64_bits_stay_exact() {
    SourceFolder folder = folder().file("f.csv", "k\n1234567890123456789012345678901234567890\n");
    assertThat(folder.rows().get(0).get(0)).isEqualTo("1234567890123456789012345678901234567890");
  }

  @Test
  void al_25_impossible_times_of_wall_clocks_are_rescued() {
    String ddl = "id INT, n TIMESTAMP_NTZ, _rescued_data STRING";
    SourceFolder folder =
        folder().file("f.csv", "id,n\n1,2024-02-30 00:00:00\n2,2024-02-29 00:00:00\n");
    folder.option("schema", ddl).option("header", "true");
    assertThat(folder.rows(org.apache.spark.sql.types.StructType.fromDDL(ddl)))
        .containsExactly(
            asList(1, null, rescued("\"n\":\"2024-02-30 00:00:00\"")),
            asList(2, 1_709_164_800_000_000L, null));
  }

  @Test
  void al_25_impossible_dates_are_rescued() {
    SourceFolder folder =
        folder()
            .file("f.csv", "d\n03/04/2024\n30/02/2024\n31/04/2024\n")
            .option("dateFormat", "dd/MM/yyyy")
            .option("header", "true")
            .option("schema", "d DATE, _rescued_data STRING");
    assertThat(folder.rows())
        .containsExactly(
            asList(19816, null),
            asList(null, rescued("\"d\":\"30/02/2024\"")),
            asList(null, rescued("\"d\":\"31/04/2024\"")));
  }

  @Test
  void columns_are_found_by_their_names_in_each_file() {
    SourceFolder folder = folder().file("f.csv", "a,b\n1,x\n").file("g.csv", "b,a,c\ny,2,z\n");
    assertThat(folder.schema().toDDL()).isEqualTo("a INT,b STRING,c STRING,_rescued_data STRING");
    assertThat(folder.rows())
        .containsExactlyInAnyOrder(asList(1, "x", null, null), asList(2, "y", "z", null));
  }

  @Test
  void a_schema_without_a_header_goes_by_position() {
    SourceFolder folder = folder().file("f.csv", "1,x\n2,y\n").option("schema", "a INT, b STRING");
    assertThat(folder.rows()).containsExactly(asList(1, "x"), asList(2, "y"));
  }

  @Test
  void plain_lines_are_cut_as_by_the_tokenizer() {
    Random random = new Random(7);
    String[] parts = {
      "a", "é", "12", ",", ",", ",", ";", " ", "\t", "\"", "\\", "#", "NA", "\u0000"
    };
    for (Map<String, String> option :
        List.of(
            Map.<String, String>of(),
            Map.of("nullValue", "NA", "escape", "\""),
            Map.of("sep", ";", "escape", "", "emptyValue", "E"),
            Map.of("sep", " ", "quote", "", "maxColumns", "5"))) {
      SourceFolder folder = folder();
      option.forEach(folder::option);
      CSVOptions options = SourceOptions.of(folder.source(), List.of(), "UTC").csv();
      CsvParser tokenizer = new CsvParser(options.asParserSettings());
      PlainCsvLine plain = PlainCsvLine.of(options);
      int compared = 0;
      for (int i = 0; i < 5000; i++) {
        StringBuilder text = new StringBuilder(random.nextBoolean() ? "x" : ",");
        for (int part = random.nextInt(8); part > 0; part--) {
          text.append(parts[random.nextInt(parts.length)]);
        }
        byte[] bytes = ("\n" + text + "\n").getBytes(StandardCharsets.UTF_8);
        String[] cut = plain.cut(bytes, 1, bytes.length - 1);
        if (cut != null) {
          assertThat(cut).as(text.toString()).isEqualTo(tokenizer.parseLine(text.toString()));
          compared++;
        }
      }
      assertThat(compared).isGreaterThan(500);
    }
  }

  @Test
  void every_way_of_splitting_gives_the_same_rows() {
    StringBuilder text = new StringBuilder("id,name\r\n");
    for (int i = 0; i < 40; i++) {
      text.append(i).append(",n").append(i).append(i % 3 == 0 ? "\r\n" : "\n");
    }
    SourceFolder folder = folder().file("f.csv", text.toString());
    StructType schema = folder.schema();
    List<List<Object>> whole = folder.rows(schema);
    assertThat(whole).hasSize(40);
    for (int split = 1; split <= text.length(); split += 3) {
      assertThat(folder.rows(schema, Projection.all(schema), split)).isEqualTo(whole);
    }
  }
}
