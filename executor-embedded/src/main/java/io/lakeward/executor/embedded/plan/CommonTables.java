/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.plan;

import io.lakeward.executor.embedded.expression.ColumnNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationDef;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationRef;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.WithCTE;
import scala.jdk.javaapi.CollectionConverters;

/** WITH. A reference has columns of its own, by position those of the definition. */
final class CommonTables {
  private final PlanTranslator plans;
  private final Map<Long, List<Attribute>> definitions = new HashMap<>();

  CommonTables(PlanTranslator plans) {
    this.plans = plans;
  }

  Fragment with(WithCTE with) {
    List<String> tables = new ArrayList<>();
    for (CTERelationDef definition : CollectionConverters.asJava(with.cteDefs())) {
      LogicalPlan child = definition.child();
      definitions.put(definition.id(), PlanTranslator.outputOf(child));
      // A definition is evaluated once if it may give other rows the next time.
      String mode = child.deterministic() ? "" : "MATERIALIZED ";
      tables.add(name(definition.id()) + " AS " + mode + plans.fragment(child).unordered().from());
    }
    Fragment body = plans.fragment(with.plan());
    return body.with("WITH " + String.join(", ", tables) + " SELECT * FROM " + body.from());
  }

  Fragment reference(CTERelationRef reference) {
    List<Attribute> columns = definitions.get(reference.cteId());
    if (columns == null || reference.recursive()) {
      throw new UnsupportedPlanException("WITH RECURSIVE is not supported.");
    }
    List<Attribute> output = PlanTranslator.outputOf(reference);
    Map<String, String> items = new LinkedHashMap<>();
    for (int i = 0; i < output.size(); i++) {
      String name = ColumnNames.of(output.get(i));
      items.putIfAbsent(name, ColumnNames.of(columns.get(i)) + " AS " + name);
    }
    return Fragment.of(
        "SELECT " + plans.selectList(items.values()) + " FROM " + name(reference.cteId()));
  }

  private static String name(long id) {
    return "\"#cte" + id + "\"";
  }
}
