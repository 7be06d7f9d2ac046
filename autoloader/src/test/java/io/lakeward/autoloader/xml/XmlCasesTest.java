/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.xml;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.autoloader.SourceFolder;
import io.lakeward.autoloader.rows.UnknownField;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** AL-A4, AL-A6: XML. */
final class XmlCasesTest {
  @TempDir private Path root;

  private SourceFolder folder(String content) {
    return new SourceFolder(root).file("f.xml", content).option("rowTag", "r");
  }

  private String rescued(String fields) {
    return "{" + fields + ",\"_file_path\":\"file://" + root.resolve("f.xml") + "\"}";
  }

  @Test
  void elements_attributes_and_repeated_elements_become_columns() {
    SourceFolder folder =
        folder(
            "<?xml version='1.0'?><all><r id='7'><n>ä &amp; b</n><x>1</x><x>2</x>"
                + "<p unit='kg'>2.5</p><o><a>true</a></o></r><r id='8'><n/></r></all>");
    assertThat(folder.schema().toDDL())
        .isEqualTo(
            "_id BIGINT,n STRING,o STRUCT<a: BOOLEAN>,p STRUCT<_VALUE: DOUBLE, _unit: STRING>,x ARRAY<BIGINT>,_rescued_data STRING");
    assertThat(folder.rows())
        .containsExactly(
            asList(7L, "ä & b", "{\"a\":true}", "{\"_VALUE\":2.5,\"_unit\":\"kg\"}", "[1,2]", null),
            asList(8L, "", null, null, null, null));
  }

  @Test
  void names_of_attributes_and_values_and_namespaces_are_options() {
    SourceFolder folder =
        folder("<a><ns:r k='1'><ns:v w='2'>x</ns:v></ns:r></a>")
            .option("rowTag", "ns:r")
            .option("attributePrefix", "@")
            .option("valueTag", "text")
            .option("ignoreNamespace", "true");
    assertThat(folder.schema().toDDL())
        .isEqualTo("`@k` BIGINT,v STRUCT<`@w`: BIGINT, text: STRING>,_rescued_data STRING");
    folder.option("excludeAttribute", "true");
    assertThat(folder.schema().toDDL()).isEqualTo("v STRING,_rescued_data STRING");
    assertThat(folder.rows()).containsExactly(asList("x", null));
  }

  @Test
  void a_row_tag_that_no_file_has_is_named() {
    assertThatThrownBy(() -> folder("<a><row><n>1</n></row></a>").schema())
        .hasMessageContaining("its file has no element <r>");
  }

  @Test
  void what_does_not_fit_is_rescued_and_its_neighbours_stay() {
    SourceFolder folder =
        folder(
                "<a><r><i>1</i><i>2</i><d>x</d><s><u>y</u><t>5</t></s><o k='1'>3</o>"
                    + "<new><z q='1'>2</z></new></r></a>")
            .option("schema", "i INT, d DOUBLE, s STRUCT<u: INT>, o INT, _rescued_data STRING");
    assertThat(folder.rows())
        .containsExactly(
            asList(
                2,
                null,
                "{\"u\":null}",
                3,
                rescued(
                    "\"i\":[\"1\"],\"d\":\"x\",\"s\":{\"u\":\"y\",\"t\":\"5\"},\"o\":{\"_k\":\"1\"},"
                        + "\"new\":{\"z\":{\"_q\":\"1\",\"_VALUE\":\"2\"}}")));
    assertThat(folder.summary().unknownFields())
        .extracting(UnknownField::name, UnknownField::line)
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple("new", 1L),
            org.assertj.core.groups.Tuple.tuple("o._k", 1L),
            org.assertj.core.groups.Tuple.tuple("s.t", 1L));
  }

  @Test
  void an_element_in_the_place_of_a_scalar_is_rescued_as_a_string() {
    SourceFolder folder =
        folder("<a><r><q><units>2</units></q></r></a>")
            .option("schema", "q INT, _rescued_data STRING");
    assertThat(folder.rows())
        .containsExactly(asList(null, rescued("\"q\":\"{\\\"units\\\":\\\"2\\\"}\"")));
  }

  @Test
  void broken_elements_are_malformed_counted_with_their_line_and_not_rescued() {
    SourceFolder folder =
        folder("<a>\n<r><i>1</i></r>\n<r><i>2</j></r>\n<r>\n<i>3</i></r></a>")
            .option("schema", "i INT, _rescued_data STRING");
    assertThat(folder.rows()).containsExactly(asList(1, null), asList(3, null));
    assertThat(folder.summary().malformed()).isEqualTo(1);
    assertThat(folder.summary().firstMalformed().get(0).line()).isEqualTo(3);
    folder.option("schema", "i INT, _corrupt_record STRING");
    assertThat(folder.rows())
        .containsExactly(asList(1, null), asList(null, "<r><i>2</j></r>"), asList(3, null));
    assertThatThrownBy(folder.option("mode", "FAILFAST")::rows)
        .hasMessageContaining("line 3")
        .hasMessageContaining("f.xml");
  }

  @Test
  void records_that_break_the_xsd_are_malformed() {
    SourceFolder folder =
        folder("<a><r><i>1</i></r><r><i>x</i></r></a>")
            .file(
                "_r.xsd",
                "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='r'>"
                    + "<xs:complexType><xs:sequence><xs:element name='i' type='xs:int'/>"
                    + "</xs:sequence></xs:complexType></xs:element></xs:schema>")
            .option("rowValidationXSDPath", root.resolve("_r.xsd").toString());
    assertThat(folder.rows()).containsExactly(asList(1L, null));
    assertThat(folder.summary().malformed()).isEqualTo(1);
    assertThatThrownBy(
            folder.option("rowValidationXSDPath", root.resolve("no.xsd").toString())::rows)
        .hasMessageContaining("rowValidationXSDPath");
  }

  @Test
  void null_value_is_the_word_null_and_types_follow_their_options() {
    SourceFolder folder =
        folder("<a><r><s> null </s><i>null</i><d>03/04/2024</d><n>1,234.5</n></r></a>")
            .option("schema", "s STRING, i INT, d DATE, n DECIMAL(8,2)")
            .option("dateFormat", "dd/MM/yyyy");
    assertThat(folder.rows())
        .containsExactly(
            asList(
                null,
                null,
                (int) java.time.LocalDate.of(2024, 4, 3).toEpochDay(),
                new BigDecimal("1234.50")));
    folder.option("nullValue", "-").option("ignoreSurroundingSpaces", "false");
    assertThat(folder.rows().get(0).get(0)).isEqualTo(" null ");
  }

  @Test
  void a_row_tag_is_needed_and_encodings_are_read() {
    assertThatThrownBy(new SourceFolder(root).file("f.xml", "<a/>")::rows)
        .hasMessageContaining("SOURCE_OPTION_INVALID")
        .hasMessageContaining("rowTag");
    SourceFolder folder =
        new SourceFolder(root)
            .file("f.xml", "<a><r><s>ö</s></r></a>".getBytes(Charset.forName("ISO-8859-1")))
            .option("encoding", "ISO-8859-1")
            .option("rowTag", "r");
    assertThat(folder.rows()).containsExactly(asList("ö", null));
    assertThat(folder.option("inferColumnTypes", "false").schema().toDDL())
        .isEqualTo("s STRING,_rescued_data STRING");
    assertThat(Optional.of(folder.summary().bytes()).get()).isPositive();
  }
}
