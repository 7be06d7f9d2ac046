/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.discovery.SkippedFile;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** AL-A3, AL-A6: files and records that are left out, and where that is told. */
final class BadFilesTest {
  @TempDir private Path root;

  private SourceFolder withBadFile() {
    byte[] whole = SourceFolder.gzip("{\"a\":1}\n".repeat(20_000));
    return new SourceFolder(root.resolve("in"))
        .file("bad.json.gz", Arrays.copyOf(whole, whole.length / 2))
        .file("good.json.gz", SourceFolder.gzip("{\"a\":2}\n"));
  }

  @Test
  void al_24_a_corrupt_file_is_left_out_whole_and_told() {
    SourceFolder folder = withBadFile().option("ignoreCorruptFiles", "true");
    assertThat(folder.rows()).containsExactly(asList(2L, null));
    assertThat(folder.summary().skippedFiles())
        .singleElement()
        .satisfies(
            s -> {
              assertThat(s.file()).isEqualTo(root.resolve("in/bad.json.gz"));
              assertThat(s.kind()).isEqualTo(SkippedFile.Reason.CORRUPT);
              assertThat(s.reason()).contains("damaged or cut off");
            });
    assertThatThrownBy(folder.option("ignoreCorruptFiles", "false")::schema)
        .hasMessageContaining("bad.json.gz");
  }

  @Test
  void what_stands_behind_a_document_is_counted() {
    SourceFolder folder =
        new SourceFolder(root.resolve("in"))
            .file(
                "a.json", "{\"a\":1}{\"a\":2}\n{\"a\":3} x\n[{\"a\":4},{\"a\":5}] 6\n{\"a\":7} ,\n")
            .option("schema", "a INT, _corrupt_record STRING");
    assertThat(folder.rows())
        .containsExactly(
            asList(1, "{\"a\":1}{\"a\":2}"),
            asList(3, "{\"a\":3} x"),
            asList(4, null),
            asList(5, null),
            asList(7, null));
    assertThat(folder.summary().malformed()).isEqualTo(3);

    folder.option("mode", "DROPMALFORMED").option("schema", "a INT");
    assertThat(folder.rows()).containsExactly(asList(4), asList(5), asList(7));
    folder.option("mode", "FAILFAST");
    assertThatThrownBy(folder::rows).hasMessageContaining("line 1").hasMessageContaining("a.json");

    SourceFolder lines = folder.option("mode", "PERMISSIVE").option("multiLine", "true");
    assertThat(lines.rows()).containsExactly(asList(1));
    assertThat(lines.summary().malformed()).isEqualTo(1);

    SourceFolder values = new SourceFolder(root.resolve("in")).option("singleVariantColumn", "v");
    assertThat(values.rows()).hasSize(4).contains(asList("{\"a\":3}"));
    assertThat(values.summary().malformed()).isEqualTo(3);
  }

  /** Jackson sees for itself that such a text is UTF-16, and then counts no bytes. */
  @Test
  void what_stands_behind_a_document_in_utf_16_is_counted() {
    SourceFolder folder =
        new SourceFolder(root.resolve("in"))
            .file("a.json", "{\"a\":1}".getBytes(StandardCharsets.UTF_16LE))
            .file("b.json", "{\"a\":2} {\"a\":3}".getBytes(StandardCharsets.UTF_16LE))
            .option("schema", "a INT")
            .option("multiLine", "true");
    assertThat(folder.rows()).containsExactlyInAnyOrder(asList(1), asList(2));
    assertThat(folder.summary().malformed()).isEqualTo(1);
  }

  /** DuckDB's texts are UTF-8, so what is not is shown as such and stops nothing. */
  @Test
  void bytes_that_are_no_text_are_replaced() {
    byte[] broken = {'{', '"', 'a', '"', ':', (byte) 0xff, (byte) 0xc3, '}', '\n', 'x', '\n'};
    SourceFolder folder =
        new SourceFolder(root.resolve("in"))
            .file("a.json", broken)
            .option("schema", "a INT, _corrupt_record STRING");
    assertThat(folder.rows())
        .containsExactly(asList(null, "{\"a\":\ufffd\ufffd}"), asList(null, "x"));
    SourceFolder text = new SourceFolder(root.resolve("in")).option("format", "text");
    assertThat(text.rows()).containsExactly(asList("{\"a\":\ufffd\ufffd}"), asList("x"));
  }

  @Test
  void a_missing_file_is_left_out_and_told() throws Exception {
    SourceFolder folder =
        new SourceFolder(root.resolve("in"))
            .file("a.json", "{\"a\":1}")
            .file("b.json", "{\"a\":2}")
            .option("schema", "a INT");
    List<DiscoveredFile> files = folder.list();
    Files.delete(root.resolve("in/a.json"));
    StructType schema = folder.schema();
    assertThatThrownBy(() -> folder.rows(schema, files)).hasMessageContaining("a.json");
    folder.option("ignoreMissingFiles", "true");
    assertThat(folder.rows(schema, files)).containsExactly(asList(2));
    assertThat(folder.summary().skippedFiles())
        .extracting(SkippedFile::kind)
        .containsExactly(SkippedFile.Reason.MISSING);
  }

