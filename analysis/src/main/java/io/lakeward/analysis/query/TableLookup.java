/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.plan.TableReading;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.RowPolicy;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;

/** The tables that exist already, whoever made them. */
public interface TableLookup {
  /** The columns of a table; names are equal in any letter case. */
  Optional<StructType> find(TableName name);

  /**
   * The columns of a table as it is read; without those that a change feed adds.
   *
   * @throws io.lakeward.model.problem.ProjectException if the table cannot be read this way
   */
  default Optional<StructType> find(TableName name, TableReading reading) {
    return find(name);
  }

  /** What every reader of a table has to leave out or to hide. */
  default RowPolicy policyOf(TableName name) {
    return RowPolicy.NONE;
  }

  /** All tables, for suggestions; asked for only after a name was not found. */
  Collection<TableName> all();

  /** The pipelines that fill them. */
  default PipelineLookup pipelines() {
    return PipelineLookup.none();
  }

  /** No tables at all. */
  static TableLookup none() {
    return new TableLookup() {
      @Override
      public Optional<StructType> find(TableName name) {
        return Optional.empty();
      }

      @Override
      public Collection<TableName> all() {
        return List.of();
      }
    };
  }
}
