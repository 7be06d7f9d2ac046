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

class CommandReaderTest {
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

  @Test
  void aVersionBehindANameAndANameOfPartsArePutIntoSparksWords() {
    assertThat(read("SELECT * FROM `t`@v12 AS x").sql())
        .isEqualTo("SELECT * FROM `t` VERSION AS OF 12 AS x");
    assertThat(read("SELECT * FROM IDENTIFIER('a' || '.b')").sql()).isEqualTo("SELECT * FROM a.b");
    assertThat(read("SELECT * FROM STREAM t WITH (skipChangeCommits, x = 1)").sql())
        .isEqualTo("SELECT * FROM STREAM t WITH (skipChangeCommits = true, x = 1)");
    assertThat(read("WITH (SELECT 1) SELECT a @ v3").sql())
        .isEqualTo("WITH (SELECT 1) SELECT a @ v3");
  }

  private static SqlText read(String query) {
    PipelineSettings settings =
        new PipelineSettings(
            "p", "main", "default", Map.of("n", "7"), Map.of("who", "me"), List.of(), false, true);
    SqlCommand command = new CommandReader(settings).read(new SourceFile("<query>", query)).get(0);
    return ((SqlCommand.Query) command).text();
  }
}
