/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.graph.ResolvedExpectation;
import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.graph.ResolvedReplacement;
import io.lakeward.analysis.plan.CheckedRows;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.executor.ExpectationViolationException;
import io.lakeward.model.pipeline.Expectation;
import io.lakeward.model.pipeline.ViolationAction;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;

/**
 * What every row of a flow with {@code REPLACE USING} must have: a sequence. Rows that an
 * expectation drops are not looked at.
 */
final class ReplacementChecks {
  private static final String SEQUENCE = "REPLACE USING: the sequence is not NULL";

  private final ResolvedFlow flow;
  private final ResolvedReplacement.Using using;

  ReplacementChecks(ResolvedFlow flow, ResolvedReplacement.Using using) {
    this.flow = flow;
    this.using = using;
  }

  static boolean isCheck(String rule) {
    return rule.equals(SEQUENCE);
  }

  /** The flow's rows with the target's expectations and the check. */
  CheckedRows rows() {
    List<Expression> conditions = new ArrayList<>();
    List<Expectation> expectations = new ArrayList<>();
    for (ResolvedExpectation rule : flow.expectations()) {
      conditions.add(rule.condition());
      expectations.add(rule.expectation());
    }
    conditions.add(condition());
    expectations.add(new Expectation(SEQUENCE, using.sequence(), ViolationAction.FAIL_UPDATE));
    return new CheckedRows(flow.plan(), Plans.seq(conditions), expectations, flow.target().name());
  }

  private Expression condition() {
    Expression sequence = using.sequenceOf(Plans.list(flow.plan().output()));
    return ChangeChecks.orLeftOut(new IsNotNull(sequence), RuleBinding.of(flow));
  }

  /**
   * What a broken check means; other violations stay what they are.
   *
   * @param query the flow's own
   */
  ProjectException explained(
      ExpectationViolationException violation, BoundPlan query, Executor executor) {
    if (!isCheck(violation.rule())) {
      return violation.without(ReplacementChecks::isCheck);
    }
    long count = violation.failed();
    return new ProjectException(
        Problem.of(
                ProblemCode.AUTOCDC_MICROBATCH_VALIDATION,
                "NULL_SEQUENCE: %d %s for %s %s NULL as sequence: %s"
                    .formatted(
                        count,
                        count == 1 ? "row" : "rows",
                        flow.target().name(),
                        count == 1 ? "has" : "have",
                        ChangeChecks.sample(flow, condition(), query, executor)))
            .at(using.sequence().span())
            .withFix(
                "Drop such rows with an expectation on the table, or filter them in the query."
                    + " Nothing of this batch was written."));
  }
}
