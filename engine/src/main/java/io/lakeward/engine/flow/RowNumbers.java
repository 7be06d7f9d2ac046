/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.model.pipeline.ColumnDefinition;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.IdentityColumn;
import io.lakeward.tables.TableSnapshot;
import java.util.List;
import java.util.stream.Stream;

/**
 * The columns in which a streaming table numbers its rows. The last number is committed together
 * with the rows that got it, so a batch that is done again after a crash numbers them as before.
 */
final class RowNumbers {
  private RowNumbers() {}

  /** As they are defined, before a row is numbered. */
  static List<IdentityColumn> of(Dataset dataset) {
    return dataset.columns().stream().flatMap(RowNumbers::of).toList();
  }

  private static Stream<IdentityColumn> of(ColumnDefinition column) {
    return column
        .numbering()
        .map(n -> new IdentityColumn(column.name(), n.start(), n.step(), n.isGivenAllowed()))
        .stream();
  }

  /**
   * With the numbers that the table has come to.
   *
   * @throws ProjectException if its rows were numbered by another definition
   */
  static List<IdentityColumn> of(Dataset dataset, TableSnapshot table) {
    List<IdentityColumn> stored = IdentityColumn.of(table.schemaJson());
    List<IdentityColumn> defined = of(dataset);
    boolean isSame =
        stored.size() == defined.size()
            && stored.stream().allMatch(s -> defined.stream().anyMatch(s::isDefinedAs));
    if (!isSame) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.INCOMPATIBLE_SCHEMA,
                  "The IDENTITY columns of %s are not those with which its rows were numbered."
                      .formatted(dataset.name()))
              .at(dataset.where())
              .withFix(
                  "Define them as before, or number all rows anew with --full-refresh %s."
                      .formatted(dataset.name().table())));
    }
    return stored;
  }
}
