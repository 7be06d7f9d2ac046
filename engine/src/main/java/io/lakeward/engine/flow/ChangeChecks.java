/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.graph.ChangeColumns;
import io.lakeward.analysis.graph.ResolvedChanges;
import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.executor.ExpectationViolationException;
import io.lakeward.engine.executor.QueryResult;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.RuleCount;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.model.pipeline.ViolationAction;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.Coalesce;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.jspecify.annotations.Nullable;

/**
 * What every change must have: keys and a sequence. Changes that an expectation drops or puts aside
 * are not looked at.
 */
final class ChangeChecks {
  private static final String KEY = "AUTO CDC: keys are not NULL";
  private static final String SEQUENCE = "AUTO CDC: the sequence is not NULL";
  private static final int SAMPLE_ROWS = 5;

  private final ResolvedFlow flow;
  private final List<RowRule> own;

  ChangeChecks(ResolvedFlow flow) {
    this.flow = flow;
    ResolvedChanges changes = flow.changes().orElseThrow();
    List<RowRule> rules = RuleBinding.of(flow);
    this.own =
        List.of(check(KEY, changes.hasKey(), rules), check(SEQUENCE, changes.hasSequence(), rules));
  }

  /** The target's expectations and the checks. */
  List<RowRule> rules() {
    List<RowRule> all = new ArrayList<>(RuleBinding.of(flow));
    all.addAll(own);
    return all;
  }

  /** The result without the checks, which are no expectations. */
  static List<RuleCount> counts(WriteResult result) {
    return result.rules().stream().filter(c -> !isCheck(c.rule())).toList();
  }

  private static boolean isCheck(String rule) {
    return rule.equals(KEY) || rule.equals(SEQUENCE);
  }

  private static RowRule check(String name, Expression condition, List<RowRule> rules) {
    return new RowRule(name, orLeftOut(condition, rules), ViolationAction.FAIL_UPDATE);
  }

  /** True too for rows that one of the rules drops or puts aside. */
  static Expression orLeftOut(Expression condition, List<RowRule> rules) {
    Expression passes = condition;
    for (RowRule rule : rules) {
      if (rule.action() == ViolationAction.DROP_ROW
          || rule.action() == ViolationAction.QUARANTINE) {
        passes = new Or(isBroken(rule.condition()), passes);
      }
    }
    return passes;
  }

  private static Expression isBroken(Expression condition) {
    return new Not(new Coalesce(Plans.seq(List.of(condition, Literal.FalseLiteral()))));
  }

  /** What a broken check means; other violations stay what they are. */
  ProjectException explained(
      ExpectationViolationException violation, BoundPlan query, Executor executor) {
    Optional<RowRule> broken =
        own.stream().filter(rule -> rule.name().equals(violation.rule())).findFirst();
    if (broken.isEmpty()) {
      return violation.without(ChangeChecks::isCheck);
    }
    String rows = sample(flow, broken.get().condition(), query, executor);
    boolean isKey = broken.get().name().equals(KEY);
    long count = violation.failed();
    return new ProjectException(
        Problem.of(
                ProblemCode.AUTOCDC_MICROBATCH_VALIDATION,
                "%s: %d %s for %s %s NULL %s: %s"
                    .formatted(
                        isKey ? "NULL_KEY" : "NULL_SEQUENCE",
                        count,
                        count == 1 ? "change" : "changes",
                        flow.target().name(),
                        count == 1 ? "has" : "have",
                        isKey ? "in a key" : "as sequence",
                        rows))
            .at(
                isKey
                    ? flow.flow().autoCdc().orElseThrow().keys().get(0).where()
                    : flow.flow().autoCdc().orElseThrow().sequence().orElseThrow().span())
            .withFix(
                "Drop such changes with an expectation on the table, or filter them in a view that"
                    + " the flow reads. Nothing of this batch was written."));
  }

  /** Some rows of a flow's query for which a condition does not hold. */
  static String sample(
      ResolvedFlow flow, Expression condition, BoundPlan query, Executor executor) {
    LogicalPlan wrong = new Filter(isBroken(condition), query.plan());
    return text(
        flow, executor.collect(new BoundPlan(wrong, query.slices(), query.conf()), SAMPLE_ROWS));
  }

  /** Rows as a message shows them, without columns of ours and what the target's masks hide. */
  static String text(ResolvedFlow flow, QueryResult found) {
    String[] names = found.schema().fieldNames();
    Set<String> masked = flow.target().policy().masks().keySet();
    return found.rows().stream()
            .map(row -> row(names, row, masked))
            .collect(Collectors.joining(", "))
        + (found.truncated() ? ", …" : "");
  }

  private static String row(String[] names, List<@Nullable Object> values, Set<String> masked) {
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < names.length; i++) {
      if (!names[i].startsWith(ChangeColumns.PREFIX)) {
        boolean isHidden = masked.contains(names[i].toLowerCase(Locale.ROOT));
        fields.add(names[i] + ": " + (isHidden ? "***" : values.get(i)));
      }
    }
    return "{" + String.join(", ", fields) + "}";
  }
}
