/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.model.pipeline.SqlText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableValuedFunction;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.Option;

/** Finds what an unresolved query reads. */
final class SqlReferences {
  private static final Comparator<LogicalPlan> BY_TEXT =
      Comparator.<LogicalPlan>comparingInt(p -> number(p.origin().line()))
          .thenComparingInt(p -> number(p.origin().startPosition()));

  private final SqlText text;
  private final SqlPlaces places;

  SqlReferences(SqlText text, SqlPlaces places) {
    this.text = text;
    this.places = places;
  }

  /** The table names and file calls in the order of the text. */
  static List<LogicalPlan> leaves(LogicalPlan plan) {
    List<LogicalPlan> found = new ArrayList<>();
    Plans.forEach(
        plan,
        node -> {
          boolean isFileCall =
              node instanceof UnresolvedTableValuedFunction call && FileCalls.isFileCall(call);
          if (isFileCall || node instanceof UnresolvedRelation) {
            found.add(node);
          }
        });
    found.sort(BY_TEXT);
    return found;
  }

  List<TableReference> tables(LogicalPlan plan) {
    return leaves(plan).stream()
        .filter(UnresolvedRelation.class::isInstance)
        .map(leaf -> of((UnresolvedRelation) leaf))
        .toList();
  }

  TableReference of(UnresolvedRelation relation) {
    List<String> parts = Plans.list(relation.multipartIdentifier());
    boolean isLive = parts.size() > 1 && parts.get(0).equalsIgnoreCase("live");
    return new TableReference(
        isLive ? parts.subList(1, parts.size()) : parts,
        isLive,
        relation.isStreaming(),
        text.catalog(),
        text.schema(),
        places.at(relation.origin()));
  }

  private static int number(Option<Object> value) {
    return value.isDefined() ? (Integer) value.get() : 0;
  }
}
