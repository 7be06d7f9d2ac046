/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.spark.sql.catalyst.expressions.GetJsonObject;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonExtractionTest {
  private static final String STORE =
      """
      {"Name": "amy", "zip code": "94025", "none": null, "n": 1.50, "t": true, "é": "ß",
       "fruit": [{"weight": 8, "type": "apple"}, {"weight": 9, "TYPE": "pear"}],
       "basket": [[1, 2, {"b": "y", "a": "x"}], [3, 4], []], "book": [{"p": 1}, {"isbn": "7"}],
       "one": [{"a": 1}], "empty": []}
      """;

  private static @Nullable String at(String json, String path) {
    UTF8String found =
        JsonExtraction.extract(UTF8String.fromString(json), UTF8String.fromString(path));
    return found == null ? null : found.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      nullValues = "NULL",
      value = {
        "$.name | amy",
        "$.NAME | amy",
        "$['Name'] | amy",
        "$['name'] | NULL",
        "$.`Zip Code` | 94025",
        "$.none | NULL",
        "$.missing | NULL",
        "$.name.deeper | NULL",
        "$.t | true",
        "$.É | ß",
        "$.fruit[1].type | pear",
        "$.fruit[1]['type'] | NULL",
        "$.fruit[0] | {\"weight\":8,\"type\":\"apple\"}",
        "$.fruit[7] | NULL",
        "$.fruit[*].type | [\"apple\",\"pear\"]",
        "$.book[*].isbn | [null,\"7\"]",
        "$.one[*].a | [1]",
        "$.empty[*] | []",
        "$.name[*] | NULL",
        "$.basket[*] | [[1,2,{\"b\":\"y\",\"a\":\"x\"}],[3,4],[]]",
        "$.basket[*][0] | [1,3,null]",
        "$.basket[0][*] | [1,2,{\"b\":\"y\",\"a\":\"x\"}]",
        "$.basket[*][*] | [1,2,{\"b\":\"y\",\"a\":\"x\"},3,4]",
        "$.basket[0][2].b | y"
      })
  void SQL_95_names_are_found_in_any_case_and_fields_in_brackets_as_they_are(
      String path, @Nullable String expected) {
    assertThat(at(STORE, path)).isEqualTo(expected);
  }

  @Test
  void SQL_95_what_is_no_json_gives_null() {
    for (String text : List.of("", "x", "{\"a\": ", "[1", "{a: 1}", "null", "7")) {
      assertThat(at(text, "$.a")).as(text).isNull();
    }
  }

  @Test
  void SQL_95_a_name_that_is_there_in_two_cases_is_an_error() {
    assertThatThrownBy(() -> at("{\"id\": 1, \"ID\": 2}", "$.id"))
        .hasMessageContaining("AMBIGUOUS_REFERENCE_TO_FIELDS")
        .hasMessageContaining("['id']");
    assertThat(at("{\"id\": 1, \"ID\": 2}", "$['ID']")).isEqualTo("2");
  }

  /** Where names are written as they are, the answer is that of Spark's function. */
  @Test
  void SQL_95_values_are_those_of_get_json_object() {
    for (String value :
        List.of(
            "1",
            "-0.0",
            "1e3",
            "1.50",
            "12345678901234567890",
            "0.1234567890123456789",
            "true",
            "\"\"",
            "\"a\\\"b\\u00e9\\n\"",
            "'q'",
            "[1, 2.0]",
            "{\"x\" : [1e3]}",
            "\" \"")) {
      String json = "{\"a\": {\"b\": [0, " + value + "]}}";
      Object spark = new GetJsonObject(text(json), text("$.a.b[1]")).eval(null);
      assertThat(at(json, "$.a.b[1]")).as(value).isEqualTo(spark == null ? null : spark.toString());
    }
  }

  private static Literal text(String value) {
    return Literal.create(value, DataTypes.StringType);
  }

  @ParameterizedTest
  @CsvSource({"$", "$.a.`b c`['d''e'][0][*]", "$.`a``b`", "$['']", "$.é_1"})
  void a_path_is_read_as_it_was_written(String path) {
    assertThat(JsonPath.of(path)).hasToString(path);
  }
}
