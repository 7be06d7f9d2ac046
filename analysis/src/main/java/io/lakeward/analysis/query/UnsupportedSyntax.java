/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.model.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.analysis.RelationChanges;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableValuedFunction;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** Finds by name what a query asks for and nobody here can give. */
final class UnsupportedSyntax {
  private static final String FILES_INSTEAD = "Read files or tables of this warehouse instead.";

  private static final Map<String, String> TABLE_FUNCTIONS =
      Map.of(
          "read_kafka", FILES_INSTEAD,
          "read_kinesis", FILES_INSTEAD,
          "read_pubsub", FILES_INSTEAD,
          "read_pulsar", FILES_INSTEAD);

  private static final Set<String> OWN_TABLE_FUNCTIONS =
      Set.of("read_files", "cloud_files", "cloud_files_state", "event_log", "table_changes");

  private static final Set<String> BUILT_IN_SCHEMAS = Set.of("builtin", "system.builtin");

  private final CatalystSession session;
  private final SqlPlaces places;
  private final List<Problem> found = new ArrayList<>();

  private UnsupportedSyntax(CatalystSession session, SqlPlaces places) {
    this.session = session;
    this.places = places;
  }

  static List<Problem> find(LogicalPlan plan, CatalystSession session, SqlPlaces places) {
    UnsupportedSyntax search = new UnsupportedSyntax(session, places);
    Plans.forEach(plan, search::check);
    Plans.forEachExpression(
        plan,
        part -> {
          if (part instanceof UnresolvedFunction call) {
            search.check(call);
          }
        });
    return search.found;
  }

  private void check(LogicalPlan node) {
    if (node instanceof RelationChanges) {
      found.add(
          QueryProblems.notSupported(
              "CHANGES of a table",
              "Write table_changes('table', first[, last]).",
              places.at(node.origin())));
    } else if (node instanceof UnresolvedTableValuedFunction call) {
      String name = FileCalls.name(call);
      String fix = TABLE_FUNCTIONS.get(name);
      if (fix != null) {
        found.add(QueryProblems.notSupported(name, fix, places.at(call.origin())));
      } else if (!isKnown(call, name)) {
        List<String> known = new ArrayList<>(session.tableFunctionNames());
        known.addAll(OWN_TABLE_FUNCTIONS);
        found.add(QueryProblems.functionNotFound(name, known, places.at(call.origin())));
      }
    }
  }

  private boolean isKnown(UnresolvedTableValuedFunction call, String name) {
    return OWN_TABLE_FUNCTIONS.contains(name)
        || session.hasTableFunction(call.name().last().toLowerCase(Locale.ROOT));
  }

  /** Lakeflow infers it then, and keeps it under {@code schemaLocationKey}. */
  private static boolean lacksSchema(UnresolvedFunction call) {
    return call.arguments().size() > 1
        && call.arguments().apply(1) instanceof Literal schema
        && schema.value() == null;
  }

  private void check(UnresolvedFunction call) {
    List<String> parts = Plans.list(call.nameParts());
    String name = parts.get(parts.size() - 1);
    if (name.equalsIgnoreCase("from_json") && lacksSchema(call)) {
      found.add(
          QueryProblems.notSupported(
              "from_json without a schema",
              "Write the schema, such as from_json(text, 'id BIGINT, name STRING'), or take any"
                  + " JSON as VARIANT with parse_json(text).",
              places.at(call.origin())));
    }
    String qualifier = String.join(".", parts.subList(0, parts.size() - 1));
    boolean mayBeBuiltIn =
        parts.size() == 1 || BUILT_IN_SCHEMAS.stream().anyMatch(qualifier::equalsIgnoreCase);
    if (!mayBeBuiltIn || !session.hasFunction(name)) {
      found.add(
          QueryProblems.functionNotFound(
              String.join(".", parts), session.functionNames(), places.at(call.origin())));
    }
  }
}
