/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.testkit.shipments.LakewardCommand.Finished;
import io.lakeward.testkit.shipments.ShipmentsProject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All mistakes of a project are told at once, each at its place, before anything is made. */
final class ValidateTest {
  private static final String UNKNOWN_DATASET =
      """
      CREATE OR REFRESH MATERIALIZED VIEW per_carrier
      AS SELECT carrier_id FROM LIVE.brnze;
      """;
  private static final String UNKNOWN_COLUMN =
      """
      CREATE OR REFRESH MATERIALIZED VIEW weights AS
      SELECT carrier_id,
             weight_kilos
      FROM bronze;
      """;
  private static final String CIRCLE =
      """
      CREATE MATERIALIZED VIEW egg AS SELECT * FROM hen;
      CREATE MATERIALIZED VIEW hen AS SELECT * FROM egg;
      """;
  private static final String TWICE =
      """
      CREATE MATERIALIZED VIEW silver AS SELECT 1 AS one;
      """;
  private static final String SYNTAX =
      """
      CREATE MATERIALIZED VIEW broken AS SELECT 1 AS one;
      CREATE MATERIALISED VIEW misspelt AS SELECT 1 AS one;
      """;

  @ParameterizedTest
  @ValueSource(strings = {"validate", "run"})
  void tellsEveryMistakeAtItsPlace(String command, @TempDir Path folder) {
    ShipmentsProject project = ShipmentsProject.in(folder, new CommandInProcess(folder));
    project.land("a.json", 0, 10);
    project.write("transformations/a_dataset.sql", UNKNOWN_DATASET);
    project.write("transformations/b_column.sql", UNKNOWN_COLUMN);
    project.write("transformations/c_circle.sql", CIRCLE);
    project.write("transformations/d_twice.sql", TWICE);
    project.write("transformations/e_syntax.sql", SYNTAX);

    Finished finished = project.lakeward().run(command).expectExit(2);

    assertThat(finished.said())
        .contains("TABLE_OR_VIEW_NOT_FOUND", place("a_dataset.sql", UNKNOWN_DATASET, "LIVE.brnze"))
        .contains("UNRESOLVED_COLUMN", place("b_column.sql", UNKNOWN_COLUMN, "weight_kilos"))
        .contains("CIRCULAR_DEPENDENCY", "transformations/c_circle.sql:")
        .contains("PIPELINE_DUPLICATE_IDENTIFIERS", "transformations/d_twice.sql:1:")
        .contains("PARSE_SYNTAX_ERROR", "transformations/e_syntax.sql:2:")
        .contains("AS SELECT carrier_id FROM LIVE.brnze;", "       weight_kilos");
    assertThat(finished.said().toLowerCase(Locale.ROOT)).contains("did you mean", "bronze");
    assertThat(finished.said().lines().filter(l -> l.strip().matches("[|\\s]*\\^+")).count())
        .as("a caret under each place")
        .isGreaterThanOrEqualTo(5);
    assertThat(Files.exists(folder.resolve(".lakeward"))).as("nothing is made").isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"validate"})
  void aRightProjectIsValidAndNothingIsMade(String command, @TempDir Path folder) {
    ShipmentsProject project = ShipmentsProject.in(folder, new CommandInProcess(folder));
    project.land("a.json", 0, 10);

    project.lakeward().run(command).expectExit(0);

    assertThat(Files.exists(folder.resolve(".lakeward"))).isFalse();
  }

  private static String place(String file, String text, String token) {
    int at = text.indexOf(token);
    int line = (int) text.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
    int column = at - text.lastIndexOf('\n', at);
    return "transformations/" + file + ":" + line + ":" + column;
  }
}
