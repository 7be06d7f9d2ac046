/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.CumeDist;
import org.apache.spark.sql.catalyst.expressions.CurrentRow$;
import org.apache.spark.sql.catalyst.expressions.DenseRank;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Lag;
import org.apache.spark.sql.catalyst.expressions.Lead;
import org.apache.spark.sql.catalyst.expressions.NTile;
import org.apache.spark.sql.catalyst.expressions.NthValue;
import org.apache.spark.sql.catalyst.expressions.PercentRank;
import org.apache.spark.sql.catalyst.expressions.Rank;
import org.apache.spark.sql.catalyst.expressions.RowFrame$;
import org.apache.spark.sql.catalyst.expressions.RowNumber;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.expressions.SpecifiedWindowFrame;
import org.apache.spark.sql.catalyst.expressions.UnboundedFollowing$;
import org.apache.spark.sql.catalyst.expressions.UnboundedPreceding$;
import org.apache.spark.sql.catalyst.expressions.WindowExpression;
import org.apache.spark.sql.catalyst.expressions.WindowSpecDefinition;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Window function calls. Ranges with an offset are left to Spark: its bounds overflow by other
 * rules.
 */
final class WindowTranslator {
  private final ExpressionTranslator translator;

  WindowTranslator(ExpressionTranslator translator) {
    this.translator = translator;
  }

  String translate(WindowExpression window) {
    Expression function = window.windowFunction();
    DuckTypes.of(function.dataType());
    WindowSpecDefinition spec = window.windowSpec();
    if (function instanceof AggregateExpression aggregate) {
      return new AggregateTranslator(translator).translate(aggregate, over(spec, true));
    }
    if (function instanceof NthValue nth) {
      String nulls = nth.ignoreNulls() ? " IGNORE NULLS" : "";
      return "nth_value("
          + translator.translate(nth.input())
          + ", "
          + constant(nth.offset())
          + nulls
          + ")"
          + over(spec, true);
    }
    String over = over(spec, false);
    if (function instanceof Lag lag) {
      return shifted(
          "lag",
          lag.input(),
          lag.inputOffset(),
          Trees.children(lag).get(2),
          lag.ignoreNulls(),
          over);
    }
    if (function instanceof Lead lead) {
      return shifted(
          "lead",
          lead.input(),
          lead.offset(),
          Trees.children(lead).get(2),
          lead.ignoreNulls(),
          over);
    }
    return ranking(function, over);
  }

  private String ranking(Expression function, String over) {
    if (function instanceof PercentRank) {
      return "percent_rank()" + over;
    }
    if (function instanceof CumeDist) {
      return "cume_dist()" + over;
    }
    String call;
    if (function instanceof RowNumber) {
      call = "row_number()";
    } else if (function instanceof Rank) {
      call = "rank()";
    } else if (function instanceof DenseRank) {
      call = "dense_rank()";
    } else if (function instanceof NTile tile) {
      call = "ntile(" + constant(tile.buckets()) + ")";
    } else {
      throw ExpressionTranslator.unsupported(function);
    }
    return "CAST(" + call + over + " AS INTEGER)";
  }

  private String shifted(
      String name,
      Expression input,
      Expression offset,
      Expression otherwise,
      boolean ignoreNulls,
      String over) {
    long rows = constant(offset);
    boolean hasDefault = !(otherwise.foldable() && otherwise.eval(InternalRow.empty()) == null);
    if (hasDefault
        && (!otherwise.foldable()
            || !DuckTypes.of(otherwise.dataType()).equals(DuckTypes.of(input.dataType())))) {
      throw new UnsupportedExpressionException(
          "The default of "
              + name
              + " that is not a constant is not supported by the embedded engine.");
    }
    if (rows < 0 || (ignoreNulls && rows == 0)) {
      throw new UnsupportedExpressionException(
          "The offset " + rows + " of " + name + " is not supported by the embedded engine.");
    }
    String last = hasDefault ? ", " + translator.translate(otherwise) : "";
    return name
        + "("
        + translator.translate(input)
        + ", "
        + rows
        + last
        + (ignoreNulls ? " IGNORE NULLS" : "")
        + ")"
        + over;
  }

  private long constant(Expression expression) {
    Object value =
        expression.foldable()
            ? CatalystEvaluator.evaluate(
                expression, InternalRow.empty(), translator.settings().conf())
            : null;
    if (value instanceof Integer number) {
      return number;
    }
    throw ExpressionTranslator.unsupported(expression);
  }

  private String over(WindowSpecDefinition spec, boolean withFrame) {
    List<String> parts = new ArrayList<>();
    List<String> keys = new ArrayList<>();
    for (Expression key : CollectionConverters.asJava(spec.partitionSpec())) {
      keys.add(translator.groupKey(key));
    }
    if (!keys.isEmpty()) {
      parts.add("PARTITION BY " + String.join(", ", keys));
    }
    List<String> orders = new ArrayList<>();
    for (SortOrder order : CollectionConverters.asJava(spec.orderSpec())) {
      orders.add(translator.sortOrder(order));
    }
    if (!orders.isEmpty()) {
      parts.add("ORDER BY " + String.join(", ", orders));
    }
    if (withFrame && spec.frameSpecification() instanceof SpecifiedWindowFrame frame) {
      parts.add(frame(frame));
    }
    return " OVER (" + String.join(" ", parts) + ")";
  }

  private String frame(SpecifiedWindowFrame frame) {
    boolean rows = frame.frameType() == RowFrame$.MODULE$;
    return (rows ? "ROWS" : "RANGE")
        + " BETWEEN "
        + bound(frame.lower(), rows)
        + " AND "
        + bound(frame.upper(), rows);
  }

  private String bound(Expression bound, boolean rows) {
    if (bound == UnboundedPreceding$.MODULE$) {
      return "UNBOUNDED PRECEDING";
    }
    if (bound == UnboundedFollowing$.MODULE$) {
      return "UNBOUNDED FOLLOWING";
    }
    if (bound == CurrentRow$.MODULE$) {
      return "CURRENT ROW";
    }
    if (!rows) {
      throw new UnsupportedExpressionException(
          "A RANGE frame with an offset is not supported by the embedded engine.");
    }
    long offset = constant(bound);
    return offset == 0
        ? "CURRENT ROW"
        : Math.abs(offset) + (offset < 0 ? " PRECEDING" : " FOLLOWING");
  }
}
