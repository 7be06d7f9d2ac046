/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.source.SourceFile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueryReaderTest {
  @Test
  void SQL_100_putsParametersAndSettingsIn() {
    assertThat(read("SELECT :who, ${n} FROM t").sql()).isEqualTo("SELECT 'me', 7 FROM t");
  }

  @Test
  void aSemicolonAtTheEndIsLeftOut() {
    assertThat(read("SELECT 1; \n").sql()).isEqualTo("SELECT 1");
  }

  @Test
  void aMissingValueIsReported() {
    assertThatThrownBy(() -> read("SELECT :nobody"))
        .hasMessageContaining("PARAMETER_UNDEFINED")
        .hasMessageContaining("nobody");
  }

  private static SqlText read(String query) {
    PipelineSettings settings =
        new PipelineSettings(
            "p", "main", "default", Map.of("n", "7"), Map.of("who", "me"), List.of(), false, true);
    return new QueryReader(settings).read(new SourceFile("<query>", query));
  }
}
