/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import io.lakeward.analysis.plan.CheckedRows;
import io.lakeward.model.pipeline.Expectation;
import io.lakeward.model.pipeline.ViolationAction;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Expression;

/** A condition that each row should keep; over the columns of the rows that are checked. */
public record RowRule(String name, Expression condition, ViolationAction action) {
  /** The rules of a view inside a plan, in their order. */
  public static List<RowRule> of(CheckedRows view) {
    List<RowRule> rules = new ArrayList<>();
    List<Expression> conditions = view.conditions();
    for (int i = 0; i < conditions.size(); i++) {
      Expectation rule = view.expectations().get(i);
      rules.add(new RowRule(rule.name(), conditions.get(i), rule.action()));
    }
    return rules;
  }
}
