/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.graph.ChangeColumns;
import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.engine.executor.ExpectationViolationException;
import io.lakeward.engine.executor.QueryResult;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.model.pipeline.ViolationAction;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.DataTypes;

/** What every row of a snapshot must have: a key, and one of its own. */
final class SnapshotChecks {
  private static final String KEY = "AUTO CDC: keys are not NULL";
  private static final String UNIQUE = "AUTO CDC: keys are unique";
  private static final int SAMPLE_ROWS = 5;

  private final ResolvedFlow flow;
  private final SnapshotQuery query;

  SnapshotChecks(ResolvedFlow flow, SnapshotQuery query) {
    this.flow = flow;
    this.query = query;
  }

  /**
   * @param changes the plan of {@link SnapshotQuery#changes}
   */
  List<RowRule> rules(LogicalPlan changes) {
    Expression hasKey = Literal.TrueLiteral();
    for (String key : flow.changes().orElseThrow().target().keys()) {
      hasKey = new And(hasKey, new IsNotNull(column(changes, key)));
    }
    Expression isUnique =
        new Not(
            new EqualTo(
                column(changes, ChangeColumns.KIND),
                Literal.create(ChangeColumns.DUPLICATE, DataTypes.IntegerType)));
    return List.of(
        new RowRule(KEY, hasKey, ViolationAction.FAIL_UPDATE),
        new RowRule(UNIQUE, isUnique, ViolationAction.FAIL_UPDATE));
  }

  private static Attribute column(LogicalPlan plan, String name) {
    return Plans.list(plan.output()).stream()
        .filter(a -> a.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow();
  }

  /**
   * What a broken check means; other violations stay what they are.
   *
   * @param rows gives the first rows of a query over the snapshot
   */
  ProjectException explained(
      ExpectationViolationException violation, Function<String, QueryResult> rows) {
    return switch (violation.rule()) {
      case KEY ->
          refused(
              "NULL_KEY: %d %s for %s NULL in a key: %s",
              violation, rows.apply(query.keyless()), List.of("row has", "rows have"));
      case UNIQUE ->
          refused(
              "DUPLICATE_KEY_VIOLATION: %d %s for %s a key that another row has too: %s",
              violation, rows.apply(query.duplicates()), List.of("row has", "rows have"));
      default -> violation.without(rule -> rule.equals(KEY) || rule.equals(UNIQUE));
    };
  }

  private ProjectException refused(
      String message,
      ExpectationViolationException violation,
      QueryResult sample,
      List<String> words) {
    long count = violation.failed();
    return new ProjectException(
        Problem.of(
                ProblemCode.APPLY_CHANGES_FROM_SNAPSHOT_ERROR,
                message.formatted(
                    count,
                    words.get(count == 1 ? 0 : 1),
                    flow.target().name(),
                    ChangeChecks.text(flow, sample)))
            .at(flow.flow().autoCdc().orElseThrow().keys().get(0).where())
            .withFix(
                "Name more columns in KEYS, or let a view that the flow reads leave such rows out."
                    + " Nothing of this snapshot was written."));
  }

  static int sampleRows() {
    return SAMPLE_ROWS;
  }
}
