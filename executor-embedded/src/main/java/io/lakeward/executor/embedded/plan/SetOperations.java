/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.plan;

import io.lakeward.analysis.plan.StreamingShape;
import io.lakeward.executor.embedded.expression.ColumnNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.plans.logical.Deduplicate;
import org.apache.spark.sql.catalyst.plans.logical.Distinct;
import org.apache.spark.sql.catalyst.plans.logical.Except;
import org.apache.spark.sql.catalyst.plans.logical.Intersect;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import scala.jdk.javaapi.CollectionConverters;

/** UNION, INTERSECT, EXCEPT and DISTINCT. Columns go by position; the first input names them. */
final class SetOperations {
  private final PlanTranslator plans;

  SetOperations(PlanTranslator plans) {
    this.plans = plans;
  }

  Fragment union(Union union) {
    if (union.isStreaming() && !StreamingShape.unitesStreamsOnly(union)) {
      throw new UnsupportedPlanException(
          "A UNION of a stream with rows that are no stream would bring these with every batch;"
              + " write STREAM in both parts, or bring them once, by a flow with INSERT ONCE.");
    }
    List<Attribute> output = PlanTranslator.outputOf(union);
    List<String> parts = new ArrayList<>();
    for (LogicalPlan child : CollectionConverters.asJava(union.children())) {
      requireSameRepeats(child, output);
      parts.add(plans.positional(plans.fragment(child), PlanTranslator.outputOf(child), output));
    }
    return Fragment.of(String.join(" UNION ALL ", parts));
  }

  /**
   * A query may give one column twice. Then the second is left out, unless the inputs of a set
   * operation differ in it.
   */
  private static void requireSameRepeats(LogicalPlan child, List<Attribute> output) {
    List<Attribute> columns = PlanTranslator.outputOf(child);
    Map<String, String> seen = new HashMap<>();
    for (int i = 0; i < output.size(); i++) {
      String column = ColumnNames.of(columns.get(i));
      String earlier = seen.putIfAbsent(ColumnNames.of(output.get(i)), column);
      if (earlier != null && !earlier.equals(column)) {
        throw new UnsupportedPlanException(
            "A set operation whose first query gives the column `%s` twice is not supported."
                .formatted(output.get(i).name()));
      }
    }
  }

  Fragment intersect(Intersect intersect) {
    plans.refuseStream(intersect, "INTERSECT");
    return compare(
        intersect,
        intersect.left(),
        intersect.isAll() ? "INTERSECT ALL" : "INTERSECT",
        intersect.right());
  }

  Fragment except(Except except) {
    plans.refuseStream(except, "EXCEPT");
    return compare(except, except.left(), except.isAll() ? "EXCEPT ALL" : "EXCEPT", except.right());
  }

  private Fragment compare(LogicalPlan plan, LogicalPlan left, String operator, LogicalPlan right) {
    List<Attribute> output = PlanTranslator.outputOf(plan);
    requireSameRepeats(left, output);
    requireSameRepeats(right, output);
    return Fragment.of(
        keys(plans.fragment(left), PlanTranslator.outputOf(left), output)
            + " "
            + operator
            + " "
            + keys(plans.fragment(right), PlanTranslator.outputOf(right), output));
  }

  Fragment distinct(Distinct distinct) {
    plans.refuseStream(distinct, "DISTINCT");
    List<Attribute> output = PlanTranslator.outputOf(distinct);
    Fragment child = plans.fragment(distinct.child());
    return Fragment.of(keys(child, output, output).replaceFirst("SELECT ", "SELECT DISTINCT "));
  }

  Fragment deduplicate(Deduplicate deduplicate) {
    plans.refuseStream(deduplicate, "dropDuplicates");
    List<Attribute> keys = CollectionConverters.asJava(deduplicate.keys());
    Fragment child = plans.fragment(deduplicate.child());
    List<String> on = keys.stream().map(plans.expressions()::groupKey).toList();
    return Fragment.of(
        "SELECT DISTINCT ON (" + String.join(", ", on) + ") * FROM " + child.unordered().from());
  }

  /** Columns in order, with one value for what Spark holds equal. */
  private String keys(Fragment child, List<Attribute> from, List<Attribute> as) {
    Map<String, String> items = new LinkedHashMap<>();
    for (int i = 0; i < as.size(); i++) {
      String name = ColumnNames.of(as.get(i));
      items.putIfAbsent(name, plans.expressions().groupKey(from.get(i)) + " AS " + name);
    }
    return "SELECT " + plans.selectList(items.values()) + " FROM " + child.from();
  }
}