  @Test
  void bad_records_path_takes_malformed_records_and_corrupt_files() throws Exception {
    SourceFolder folder =
        withBadFile()
            .file("c.json", "{\"a\":3}\n{broken\n{\"a\":\"x\"}\n")
            .option("schema", "a INT, _corrupt_record STRING")
            .option("mode", "FAILFAST")
            .option("badRecordsPath", root.resolve("bad").toString());
    assertThat(folder.rows())
        .containsExactlyInAnyOrder(asList(2, null), asList(3, null), asList(null, null));
    assertThat(folder.summary().malformed()).isEqualTo(1);
    assertThat(lines("bad_records"))
        .containsExactly(
            "{\"path\":\"file://"
                + root.resolve("in/c.json")
                + "\",\"record\":\"{broken\",\"reason\":\"malformed record on line 2\"}");
    assertThat(lines("bad_files"))
        .singleElement()
        .satisfies(line -> assertThat(line).contains("bad.json.gz", "\"reason\":"));
  }

  @Test
  void bad_records_path_takes_csv_records_with_a_wrong_number_of_values() throws Exception {
    SourceFolder folder =
        new SourceFolder(root.resolve("in"))
            .file("a.csv", "a,b\n1,2\n3\n4,x\n")
            .option("schema", "a INT, b INT")
            .option("header", "true")
            .option("badRecordsPath", root.resolve("bad").toString());
    assertThat(folder.rows()).containsExactly(asList(1, 2), asList(4, null));
    assertThat(lines("bad_records"))
        .singleElement()
        .satisfies(line -> assertThat(line).contains("\"record\":\"3\""));
  }

  private List<String> lines(String kind) throws Exception {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root.resolve("bad"))) {
      for (Path file : files.filter(f -> f.getParent().endsWith(kind)).toList()) {
        lines.addAll(Files.readAllLines(file));
      }
    }
    return lines;
  }

  @Test
  void fail_on_unknown_fields_names_file_line_and_field() {
    SourceFolder folder =
        new SourceFolder(root)
            .file("a.csv", "a,b\n1,2\n")
            .option("schema", "a INT")
            .option("header", "true")
            .option("failOnUnknownFields", "true");
    assertThatThrownBy(folder::rows)
        .isInstanceOfSatisfying(
            ProjectException.class,
            e -> {
              assertThat(e.problems().get(0).code()).isEqualTo(ProblemCode.SOURCE_FILE_CORRUPT);
              assertThat(e.problems().get(0).message()).contains("a.csv", "`b`");
              assertThat(e.problems().get(0).fix()).isPresent();
            });
    assertThat(folder.option("failOnUnknownFields", "false").rows()).containsExactly(asList(1));
  }

  @Test
  void fail_on_widened_fields_names_file_line_column_and_value() {
    SourceFolder folder =
        new SourceFolder(root)
            .file("a.csv", "a,b\n1,x\n3000000000,y\n")
            .option("schema", "a INT, b STRING")
            .option("header", "true")
            .option("failOnWidenedFields", "true");
    assertThatThrownBy(folder::rows)
        .isInstanceOfSatisfying(
            ProjectException.class,
            e -> {
              assertThat(e.problems().get(0).code()).isEqualTo(ProblemCode.SOURCE_FILE_CORRUPT);
              assertThat(e.problems().get(0).message())
                  .contains("a.csv", "`a`", "\"3000000000\"", "line 3");
              assertThat(e.problems().get(0).fix().orElseThrow()).contains("schemaHints");
            });
    assertThat(folder.option("failOnWidenedFields", "false").rows())
        .containsExactly(asList(1, "x"), asList(null, "y"));
  }

  @Test
  void parser_case_sensitive_is_the_old_name_of_reader_case_sensitive() {
    SourceFolder folder =
        new SourceFolder(root)
            .file("a.csv", "A\n1\n")
            .option("schema", "a INT")
            .option("header", "true");
    assertThat(folder.option("parserCaseSensitive", "false").rows()).containsExactly(asList(1));
    assertThat(folder.option("readerCaseSensitive", "true").rows())
        .containsExactly(asList((Object) null));
  }

  @Test
  void fail_fast_shows_the_record() {
    SourceFolder folder =
        new SourceFolder(root)
            .file("a.json", "{\"a\":1}\n{broken\n")
            .option("schema", "a INT")
            .option("mode", "FAILFAST");
    assertThatThrownBy(folder::rows).hasMessageContaining("line 2").hasMessageContaining("{broken");
  }
}
