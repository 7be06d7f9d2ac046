/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.graph.ChangeColumns;
import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.graph.ResolvedReplacement;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.engine.executor.ApplyRequest;
import io.lakeward.engine.executor.RowChange;
import io.lakeward.engine.executor.Slice;
import io.lakeward.model.name.SqlQuoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/** The plans by which a flow's rows replace others, as an {@link ApplyRequest} takes them. */
final class ReplacementPlans {
  /** The id of the leaf that reads the target. */
  static final String TARGET = "lakeward.replaced";

  private static final String FRESH = "fresh";
  private static final String STORED = "stored";
  private static final String SEQUENCE = SqlQuoting.quote(ChangeColumns.SEQUENCE);

  private ReplacementPlans() {}

  /**
   * For each set of keys the newest rows of the flow, unless the target has newer ones. The flow's
   * rows are read once, so that its rules are counted once.
   *
   * @param columns those of the target
   */
  static LogicalPlan newest(
      ResolvedFlow flow, ResolvedReplacement.Using using, StructType columns) {
    LogicalPlan fresh = fresh(flow, using);
    LogicalPlan stored = stored(flow, using, columns);
    Slice.TableFiles freshRow = new Slice.TableFiles(List.of(), fresh.schema().asNullable());
    Slice.TableFiles storedRow = new Slice.TableFiles(List.of(), stored.schema().asNullable());
    String sql = newest(using, List.of(flow.plan().schema().fieldNames()));
    LogicalPlan plan = ChangePlans.bind(sql, Map.of(FRESH, freshRow, STORED, storedRow)).plan();
    return Plans.transformUp(
        plan,
        node -> {
          if (node instanceof SourceRelation leaf && leaf.source() instanceof Source.Table table) {
            return switch (table.name().table()) {
              case FRESH -> renamed(fresh, leaf);
              case STORED -> renamed(stored, leaf);
              default -> node;
            };
          }
          return node;
        });
  }

  private static String newest(ResolvedReplacement.Using using, List<String> columns) {
    String keys = using.keys().stream().map(SqlQuoting::quote).collect(Collectors.joining(", "));
    String number = SqlQuoting.quote(ChangeColumns.PREFIX + "number");
    String present = SqlQuoting.quote(ChangeColumns.PREFIX + "present");
    String newestFirst =
        "OVER (PARTITION BY %s ORDER BY %s)"
            .formatted(keys, SequenceOrder.descending(SEQUENCE, using.sequenceType()));
    String isSame =
        using.keys().stream()
            .map(SqlQuoting::quote)
            .map("n.%1$s <=> o.%1$s"::formatted)
            .collect(Collectors.joining(" AND "));
    String isFirst = "o.%s IS NULL".formatted(present);
    String isOlder =
        "(o.%1$s IS NULL OR %2$s)"
            .formatted(SEQUENCE, above("n." + SEQUENCE, "o." + SEQUENCE, using, false));
    String isNotNewer =
        "(o.%1$s IS NULL OR %2$s)"
            .formatted(SEQUENCE, above("n." + SEQUENCE, "o." + SEQUENCE, using, true));
    return """
        WITH numbered AS (SELECT *, rank() %1$s AS %2$s FROM fresh),
        newest AS (SELECT * FROM numbered WHERE %2$s = 1),
        kept AS (SELECT %3$s, %4$s, row_number() %1$s AS %2$s, true AS %5$s FROM stored),
        old AS (SELECT * FROM kept WHERE %2$s = 1)
        SELECT %6$s, CASE WHEN %7$s THEN %8$d WHEN %9$s THEN %10$d ELSE %8$d END AS %11$s
        FROM newest n LEFT JOIN old o ON %12$s WHERE %7$s OR %13$s
        """
        .formatted(
            newestFirst,
            number,
            keys,
            SEQUENCE,
            present,
            columns.stream().map(c -> "n." + SqlQuoting.quote(c)).collect(Collectors.joining(", ")),
            isFirst,
            RowChange.INSERT.ordinal(),
            isOlder,
            RowChange.REPLACE.ordinal(),
            RowChange.COLUMN,
            isSame,
            isNotNewer);
  }

