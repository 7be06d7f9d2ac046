/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.TableReading;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.analysis.RelationTimeTravel;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableValuedFunction;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.trees.Origin;
import scala.Option;

/** Finds what an unresolved query reads. */
final class SqlReferences {
  private static final Comparator<LogicalPlan> BY_TEXT =
      Comparator.<LogicalPlan>comparingInt(p -> number(origin(p).line()))
          .thenComparingInt(p -> number(origin(p).startPosition()));

  private final SqlText text;
  private final SqlPlaces places;
  private final TableReadings readings;

  SqlReferences(SqlText text, SqlPlaces places, CatalystSession session) {
    this.text = text;
    this.places = places;
    this.readings = new TableReadings(places, session);
  }

  /** The table names and the calls that stand for sources, in the order of the text. */
  static List<LogicalPlan> leaves(LogicalPlan plan) {
    List<LogicalPlan> found = new ArrayList<>();
    Plans.forEach(
        plan,
        node -> {
          boolean isCall =
              node instanceof UnresolvedTableValuedFunction call
                  && (FileCalls.isFileCall(call)
                      || TableReadings.isChangeCall(call)
                      || EventLogCalls.isEventLog(call)
                      || FileStateCalls.isFileState(call));
          if (isCall || node instanceof UnresolvedRelation || node instanceof RelationTimeTravel) {
            found.add(node);
          }
        });
    found.sort(BY_TEXT);
    return found;
  }

  List<TableReference> tables(LogicalPlan plan) {
    return leaves(plan).stream().flatMap(leaf -> find(leaf).stream()).toList();
  }

  /** The table behind a leaf; empty if the leaf reads files. */
  Optional<TableReference> find(LogicalPlan leaf) {
    if (leaf instanceof RelationTimeTravel travel) {
      UnresolvedRelation relation = (UnresolvedRelation) travel.relation();
      return Optional.of(of(relation, readings.at(travel)));
    }
    if (leaf instanceof UnresolvedRelation relation) {
      return Optional.of(of(relation, readings.of(relation)));
    }
    UnresolvedTableValuedFunction call = (UnresolvedTableValuedFunction) leaf;
    if (!TableReadings.isChangeCall(call)) {
      return Optional.empty();
    }
    return Optional.of(
        reference(
            readings.changedTable(call), call.isStreaming(), call.origin(), readings.of(call)));
  }

  private TableReference of(UnresolvedRelation relation, TableReading reading) {
    return reference(
        Plans.list(relation.multipartIdentifier()),
        relation.isStreaming(),
        relation.origin(),
        reading);
  }

  private TableReference reference(
      List<String> parts, boolean isStreaming, Origin origin, TableReading reading) {
    boolean isLive = parts.size() > 1 && parts.get(0).equalsIgnoreCase("live");
    return new TableReference(
        isLive ? parts.subList(1, parts.size()) : parts,
        isLive,
        isStreaming,
        text.catalog(),
        text.schema(),
        places.at(origin),
        reading);
  }

  /** Where a leaf stands in the user's text. */
  SourceSpan place(LogicalPlan leaf) {
    return places.at(origin(leaf));
  }

  private static Origin origin(LogicalPlan leaf) {
    return leaf instanceof RelationTimeTravel travel ? travel.relation().origin() : leaf.origin();
  }

  private static int number(Option<Object> value) {
    return value.isDefined() ? (Integer) value.get() : 0;
  }
}
