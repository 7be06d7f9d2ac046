/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import io.lakeward.analysis.plan.CheckedRows;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.query.ConditionAnalyzer;
import io.lakeward.analysis.query.FunctionLookup;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.Expectation;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** Binds the rules of a dataset to the rows that a flow gives. */
final class Expectations {
  private Expectations() {}

  static List<ResolvedExpectation> resolve(
      Dataset target, LogicalPlan plan, FunctionLookup functions) {
    return resolve(target, Plans.list(plan.output()), functions);
  }

  /** The same over some of a plan's columns. */
  static List<ResolvedExpectation> resolve(
      Dataset target, List<Attribute> row, FunctionLookup functions) {
    List<ResolvedExpectation> rules = new ArrayList<>();
    List<Problem> problems = new ArrayList<>();
    for (Expectation expectation : target.expectations()) {
      String subject = "Expectation `" + expectation.name() + "` of " + target.name().quoted();
      try {
        rules.add(
            new ResolvedExpectation(
                expectation,
                ConditionAnalyzer.analyze(expectation.condition(), row, subject, functions)));
      } catch (ProjectException e) {
        problems.addAll(e.problems());
      }
    }
    if (!problems.isEmpty()) {
      throw new ProjectException(problems);
    }
    return rules;
  }

  /** The rows of a view with its rules around them, or the plan itself if it has none. */
  static LogicalPlan checked(Dataset view, LogicalPlan plan, FunctionLookup functions) {
    List<ResolvedExpectation> rules = resolve(view, plan, functions);
    if (rules.isEmpty()) {
      return plan;
    }
    return new CheckedRows(
        plan,
        Plans.seq(rules.stream().map(ResolvedExpectation::condition).toList()),
        rules.stream().map(ResolvedExpectation::expectation).toList(),
        view.name());
  }
}
