/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code singleVariantColumn}: each document is one value. */
class SingleVariantTest {
  @TempDir Path root;

  private SourceFolder folder() {
    return new SourceFolder(root).option("singleVariantColumn", "v");
  }

  @Test
  void eachLineIsAValueWhateverItIs() {
    SourceFolder folder =
        folder()
            .file(
                "day=1/a.json",
                "{\"a\": 1, \"b\": {\"c\": 1.50}}\n\n[1, 2]\n'x'\nnull\n{broken\n{\"a\":1,\"a\":2}\n");
    assertThat(folder.schema().toDDL()).isEqualTo("v VARIANT,day INT");
    assertThat(folder.rows())
        .extracting(row -> row.get(0))
        .containsExactly("{\"a\":1,\"b\":{\"c\":1.50}}", "[1,2]", "\"x\"", "null");
    assertThat(folder.rows()).extracting(row -> row.get(1)).containsOnly(1);
    // A name that is there twice has no place in a VARIANT.
    assertThat(folder.summary().malformed()).isEqualTo(2);
  }

  @Test
  void aFileIsAValueWithMultiLine() {
    SourceFolder folder =
        folder().option("multiLine", "true").file("a.json", "[\n {\"a\":1},\n {\"a\":2}\n]\n");
    assertThat(folder.rows()).containsExactly(List.of("[{\"a\":1},{\"a\":2}]"));
  }

  @Test
  void anElementIsAValue() {
    SourceFolder folder =
        folder()
            .option("format", "xml")
            .option("rowTag", "r")
            .file(
                "day=1/a.xml",
                "<all><r id='1'><on>2024-01-31</on></r>\n<r>x</r><r><open></r></all>");
    assertThat(folder.schema().toDDL()).isEqualTo("v VARIANT,day INT");
    assertThat(folder.rows())
        .extracting(row -> String.valueOf(row.get(0)))
        .containsExactly("{\"_id\":1,\"on\":\"2024-01-31\"}", "\"x\"");
    assertThat(folder.rows()).extracting(row -> row.get(1)).containsOnly(1);
    assertThat(folder.summary().malformed()).isEqualTo(1);
  }

  @Test
  void otherColumnsOfRecordsAreRefused() {
    assertThatThrownBy(() -> folder().option("schema", "v VARIANT").file("a.json", "1").rows())
        .hasMessageContaining("singleVariantColumn")
        .hasMessageContaining("`schema`");
    assertThatThrownBy(() -> folder().option("schemaHints", "V INT").file("a.json", "1").schema())
        .hasMessageContaining("`schemaHints`");
    assertThatThrownBy(() -> folder().option("format", "text").file("a.json", "x").schema())
        .hasMessageContaining("SOURCE_OPTION_INVALID");
  }
}
