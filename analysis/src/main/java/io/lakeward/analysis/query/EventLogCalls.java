/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.plan.EventLogRows;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.Source;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableValuedFunction;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.FunctionTableSubqueryArgumentExpression;
import org.apache.spark.sql.catalyst.expressions.NamedArgumentExpression;

/** {@code event_log('pipeline')} and {@code event_log(TABLE(name))}. */
final class EventLogCalls {
  private static final String NAME = "event_log";
  private static final String USAGE =
      "event_log('<id or name of the pipeline>') or event_log(TABLE(<table of the pipeline>))";

  private final NameScope scope;
  private final SqlReferences references;
  private final SqlPlaces places;
  private final Constants constants;

  EventLogCalls(
      NameScope scope, SqlReferences references, SqlPlaces places, CatalystSession session) {
    this.scope = scope;
    this.references = references;
    this.places = places;
    this.constants = new Constants(session);
  }

  static boolean isEventLog(UnresolvedTableValuedFunction call) {
    return FileCalls.name(call).equals(NAME);
  }

  Source.Events source(UnresolvedTableValuedFunction call) {
    SourceSpan where = places.at(call.origin());
    if (call.isStreaming()) {
      throw new ProjectException(
          QueryProblems.notSupported(
              "Reading event_log as a stream",
              "Read it without STREAM, in a materialized view or a query.",
              where));
    }
    List<Expression> arguments = Plans.list(call.functionArgs());
    if (arguments.size() != 1) {
      throw new ProjectException(QueryProblems.argumentsWrong(NAME, USAGE, where));
    }
    Expression argument = arguments.get(0);
    if (argument instanceof NamedArgumentExpression named) {
      if (!named.key().equalsIgnoreCase("pipeline_id") && !named.key().equalsIgnoreCase("table")) {
        throw new ProjectException(QueryProblems.argumentsWrong(NAME, USAGE, where));
      }
      argument = named.value();
    }
    return new Source.Events(pipeline(argument, where), EventLogRows.SCHEMA);
  }

  private String pipeline(Expression argument, SourceSpan where) {
    if (argument instanceof FunctionTableSubqueryArgumentExpression subquery
        && subquery.plan() instanceof UnresolvedRelation relation) {
      TableReference table = references.find(relation).orElseThrow();
      Optional<NameScope.Named> named = scope.find(table);
      if (named.isEmpty()) {
        throw new ProjectException(QueryProblems.tableNotFound(table, scope.known()));
      }
      return scope
          .pipelines()
          .ownerOf(named.get().name())
          .orElseThrow(
              () ->
                  new ProjectException(
                      QueryProblems.tableWithoutPipeline(named.get().name(), table.where())));
    }
    String idOrName =
        constants
            .text(argument)
            .orElseThrow(
                () ->
                    new ProjectException(
                        QueryProblems.argumentNotConstant(NAME, "pipeline_id", where)));
    return scope
        .pipelines()
        .find(idOrName)
        .orElseThrow(
            () ->
                new ProjectException(
                    QueryProblems.pipelineNotFound(idOrName, scope.pipelines().known(), where)));
  }
}