  private static String above(
      String left, String right, ResolvedReplacement.Using using, boolean orEqual) {
    return SequenceOrder.above(left, right, using.sequenceType(), orEqual);
  }

  /** The flow's rows that its rules keep, each with its sequence. */
  private static LogicalPlan fresh(ResolvedFlow flow, ResolvedReplacement.Using using) {
    LogicalPlan fixed =
        Plans.transformUp(new ReplacementChecks(flow, using).rows(), ReplacementPlans::inBatch);
    List<Attribute> row = Plans.list(fixed.output());
    return with(fixed, row, using.sequenceOf(row));
  }

  /** Keys and sequence of the target's rows. */
  private static LogicalPlan stored(
      ResolvedFlow flow, ResolvedReplacement.Using using, StructType columns) {
    SourceRelation target = target(flow, columns);
    List<Attribute> row = Plans.list(target.output());
    List<Attribute> keys =
        row.stream()
            .filter(a -> using.keys().stream().anyMatch(a.name()::equalsIgnoreCase))
            .toList();
    return with(target, keys, using.sequenceOf(row));
  }

  private static Project with(LogicalPlan rows, List<Attribute> columns, Expression sequence) {
    List<NamedExpression> items = new ArrayList<>(columns);
    items.add(Plans.named(sequence, ChangeColumns.SEQUENCE));
    return new Project(Plans.seq(items), rows);
  }

  /** A batch is a table: which of its rows are the newest is known when all of them are read. */
  private static LogicalPlan inBatch(LogicalPlan node) {
    return node instanceof SourceRelation leaf && leaf.isStreaming()
        ? new SourceRelation(leaf.output(), leaf.id(), leaf.source(), false, leaf.metadataOutput())
        : node;
  }

  /** The plan under the names and ids of a leaf that stood for it. */
  private static LogicalPlan renamed(LogicalPlan plan, SourceRelation leaf) {
    List<Attribute> columns = Plans.list(plan.output());
    List<Attribute> names = Plans.list(leaf.output());
    List<NamedExpression> items = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      Attribute name = names.get(i);
      items.add(
          new Alias(
              columns.get(i),
              name.name(),
              name.exprId(),
              Plans.seq(List.of()),
              Option.empty(),
              Plans.seq(List.of())));
    }
    return new Project(Plans.seq(items), plan);
  }

  /** The flow's rows that a condition holds for. */
  static LogicalPlan matching(ResolvedFlow flow, ResolvedReplacement.Where where) {
    List<Attribute> row = Plans.list(flow.plan().output());
    List<NamedExpression> items = new ArrayList<>(row);
    items.add(
        Plans.named(
            Literal.create(RowChange.INSERT.ordinal(), DataTypes.IntegerType), RowChange.COLUMN));
    return new Project(Plans.seq(items), new Filter(where.conditionOver(row), flow.plan()));
  }

  /** The target's rows that a condition holds for. */
  static ApplyRequest.RowCondition replaced(
      ResolvedFlow flow, ResolvedReplacement.Where where, StructType columns) {
    List<Attribute> row = Plans.list(target(flow, columns).output());
    return new ApplyRequest.RowCondition(where.conditionOver(row), RowChange.REPLACE);
  }

  /** What has to be run for a flow. */
  static Stream<LogicalPlan> all(ResolvedFlow flow, StructType columns) {
    ResolvedReplacement rows = flow.replacement().orElseThrow();
    if (rows instanceof ResolvedReplacement.Using using) {
      return Stream.of(newest(flow, using, columns));
    }
    ResolvedReplacement.Where where = (ResolvedReplacement.Where) rows;
    SourceRelation target = target(flow, columns);
    return Stream.of(
        matching(flow, where),
        new Filter(where.conditionOver(Plans.list(target.output())), target));
  }

  private static SourceRelation target(ResolvedFlow flow, StructType columns) {
    return SourceRelation.read(new Source.Table(flow.target().name(), columns), TARGET, false);
  }
}
