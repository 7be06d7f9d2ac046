/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import static io.lakeward.model.problem.ProblemCode.AUTOCDC_INVALID_CLAUSE;
import static io.lakeward.model.problem.ProblemCode.REPLACE_FLOW_INVALID;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.FlowKind;
import io.lakeward.model.pipeline.NamedColumn;
import io.lakeward.model.pipeline.Replacement;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.RowOrdering$;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.VariantType;

/** Resolves REPLACE USING and REPLACE WHERE of a flow. */
final class ReplacementResolution {
  static final String WHERE = "REPLACE WHERE";
  static final String SEQUENCE = "SEQUENCE BY";

  private final Replacement replacement;
  private final List<Attribute> given;
  private final List<Attribute> row;

  /**
   * @param query the flow's query
   * @param plan the same in the shape of the target
   */
  ReplacementResolution(Replacement replacement, LogicalPlan query, LogicalPlan plan) {
    this.replacement = replacement;
    this.given = Plans.list(query.output());
    this.row = Plans.list(plan.output());
  }

  /**
   * What a target with such a flow may have besides it.
   *
   * @param flows all flows into the target
   * @throws ProjectException with every problem found
   */
  static void check(Dataset target, List<Flow> flows) {
    Optional<Flow> replacing = flows.stream().filter(f -> f.kind().isReplacing()).findFirst();
    if (replacing.isEmpty()) {
      return;
    }
    Flow flow = replacing.get();
    List<Problem> problems = new ArrayList<>();
    flows.stream()
        .filter(other -> !other.equals(flow))
        .forEach(other -> problems.add(ReplacementProblems.severalFlows(other, flow, target)));
    if (flow.kind() == FlowKind.REPLACE_WHERE) {
      if (target.kind() == DatasetKind.TABLE) {
        problems.add(ReplacementProblems.plainTable(flow, target));
      }
      target.expectations().stream()
          .findFirst()
          .ifPresent(rule -> problems.add(ReplacementProblems.expectation(rule, target)));
    }
    target.columns().stream()
        .filter(column -> column.numbering().isPresent())
        .forEach(column -> problems.add(ReplacementProblems.numbered(column, target)));
    target.quarantine().ifPresent(q -> problems.add(ReplacementProblems.quarantine(flow, target)));
    if (!problems.isEmpty()) {
      throw new ProjectException(problems);
    }
  }

  ResolvedReplacement resolve() {
    if (replacement instanceof Replacement.Where where) {
      ResolvedReplacement.Where resolved = new ResolvedReplacement.Where(where.condition());
      coded(() -> resolved.conditionOver(known()));
      return resolved;
    }
    return resolve((Replacement.Using) replacement);
  }

  /** The columns that the query gives, as the target has them. */
  private List<Attribute> known() {
    return row.stream().filter(a -> find(a.name(), given).isPresent()).toList();
  }

  private ResolvedReplacement resolve(Replacement.Using using) {
    List<Problem> problems = new ArrayList<>();
    List<String> keys = new ArrayList<>();
    for (NamedColumn key : using.keys()) {
      Optional<Attribute> column = find(key.name(), known());
      if (column.isEmpty()) {
        problems.add(
            ReplacementProblems.keyNotFound(key, known().stream().map(Attribute::name).toList()));
      } else if (!isKeyType(column.get().dataType())) {
        problems.add(ReplacementProblems.keyType(key, column.get().dataType()));
      } else {
        keys.add(column.get().name());
      }
    }
    DataType type =
        coded(
            () ->
                new ResolvedReplacement.Using(keys, using.sequence(), row.get(0).dataType())
                    .sequenceOf(known())
                    .dataType());
    if (!RowOrdering$.MODULE$.isOrderable(type)) {
      problems.add(ReplacementProblems.sequenceNotOrderable(type, using.sequence().span()));
    }
    if (!problems.isEmpty()) {
      throw new ProjectException(problems);
    }
    return new ResolvedReplacement.Using(
        keys.stream().distinct().toList(), using.sequence(), StoredTypes.plain(type));
  }

  private static boolean isKeyType(DataType type) {
    return type instanceof AtomicType && !(type instanceof VariantType);
  }

  /** The analyzer of such clauses is that of AUTO CDC. */
  private static <T> T coded(Supplier<T> work) {
    try {
      return work.get();
    } catch (ProjectException e) {
      throw new ProjectException(
          e.problems().stream()
              .map(
                  p ->
                      p.code() == AUTOCDC_INVALID_CLAUSE
                          ? new Problem(REPLACE_FLOW_INVALID, p.message(), p.where(), p.fix())
                          : p)
              .toList());
    }
  }

  private static Optional<Attribute> find(String name, List<Attribute> among) {
    return among.stream().filter(a -> a.name().equalsIgnoreCase(name)).findFirst();
  }
}
