/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.analysis.plan.TableReading;
import io.lakeward.model.name.TableName;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.AliasIdentifier;
import org.apache.spark.sql.catalyst.analysis.NamedStreamingRelation;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableValuedFunction;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;

/** Replaces table names and file calls of an unresolved plan by what they stand for. */
final class NameBinder {
  private static final Set<String> FILE_FORMATS =
      Set.of("parquet", "json", "csv", "orc", "avro", "text", "xml", "binaryfile");

  /** Deeper than filters look into each other; one that reads its own table ends here. */
  private static final int DEEPEST_LOOKUP = 10;

  private final NameScope scope;
  private final SqlReferences references;
  private final FileCalls fileCalls;
  private final RowPolicies policies;
  private final EventLogCalls eventLogCalls;
  private final FileStateCalls fileStateCalls;
  private final SourceNumbers numbers = new SourceNumbers();
  private final IdentityHashMap<LogicalPlan, LogicalPlan> bound = new IdentityHashMap<>();
  private final List<Problem> problems = new ArrayList<>();
  private int depth;

  NameBinder(
      NameScope scope,
      SqlReferences references,
      FileCalls fileCalls,
      EventLogCalls eventLogCalls,
      FileStateCalls fileStateCalls,
      RowPolicies policies) {
    this.scope = scope;
    this.policies = policies;
    this.references = references;
    this.fileCalls = fileCalls;
    this.eventLogCalls = eventLogCalls;
    this.fileStateCalls = fileStateCalls;
  }

  /**
   * The plan with every name bound.
   *
   * @throws ProjectException with all names that cannot be bound
   */
  LogicalPlan bind(LogicalPlan plan) {
    for (LogicalPlan leaf : SqlReferences.leaves(plan)) {
      try {
        bound.put(leaf, replacement(leaf));
      } catch (ProjectException e) {
        SourceSpan where = references.place(leaf);
        e.problems().forEach(p -> problems.add(p.where().isPresent() ? p : p.at(where)));
      }
    }
    if (!problems.isEmpty()) {
      // A table in event_log(TABLE(…)) is a leaf of its own and a part of another.
      throw new ProjectException(problems.stream().distinct().toList());
    }
    return Plans.transformDown(
        plan,
        node -> {
          LogicalPlan leaf = node instanceof NamedStreamingRelation named ? named.child() : node;
          LogicalPlan found = bound.get(leaf);
          if (found != null) {
            return found;
          }
          // Functions of row filters and masks look up rows in tables that the query does not name.
          return leaf instanceof UnresolvedRelation looked ? lookedUp(looked) : node;
        });
  }

  private LogicalPlan lookedUp(UnresolvedRelation relation) {
    if (depth > DEEPEST_LOOKUP) {
      throw new ProjectException(
          QueryProblems.policyReadsItself(references.find(relation).orElseThrow()));
    }
    depth++;
    try {
      return Plans.transformDown(
          replacement(relation),
          node -> node instanceof UnresolvedRelation looked ? lookedUp(looked) : node);
    } finally {
      depth--;
    }
  }

  private LogicalPlan replacement(LogicalPlan leaf) {
    Optional<TableReference> found = references.find(leaf);
    if (found.isEmpty()) {
      UnresolvedTableValuedFunction call = (UnresolvedTableValuedFunction) leaf;
      if (EventLogCalls.isEventLog(call)) {
        Source events = eventLogCalls.source(call);
        return SourceRelation.read(events, numbers.next(events), false);
      }
      if (FileStateCalls.isFileState(call)) {
        Source states = fileStateCalls.source(call);
        return SourceRelation.read(states, numbers.next(states), false);
      }
      Source source = fileCalls.source(call);
      return SourceRelation.read(source, numbers.next(source), FileCalls.isStreaming(call));
    }
    TableReference reference = found.get();
    Optional<NameScope.Named> table = scope.find(reference);
    if (table.isEmpty() && isFileFormat(reference)) {
      Source source = fileCalls.source(reference);
      return SourceRelation.read(source, numbers.next(source), reference.isStreaming());
    }
    NameScope.Named named = table.orElseThrow(() -> new ProjectException(notFound(reference)));
    TableName name = named.name();
    return new SubqueryAlias(
        new AliasIdentifier(name.table(), Plans.seq(List.of(name.catalog(), name.schema()))),
        plan(named, reference));
  }

  private LogicalPlan plan(NameScope.Named named, TableReference reference) {
    if (named instanceof NameScope.Expanded view) {
      if (!reference.reading().equals(TableReading.PRESENT)) {
        throw new ProjectException(QueryProblems.viewHasNoHistory(reference));
      }
      return numbers.renumber(view.plan());
    }
    NameScope.Stored stored = (NameScope.Stored) named;
    SourceRelation read =
        SourceRelation.read(stored.table(), numbers.next(stored.table()), reference.isStreaming());
    return policies.apply(read, reference, stored.policy());
  }

  private static boolean isFileFormat(TableReference reference) {
    return reference.parts().size() == 2
        && FILE_FORMATS.contains(reference.parts().get(0).toLowerCase(Locale.ROOT));
  }

  /** Lakeflow has tables about itself, which look like anybody's. */
  private static boolean isSystemTable(TableReference reference) {
    List<String> parts = reference.parts();
    return (parts.size() == 3 && parts.get(0).equalsIgnoreCase("system"))
        || (parts.size() > 1 && parts.get(parts.size() - 2).equalsIgnoreCase("information_schema"));
  }

  private Problem notFound(TableReference reference) {
    if (isSystemTable(reference)) {
      return QueryProblems.systemTable(reference);
    }
    boolean isDelta =
        reference.parts().size() == 2 && reference.parts().get(0).equalsIgnoreCase("delta");
    return isDelta
        ? QueryProblems.directFileRead(reference)
        : QueryProblems.tableNotFound(reference, scope.known());
  }
}
