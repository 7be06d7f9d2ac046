/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.plans.logical.Expand;
import org.apache.spark.sql.catalyst.plans.logical.Generate;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import scala.collection.immutable.Seq;

/**
 * From which columns the values of a plan's columns come. Columns that only decide which rows there
 * are, as in a WHERE or a join's condition, are not among them.
 */
public final class ColumnLineage {

  /**
   * A column of a table or of files.
   *
   * @param source the table's full name, or the files' path
   */
  public record SourceColumn(String source, boolean isFile, String column)
      implements Comparable<SourceColumn> {
    @Override
    public int compareTo(SourceColumn other) {
      int bySource = source.compareTo(other.source);
      return bySource == 0 ? column.compareTo(other.column) : bySource;
    }
  }

  private final Map<Long, Set<SourceColumn>> origins = new HashMap<>();

  private ColumnLineage() {}

  /** The columns of a plan, in order, each with what it is made from. */
  public static Map<String, Set<SourceColumn>> of(LogicalPlan plan) {
    ColumnLineage lineage = new ColumnLineage();
    lineage.visit(plan);
    Map<String, Set<SourceColumn>> columns = new LinkedHashMap<>();
    for (Attribute column : Plans.list(plan.output())) {
      columns.put(column.name(), Set.copyOf(lineage.originsOf(column)));
    }
    return columns;
  }

  private void visit(LogicalPlan node) {
    Plans.list(node.children()).forEach(this::visit);
    if (node instanceof SourceRelation relation) {
      read(relation);
      return;
    }
    for (Expression expression : Plans.list(node.expressions())) {
      Plans.forEach(
          expression,
          part -> {
            if (part instanceof PlanExpression<?> subquery
                && subquery.plan() instanceof LogicalPlan inner) {
              visit(inner);
            }
          });
      Plans.forEach(
          expression,
          part -> {
            if (part instanceof Alias alias) {
              add(alias.exprId().id(), usedIn(alias.child()));
            }
          });
    }
    if (node instanceof Union) {
      for (LogicalPlan child : Plans.list(node.children())) {
        byPosition(Plans.list(node.output()), Plans.list(child.output()));
      }
    } else if (node instanceof Generate generate) {
      Set<SourceColumn> used = usedIn((Expression) generate.generator());
      Plans.list(generate.generatorOutput()).forEach(column -> add(column.exprId().id(), used));
    } else if (node instanceof Expand expand) {
      for (Seq<Expression> row : Plans.list(expand.projections())) {
        byPosition(Plans.list(expand.output()), Plans.list(row));
      }
    }
  }

  private void read(SourceRelation relation) {
    boolean isFile = relation.source() instanceof Source.Files;
    String name =
        relation.source() instanceof Source.Table table
            ? table.name().toString()
            : relation.source() instanceof Source.Files files
                ? files.files().path()
                : relation.id();
    for (Attribute column : Plans.list(relation.output())) {
      add(column.exprId().id(), Set.of(new SourceColumn(name, isFile, column.name())));
    }
  }

  private void byPosition(List<Attribute> columns, List<? extends Expression> values) {
    for (int i = 0; i < Math.min(columns.size(), values.size()); i++) {
      add(columns.get(i).exprId().id(), usedIn(values.get(i)));
    }
  }

  private Set<SourceColumn> usedIn(Expression expression) {
    Set<SourceColumn> used = new TreeSet<>();
    Plans.forEach(
        expression,
        part -> {
          if (part instanceof Attribute column) {
            used.addAll(originsOf(column));
          } else if (part instanceof PlanExpression<?> subquery
              && subquery.plan() instanceof LogicalPlan inner) {
            Plans.list(inner.output()).forEach(column -> used.addAll(originsOf(column)));
          }
        });
    return used;
  }

  private Set<SourceColumn> originsOf(Attribute column) {
    return origins.getOrDefault(column.exprId().id(), Set.of());
  }

  private void add(long column, Collection<SourceColumn> more) {
    origins.computeIfAbsent(column, id -> new TreeSet<>()).addAll(more);
  }
}
