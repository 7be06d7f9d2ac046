/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.plan;

import io.lakeward.analysis.plan.CheckedRows;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.executor.embedded.expression.CatalystFunctions;
import io.lakeward.executor.embedded.expression.ColumnNames;
import io.lakeward.executor.embedded.expression.DuckTypes;
import io.lakeward.executor.embedded.expression.EvaluationSettings;
import io.lakeward.executor.embedded.expression.ExpressionTranslator;
import io.lakeward.executor.embedded.expression.FieldNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationRef;
import org.apache.spark.sql.catalyst.plans.logical.Deduplicate;
import org.apache.spark.sql.catalyst.plans.logical.Distinct;
import org.apache.spark.sql.catalyst.plans.logical.Except;
import org.apache.spark.sql.catalyst.plans.logical.Expand;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.Generate;
import org.apache.spark.sql.catalyst.plans.logical.GlobalLimit;
import org.apache.spark.sql.catalyst.plans.logical.Intersect;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LateralJoin;
import org.apache.spark.sql.catalyst.plans.logical.LocalLimit;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Offset;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.RebalancePartitions;
import org.apache.spark.sql.catalyst.plans.logical.RepartitionOperation;
import org.apache.spark.sql.catalyst.plans.logical.ResolvedHint;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.plans.logical.View;
import org.apache.spark.sql.catalyst.plans.logical.Window;
import org.apache.spark.sql.catalyst.plans.logical.WithCTE;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Turns one analyzed plan into one DuckDB query. Every operator becomes a SELECT from the SELECTs
 * of its inputs; DuckDB's optimizer flattens them, so that projections and filters still reach the
 * files. One object serves one query.
 */
public final class PlanTranslator {
  private final LeafScans scans;
  private final ExpressionTranslator expressions;
  private final ViewRules viewRules;
  private final Leaves leaves;
  private final Joins joins;
  private final SetOperations setOperations;
  private final Aggregations aggregations;
  private final Generators generators;
  private final CommonTables commonTables;
  private int hiddenColumns;

  public PlanTranslator(
      LeafScans scans,
      RowCheckCalls checks,
      CatalystFunctions functions,
      EvaluationSettings settings) {
    this.scans = scans;
    this.viewRules = new ViewRules(this, checks);
    this.expressions = new ExpressionTranslator(functions, settings, this::subquery);
    this.leaves = new Leaves(expressions);
    this.joins = new Joins(this);
    this.setOperations = new SetOperations(this);
    this.aggregations = new Aggregations(this);
    this.generators = new Generators(this);
    this.commonTables = new CommonTables(this);
  }

  /**
   * Translates a whole plan.
   *
   * @throws UnsupportedPlanException for an operator or a use of one that is not known here
   * @throws io.lakeward.executor.embedded.expression.UnsupportedExpressionException likewise
   */
  public Query translate(LogicalPlan plan) {
    LogicalPlan settled = FilterOrder.settle(plan);
    viewRules.lookAt(settled);
    Fragment fragment = fragment(settled);
    return new Query(fragment.select(), fragment.orderBy(), outputOf(plan), this);
  }

  String expression(Expression expression) {
    return expressions.translate(expression);
  }

  ExpressionTranslator expressions() {
    return expressions;
  }

  /** A column name that no attribute has. */
  String hiddenColumn() {
    hiddenColumns++;
    return "\"#" + hiddenColumns + "\"";
  }

  static List<Attribute> outputOf(LogicalPlan plan) {
    return CollectionConverters.asJava(plan.output());
  }

  Fragment fragment(LogicalPlan plan) {
    for (Attribute attribute : outputOf(plan)) {
      DuckTypes.of(attribute.dataType());
    }
    if (plan instanceof SourceRelation relation) {
      refuseTableMetadata(relation);
      return Fragment.of(scans.select(relation));
    }
    if (plan instanceof Project project) {
      return project(project.projectList(), fragment(project.child()));
    }
    if (plan instanceof Filter filter) {
      return filter(filter);
    }
    if (plan instanceof CheckedRows view) {
      return viewRules.checked(view);
    }
    if (plan instanceof SubqueryAlias
        || plan instanceof View
        || plan instanceof ResolvedHint
        || plan instanceof RepartitionOperation
        || plan instanceof RebalancePartitions
        || plan instanceof LocalLimit) {
      return fragment(CollectionConverters.asJava(plan.children()).get(0));
    }
    Fragment found = relational(plan);
    return found == null ? leaves.select(plan) : found;
  }

  private @Nullable Fragment relational(LogicalPlan plan) {
    if (plan instanceof Join join) {
      return joins.join(join);
    }
    if (plan instanceof LateralJoin join) {
      return joins.lateral(join);
    }
    if (plan instanceof Aggregate aggregate) {
      refuseStream(plan, "GROUP BY");
      return aggregations.aggregate(aggregate);
    }
    if (plan instanceof Window window) {
      refuseStream(plan, "A window function");
      return window(window);
    }
    if (plan instanceof Sort sort) {
      return sort(sort);
    }
    if (plan instanceof GlobalLimit limit) {
      return limit(limit.child(), " LIMIT " + count(limit.limitExpr()));
    }
    if (plan instanceof Offset offset) {
      return limit(offset.child(), " OFFSET " + count(offset.offsetExpr()));
    }
    if (plan instanceof Union union) {
      return setOperations.union(union);
    }
    if (plan instanceof Intersect intersect) {
      return setOperations.intersect(intersect);
    }
    if (plan instanceof Except except) {
      return setOperations.except(except);
    }
    if (plan instanceof Distinct distinct) {
      return setOperations.distinct(distinct);
    }
    if (plan instanceof Deduplicate deduplicate) {
      return setOperations.deduplicate(deduplicate);
    }
    if (plan instanceof Generate generate) {
      return generators.generate(generate);
    }
    if (plan instanceof Expand expand) {
      return aggregations.expand(expand);
    }
    if (plan instanceof WithCTE with) {
      return commonTables.with(with);
    }
    return plan instanceof CTERelationRef reference ? commonTables.reference(reference) : null;
  }

