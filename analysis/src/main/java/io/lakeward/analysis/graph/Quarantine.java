/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import static io.lakeward.model.problem.ProblemCode.INCOMPATIBLE_SCHEMA;

import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns of a quarantine: those of its table, and why and when each row came there. */
public final class Quarantine {
  /** Names of the rules that the row broke, in the order of their definition. */
  public static final String BROKEN_RULES = "_broken_rules";

  public static final String QUARANTINED_AT = "_quarantined_at";
  public static final String UPDATE_ID = "_update_id";

  private Quarantine() {}

  /**
   * @throws ProjectException if the table has a column of one of these names
   */
  static StructType schema(Dataset table, StructType columns) {
    for (StructField field : columns.fields()) {
      if (List.of(BROKEN_RULES, QUARANTINED_AT, UPDATE_ID).stream()
          .anyMatch(name -> name.equalsIgnoreCase(field.name()))) {
        throw new ProjectException(
            Problem.of(
                    INCOMPATIBLE_SCHEMA,
                    "Column `%s` of %s has a name that its quarantine needs for itself."
                        .formatted(field.name(), table.name()))
                .at(table.where())
                .withFix("Give the column another name with AS in the query."));
      }
    }
    return schema(columns);
  }

  public static StructType schema(StructType columns) {
    return ((StructType) columns.asNullable())
        .add(BROKEN_RULES, DataTypes.createArrayType(DataTypes.StringType))
        .add(QUARANTINED_AT, DataTypes.TimestampType)
        .add(UPDATE_ID, DataTypes.StringType);
  }
}
