/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.graph.ChangeColumns;
import io.lakeward.analysis.graph.ColumnLineage;
import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.plan.CheckedRows;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.executor.ExpectationViolationException;
import io.lakeward.engine.executor.OffendingRow;
import io.lakeward.engine.executor.StreamListener;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Coalesce;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes of a flow whose broken rules are explained with rows and a place. */
final class CheckedWrites {
  private static final Logger LOG = LoggerFactory.getLogger(CheckedWrites.class);
  private static final int SAMPLE_ROWS = 5;

  private final Executor executor;
  private final ResolvedFlow flow;
  private final Optional<QuarantineWrites> quarantine;

  /** For a flow whose table can have no quarantine. */
  CheckedWrites(RefreshServices services, ResolvedFlow flow) {
    this.executor = services.engine(flow).executor();
    this.flow = flow;
    this.quarantine = Optional.empty();
  }

  CheckedWrites(RefreshServices services, ResolvedFlow flow, TargetIdentity identity) {
    this.executor = services.engine(flow).executor();
    this.flow = flow;
    this.quarantine =
        flow.target()
            .quarantine()
            .map(name -> new QuarantineWrites(flow, name, services, this, identity));
  }

  WriteResult append(WriteRequest request, WriteListener listener) {
    return quarantine
        .map(writes -> writes.append(request, listener))
        .orElseGet(() -> explaining(request.query(), () -> executor.append(request, listener)));
  }

  WriteResult overwrite(WriteRequest request, WriteListener listener) {
    return quarantine
        .map(writes -> writes.overwrite(request, listener))
        .orElseGet(() -> explaining(request.query(), () -> executor.overwrite(request, listener)));
  }

  /**
   * Finishes a batch that a crash cut in two.
   *
   * @param target the table as a write takes it
   * @param appId the flow's identity
   * @param done the last batch that the table has
   */
  Optional<QuarantineStage.Counted> finishInterrupted(WriteTarget target, String appId, long done) {
    return quarantine.flatMap(writes -> writes.recover(target, appId, done));
  }

  WriteResult explaining(BoundPlan query, Supplier<WriteResult> write) {
    try {
      return write.get();
    } catch (ExpectationViolationException e) {
      throw explained(e, query);
    }
  }

  /** The same with rows that are found by running the query again. */
  ExpectationViolationException explained(ExpectationViolationException broken, BoundPlan query) {
    return brokenRule(broken, query.plan())
        .map(rule -> broken.explained(sample(query, rule), rule.where()))
        .orElse(broken);
  }

  /** The same with rows of a batch that came out of a query's state; of rules of the table only. */
  ExpectationViolationException explained(
      ExpectationViolationException broken, StreamListener.BatchRows rows) {
    return brokenRule(broken, flow.plan())
        .filter(rule -> !rule.isOfView())
        .map(rule -> broken.explained(sample(rows, rule), rule.where()))
        .orElse(broken);
  }

  private List<OffendingRow> sample(StreamListener.BatchRows batch, BrokenRule rule) {
    List<NamedExpression> columns = new ArrayList<>(Plans.list(rule.rows().output()));
    List<Attribute> output = Plans.list(rule.rows().output());
    return looked(
        () ->
            batch.first(isBroken(rule.condition()), SAMPLE_ROWS).rows().stream()
                .map(
                    row -> new OffendingRow(json(output, columns, row, masked()), Optional.empty()))
                .toList());
  }

  private static Expression isBroken(Expression condition) {
    return new Not(new Coalesce(Plans.seq(List.of(condition, Literal.FalseLiteral()))));
  }

  /** A broken rule is the news; a second reading of its rows may fail for reasons of its own. */
  private List<OffendingRow> looked(Supplier<List<OffendingRow>> reading) {
    try {
      return reading.get();
    } catch (RuntimeException e) {
      LOG.warn("Rows that break a rule of {} could not be looked up", flow.target().name(), e);
      return List.of();
    }
  }