  /** Operators that have to remember rows of earlier batches are no business of this engine. */
  void refuseStream(LogicalPlan plan, String what) {
    if (plan.isStreaming()) {
      throw new UnsupportedPlanException(
          what + " over a stream keeps state from batch to batch, which needs Spark.");
    }
  }

  Fragment project(scala.collection.immutable.Seq<NamedExpression> list, Fragment child) {
    Map<String, String> items = new LinkedHashMap<>();
    for (NamedExpression item : CollectionConverters.asJava(list)) {
      String name = ColumnNames.of(item.toAttribute());
      if (!items.containsKey(name)) {
        String sql = expressions.translate((Expression) item);
        items.put(name, sql.equals(name) ? name : sql + " AS " + name);
      }
    }
    return child.with(
        "SELECT " + selectList(items.values()) + child.carried() + " FROM " + child.from());
  }

  /** A select list, which in SQL must not be empty. */
  String selectList(java.util.Collection<String> items) {
    return items.isEmpty() ? "1 AS " + hiddenColumn() : String.join(", ", items);
  }

  private Fragment filter(Filter filter) {
    Fragment child = fragment(filter.child());
    return child.with(
        "SELECT * FROM " + child.from() + " WHERE " + expressions.condition(filter.condition()));
  }

  private Fragment window(Window window) {
    Fragment child = fragment(window.child());
    List<String> items = new ArrayList<>();
    for (NamedExpression item : CollectionConverters.asJava(window.windowExpressions())) {
      Expression call = CollectionConverters.asJava(((Expression) item).children()).get(0);
      if (!(call instanceof org.apache.spark.sql.catalyst.expressions.WindowExpression over)) {
        throw new UnsupportedPlanException(
            "The window function in `" + item.name() + "` is not in a form known here.");
      }
      items.add(expressions.window(over) + " AS " + ColumnNames.of(item.toAttribute()));
    }
    return Fragment.of("SELECT *, " + String.join(", ", items) + " FROM " + child.from());
  }

  private Fragment sort(Sort sort) {
    Fragment child = fragment(sort.child());
    if (!sort.global()) {
      return child;
    }
    refuseStream(sort, "ORDER BY");
    List<String> columns = new ArrayList<>();
    List<String> terms = new ArrayList<>();
    List<String> items = new ArrayList<>();
    for (SortOrder order : CollectionConverters.asJava(sort.order())) {
      if (order.child().foldable()) {
        continue;
      }
      Attribute key = Attributes.fresh("sort", order.child().dataType());
      items.add(expressions.translate(order.child()) + " AS " + ColumnNames.of(key));
      columns.add(ColumnNames.of(key));
      terms.add(
          expressions.sortOrder(
              new SortOrder(
                  key, order.direction(), order.nullOrdering(), Plans.seq(List.<Expression>of()))));
    }
    if (items.isEmpty()) {
      return child;
    }
    // The new order comes first; an older one breaks its ties, as a stable sort would.
    columns.addAll(child.sortColumns());
    terms.addAll(child.sortTerms());
    return new Fragment(
        "SELECT *, " + String.join(", ", items) + " FROM " + child.from(), columns, terms);
  }

  private Fragment limit(LogicalPlan input, String clause) {
    refuseStream(input, "LIMIT");
    Fragment child = fragment(input);
    return child.with("SELECT * FROM " + child.from() + child.orderBy() + clause);
  }

  private static String count(Expression expression) {
    if (!expression.foldable()) {
      throw new UnsupportedPlanException("LIMIT and OFFSET need a constant.");
    }
    return String.valueOf(expression.eval(null));
  }

  private static void refuseTableMetadata(SourceRelation relation) {
    boolean isHere =
        Plans.list(relation.output()).stream()
            .anyMatch(column -> column.name().equals(SourceRelation.METADATA_COLUMN));
    if (relation.source() instanceof Source.Table && relation.readsMetadata() && isHere) {
      throw new UnsupportedPlanException(
          "The column `" + SourceRelation.METADATA_COLUMN + "` of a table is not supported.");
    }
  }

  /** For expressions: the rows of a subquery, columns in order. */
  private String subquery(LogicalPlan plan) {
    refuseStream(plan, "A subquery");
    Fragment fragment = fragment(FilterOrder.settle(OuterColumns.distinguished(plan)));
    return positional(fragment, outputOf(plan), outputOf(plan)) + fragment.orderBy();
  }

  /** A SELECT with the columns of {@code from} in order, named after those of {@code as}. */
  String positional(Fragment fragment, List<Attribute> from, List<Attribute> as) {
    Map<String, String> items = new LinkedHashMap<>();
    for (int i = 0; i < from.size(); i++) {
      String column =
          FieldNames.renamed(
              ColumnNames.of(from.get(i)), from.get(i).dataType(), as.get(i).dataType());
      String name = ColumnNames.of(as.get(i));
      items.putIfAbsent(name, column.equals(name) ? column : column + " AS " + name);
    }
    return "SELECT " + selectList(items.values()) + " FROM " + fragment.from();
  }
}
