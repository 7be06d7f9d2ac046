/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.plan;

import io.lakeward.executor.embedded.expression.ColumnNames;
import io.lakeward.executor.embedded.expression.DuckTypes;
import io.lakeward.executor.embedded.expression.ExpressionTranslator;
import io.lakeward.executor.embedded.expression.FieldNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.analysis.ResolvedInlineTable;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OneRowRelation;
import org.apache.spark.sql.catalyst.plans.logical.Range;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Leaves whose rows stand in the plan itself; and the refusal of every operator unknown here. */
final class Leaves {
  /** What a user calls the operators that are most likely to be met. */
  private static final Map<String, String> WORDS =
      Map.of(
          "EventTimeWatermark", "WATERMARK",
          "Sample", "TABLESAMPLE",
          "Tail", "tail()",
          "UnionLoop", "WITH RECURSIVE",
          "Pivot", "PIVOT",
          "Unpivot", "UNPIVOT",
          "ScriptTransformation", "TRANSFORM",
          "AsOfJoin", "ASOF JOIN",
          "PythonUDTF", "A Python table function");

  private final ExpressionTranslator expressions;

  Leaves(ExpressionTranslator expressions) {
    this.expressions = expressions;
  }

  Fragment select(LogicalPlan plan) {
    if (plan instanceof OneRowRelation) {
      return Fragment.of("SELECT 1 AS \"#one\"");
    }
    if (plan instanceof Range range) {
      return range(range);
    }
    if (plan instanceof LocalRelation relation) {
      List<List<Expression>> rows = new ArrayList<>();
      for (InternalRow row : CollectionConverters.asJava(relation.data())) {
        rows.add(literals(row, CollectionConverters.asJava(relation.output())));
      }
      return values(CollectionConverters.asJava(relation.output()), rows);
    }
    if (plan instanceof ResolvedInlineTable table) {
      List<List<Expression>> rows = new ArrayList<>();
      for (Seq<Expression> row : CollectionConverters.asJava(table.rows())) {
        rows.add(CollectionConverters.asJava(row));
      }
      return values(CollectionConverters.asJava(table.output()), rows);
    }
    String name = plan.nodeName();
    throw new UnsupportedPlanException(WORDS.getOrDefault(name, name) + " is not supported.");
  }

  private static Fragment range(Range range) {
    Attribute id = CollectionConverters.asJava(range.output()).get(0);
    return Fragment.of(
        "SELECT CAST(range AS BIGINT) AS %s FROM range(CAST(%d AS BIGINT), CAST(%d AS BIGINT), CAST(%d AS BIGINT))"
            .formatted(ColumnNames.of(id), range.start(), range.end(), range.step()));
  }

  private static List<Expression> literals(InternalRow row, List<Attribute> output) {
    List<Expression> values = new ArrayList<>();
    for (int i = 0; i < output.size(); i++) {
      values.add(new Literal(row.get(i, output.get(i).dataType()), output.get(i).dataType()));
    }
    return values;
  }

  private Fragment values(List<Attribute> output, List<List<Expression>> rows) {
    if (output.isEmpty()) {
      return Fragment.of("SELECT 1 AS \"#one\" FROM range(" + rows.size() + ")");
    }
    if (rows.isEmpty()) {
      return Fragment.of(empty(output));
    }
    List<String> names = new ArrayList<>();
    List<String> items = new ArrayList<>();
    for (int i = 0; i < output.size(); i++) {
      names.add("v" + i);
      items.add(
          "CAST(v"
              + i
              + " AS "
              + DuckTypes.of(output.get(i).dataType())
              + ") AS "
              + ColumnNames.of(output.get(i)));
    }
    List<String> tuples = new ArrayList<>();
    for (List<Expression> row : rows) {
      List<String> values = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        values.add(
            FieldNames.renamed(
                expressions.translate(row.get(i)),
                row.get(i).dataType(),
                output.get(i).dataType()));
      }
      tuples.add("(" + String.join(", ", values) + ")");
    }
    return Fragment.of(
        "SELECT "
            + String.join(", ", items)
            + " FROM (VALUES "
            + String.join(", ", tuples)
            + ") AS v("
            + String.join(", ", names)
            + ")");
  }

  /** No rows, with typed columns. */
  static String empty(List<Attribute> output) {
    List<String> items = new ArrayList<>();
    for (Attribute attribute : output) {
      items.add(
          "CAST(NULL AS "
              + DuckTypes.of(attribute.dataType())
              + ") AS "
              + ColumnNames.of(attribute));
    }
    if (items.isEmpty()) {
      items.add("1 AS \"#one\"");
    }
    // Not WHERE false: then DuckDB would drop the rest of the plan before it has checked it.
    return "SELECT " + String.join(", ", items) + " FROM range(0)";
  }
}
