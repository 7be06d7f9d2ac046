/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.graph.Quarantine;
import io.lakeward.analysis.graph.ResolvedExpectation;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.model.pipeline.ViolationAction;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Coalesce;
import org.apache.spark.sql.catalyst.expressions.Concat;
import org.apache.spark.sql.catalyst.expressions.CreateArray;
import org.apache.spark.sql.catalyst.expressions.CurrentTimestamp;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.types.DataTypes;

/** Adds to each row which quarantine rules it breaks, and when and in which update it was seen. */
final class BrokenRules {
  private BrokenRules() {}

  static LogicalPlan mark(LogicalPlan plan, List<ResolvedExpectation> rules, String updateId) {
    List<NamedExpression> row = new ArrayList<>(Plans.list(plan.output()));
    row.add(Plans.named(names(rules), Quarantine.BROKEN_RULES));
    row.add(Plans.named(new CurrentTimestamp(), Quarantine.QUARANTINED_AT));
    row.add(Plans.named(text(updateId), Quarantine.UPDATE_ID));
    return new Project(Plans.seq(row), plan);
  }

  /** One array for each rule, with its name or with nothing, put together. */
  private static Expression names(List<ResolvedExpectation> rules) {
    List<Expression> names = new ArrayList<>();
    Expression none =
        Literal.create(new String[0], DataTypes.createArrayType(DataTypes.StringType));
    for (ResolvedExpectation rule : rules) {
      if (rule.expectation().action() == ViolationAction.QUARANTINE) {
        Expression kept =
            new Coalesce(Plans.seq(List.of(rule.condition(), Literal.FalseLiteral())));
        Expression name =
            new CreateArray(Plans.seq(List.<Expression>of(text(rule.expectation().name()))), false);
        names.add(new If(kept, none, name));
      }
    }
    return names.size() == 1 ? names.get(0) : new Concat(Plans.seq(names));
  }

  private static Literal text(String value) {
    return Literal.create(value, DataTypes.StringType);
  }
}
