/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import io.lakeward.analysis.query.RowExpressionAnalyzer;
import io.lakeward.model.pipeline.SqlText;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.DataType;

/** Which rows of its target a flow's rows replace. */
public sealed interface ResolvedReplacement {
  /** The text that it ends with. */
  SqlText text();

  /**
   * Those of the same keys that are not newer.
   *
   * @param keys names of columns that the flow's plan and the target have
   * @param sequence over columns that both have
   */
  record Using(List<String> keys, SqlText sequence, DataType sequenceType)
      implements ResolvedReplacement {
    public Using {
      keys = List.copyOf(keys);
    }

    @Override
    public SqlText text() {
      return sequence;
    }

    /** The sequence of a row that has these columns. */
    public Expression sequenceOf(List<Attribute> row) {
      return RowExpressionAnalyzer.analyze(sequence, row, ReplacementResolution.SEQUENCE);
    }
  }

  /**
   * Those that a condition holds for.
   *
   * @param condition over columns that the flow's plan and the target have
   */
  record Where(SqlText condition) implements ResolvedReplacement {
    @Override
    public SqlText text() {
      return condition;
    }

    /** The condition over a row that has these columns. */
    public Expression conditionOver(List<Attribute> row) {
      return RowExpressionAnalyzer.condition(condition, row, ReplacementResolution.WHERE);
    }
  }
}
