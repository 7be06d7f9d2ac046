/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.content;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.autoloader.SourceFolder;
import io.lakeward.autoloader.rows.Projection;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** AL-A4: text in other encodings than UTF-8, and other ends of lines. */
final class EncodingTest {
  private static final String JSON = "{\"a\":\"äß€😀\"}\n{\"a\":\"y\"}\n";

  @TempDir private Path root;

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "GB18030"})
  void an_encoding_is_named_by_an_option(String encoding) {
    SourceFolder folder =
        new SourceFolder(root)
            .file("a.json", JSON.getBytes(Charset.forName(encoding)))
            .option("encoding", encoding);
    assertThat(folder.schema().toDDL()).isEqualTo("a STRING,_rescued_data STRING");
    List<List<Object>> rows = List.of(asList("äß€😀", null), asList("y", null));
    assertThat(folder.rows()).isEqualTo(rows);
    assertThat(folder.rows(folder.schema(), Projection.all(folder.schema()), 10)).isEqualTo(rows);
    assertThat(folder.option("multiLine", "true").rows().get(0)).isEqualTo(rows.get(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
  void al_01_a_byte_order_mark_tells_the_encoding(String encoding) {
    SourceFolder folder =
        new SourceFolder(root)
            .file("a.csv", ("\ufeffid,city\n1,Zürich\n2,y\n").getBytes(Charset.forName(encoding)));
    assertThat(folder.schema().toDDL()).isEqualTo("id INT,city STRING,_rescued_data STRING");
    List<List<Object>> rows = List.of(asList(1, "Zürich", null), asList(2, "y", null));
    assertThat(folder.rows()).isEqualTo(rows);
    StructType schema = folder.schema();
    assertThat(folder.rows(schema, Projection.all(schema), 8)).isEqualTo(rows);
    assertThat(folder.option("multiLine", "true").rows()).isEqualTo(rows);
  }

  @Test
  void latin_1_is_read_by_csv_and_text() {
    byte[] bytes = "a;b\nö;1\n".getBytes(Charset.forName("ISO-8859-1"));
    SourceFolder folder =
        new SourceFolder(root).file("a.csv", bytes).option("charset", "latin1").option("sep", ";");
    assertThat(folder.rows()).containsExactly(asList("ö", 1, null));
    SourceFolder text =
        new SourceFolder(root).option("format", "text").option("encoding", "ISO-8859-1");
    assertThat(text.rows()).containsExactly(asList("a;b"), asList("ö;1"));
    assertThatThrownBy(text.option("encoding", "Klingon")::rows)
        .hasMessageContaining("SOURCE_OPTION_INVALID")
        .hasMessageContaining("Klingon");
  }

  @Test
  void a_line_may_end_with_several_bytes() {
    for (String separator : List.of("||", "é", "\r\n", "|+|")) {
      String content = String.join(separator, "{\"a\":\"1|\"}", "{\"a\":\"2\"}", "{\"a\":\"3\"}");
      SourceFolder folder =
          new SourceFolder(root).file("a.json", content).option("lineSep", separator);
      StructType schema = StructType.fromDDL("a STRING");
      assertThat(folder.rows(schema)).containsExactly(asList("1|"), asList("2"), asList("3"));
      assertThat(folder.rows(schema, Projection.all(schema), 3)).hasSize(3);
    }
    SourceFolder csv =
        new SourceFolder(root.resolve("csv"))
            .file("a.csv", "a,b||1,2||3,4")
            .option("lineSep", "||");
    assertThat(csv.rows()).containsExactly(asList(1, 2, null), asList(3, 4, null));
  }

  @Test
  void long_lines_with_separators_of_several_bytes_are_found_across_buffers() {
    String line = "x".repeat((1 << 18) - 1);
    SourceFolder folder =
        new SourceFolder(root)
            .file("a.txt", line + "||" + line + "|" + "||end|")
            .option("lineSep", "||");
    assertThat(folder.rows()).containsExactly(asList(line), asList(line), asList("|end|"));
  }

  @Test
  void rows_at_the_start_of_csv_are_skipped() {
    SourceFolder folder =
        new SourceFolder(root).file("a.csv", "report of\n\na,b\n1,2\n").option("skipRows", "2");
    assertThat(folder.rows()).containsExactly(asList(1, 2, null));
    assertThat(folder.option("multiLine", "true").rows()).containsExactly(asList(1, 2, null));
    assertThatThrownBy(folder.option("skipRows", "-1")::rows)
        .hasMessageContaining("SOURCE_OPTION_INVALID");
  }

  @Test
  void a_sample_tells_the_schema() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 2000; i++) {
      text.append("{\"a\":").append(i).append("}\n");
    }
    SourceFolder folder =
        new SourceFolder(root)
            .file("a.json", text + "{\"a\":\"x\"}\n")
            .option("samplingRatio", "0.01");
    assertThat(folder.schema().toDDL()).isEqualTo("a BIGINT,_rescued_data STRING");
    assertThat(folder.option("samplingRatio", "1").schema().toDDL())
        .isEqualTo("a STRING,_rescued_data STRING");
    assertThatThrownBy(folder.option("samplingRatio", "0")::schema)
        .hasMessageContaining("samplingRatio");
  }
}
