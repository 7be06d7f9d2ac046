/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.model.name.TableName;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.TableSnapshot;
import java.util.List;

/** Guards the reading of tables that other programs may have written. */
final class ReadableTables {
  private ReadableTables() {}

  /**
   * @throws ProjectException if the table's data files do not tell its rows on their own
   */
  static void check(TableName name, TableSnapshot snapshot) {
    List<String> unsupported = snapshot.unsupportedFeatures();
    if (!unsupported.isEmpty()) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.TABLE_FEATURE_UNSUPPORTED,
                  "The table %s uses what cannot be read here: %s."
                      .formatted(name, String.join(", ", unsupported)))
              .withFix("Rewrite the table without it."));
    }
  }
}