  /** A rule and the plan whose rows it looks at. */
  private record BrokenRule(
      Expression condition, LogicalPlan rows, boolean isOfView, SourceSpan where) {}

  private Optional<BrokenRule> brokenRule(ExpectationViolationException broken, LogicalPlan plan) {
    if (broken.dataset().equals(flow.target().name().toString())) {
      return flow.expectations().stream()
          .filter(rule -> rule.expectation().name().equals(broken.rule()))
          .findFirst()
          .map(
              rule ->
                  new BrokenRule(
                      rule.condition(), plan, false, rule.expectation().condition().span()));
    }
    List<BrokenRule> found = new ArrayList<>();
    Plans.forEach(
        plan,
        node -> {
          if (node instanceof CheckedRows view && view.view().toString().equals(broken.dataset())) {
            for (int i = 0; i < view.expectations().size(); i++) {
              if (view.expectations().get(i).name().equals(broken.rule())) {
                found.add(
                    new BrokenRule(
                        view.conditions().get(i),
                        view.child(),
                        true,
                        view.expectations().get(i).condition().span()));
              }
            }
          }
        });
    return found.stream().findFirst();
  }

  /** Some rows that break a rule. The query is run again for them. */
  private List<OffendingRow> sample(BoundPlan query, BrokenRule rule) {
    Optional<InputColumns> input = InputColumns.keep(rule.rows());
    List<Attribute> output = users(Plans.list(rule.rows().output()));
    List<Attribute> source = users(input.map(InputColumns::columns).orElse(List.of()));
    Set<String> hiddenOutput = rule.isOfView() ? behindMasks(rule.rows()) : masked();
    Set<String> hiddenInput = input.map(in -> behindMasks(in.plan())).orElse(Set.of());
    List<NamedExpression> shown = new ArrayList<>(output);
    source.stream().filter(column -> !shown.contains(column)).forEach(shown::add);
    LogicalPlan broken =
        new Project(
            Plans.seq(shown),
            new Filter(
                isBroken(rule.condition()), input.map(InputColumns::plan).orElse(rule.rows())));
    return looked(
        () ->
            executor
                .collect(new BoundPlan(broken, query.slices(), query.conf()), SAMPLE_ROWS)
                .rows()
                .stream()
                .map(
                    row ->
                        new OffendingRow(
                            json(output, shown, row, hiddenOutput),
                            input.map(in -> json(source, shown, row, hiddenInput))))
                .toList());
  }

  /** Without what AUTO CDC adds to a change. */
  private static List<Attribute> users(List<Attribute> columns) {
    return columns.stream()
        .filter(column -> !column.name().startsWith(ChangeColumns.PREFIX))
        .toList();
  }

  /** Names of the target's columns that have a mask, in lower case. */
  private Set<String> masked() {
    return flow.target().policy().masks().keySet();
  }

  /**
   * Names of a plan's columns that nobody is shown, in lower case: those named like a column with a
   * mask, and those that share a source with one, whatever their name.
   */
  private Set<String> behindMasks(LogicalPlan rows) {
    Set<String> masked = masked();
    if (masked.isEmpty()) {
      return masked;
    }
    Set<ColumnLineage.SourceColumn> behind = new HashSet<>();
    ColumnLineage.of(flow.plan())
        .forEach(
            (column, origins) -> {
              if (masked.contains(column.toLowerCase(Locale.ROOT))) {
                behind.addAll(origins);
              }
            });
    Set<String> hidden = new HashSet<>(masked);
    ColumnLineage.of(rows)
        .forEach(
            (column, origins) -> {
              if (!Collections.disjoint(origins, behind)) {
                hidden.add(column.toLowerCase(Locale.ROOT));
              }
            });
    return hidden;
  }

  private static String json(
      List<Attribute> columns,
      List<NamedExpression> shown,
      List<@Nullable Object> row,
      Set<String> hidden) {
    return RowJson.of(columns, row, columns.stream().map(shown::indexOf).toList(), hidden);
  }
}
