/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.plan.FileStateRows;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.Source;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableValuedFunction;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.FunctionTableSubqueryArgumentExpression;

/** {@code cloud_files_state(TABLE(name))}, with the table's name as text, or with a path. */
final class FileStateCalls {
  private static final String NAME = "cloud_files_state";
  private static final String USAGE =
      "cloud_files_state(TABLE(<streaming table>)) or cloud_files_state('<streaming table or path>')";

  private final SqlText text;
  private final NameScope scope;
  private final SqlReferences references;
  private final SqlPlaces places;
  private final Constants constants;

  FileStateCalls(
      SqlText text,
      NameScope scope,
      SqlReferences references,
      SqlPlaces places,
      CatalystSession session) {
    this.text = text;
    this.scope = scope;
    this.references = references;
    this.places = places;
    this.constants = new Constants(session);
  }

  static boolean isFileState(UnresolvedTableValuedFunction call) {
    return FileCalls.name(call).equals(NAME);
  }

  Source.FileStates source(UnresolvedTableValuedFunction call) {
    SourceSpan where = places.at(call.origin());
    if (call.isStreaming()) {
      throw new ProjectException(
          QueryProblems.notSupported(
              "Reading cloud_files_state as a stream", "Read it without STREAM.", where));
    }
    List<Expression> arguments = Plans.list(call.functionArgs());
    if (arguments.size() != 1) {
      throw new ProjectException(QueryProblems.argumentsWrong(NAME, USAGE, where));
    }
    if (arguments.get(0) instanceof FunctionTableSubqueryArgumentExpression subquery
        && subquery.plan() instanceof UnresolvedRelation relation) {
      TableReference table = references.find(relation).orElseThrow();
      return scope
          .find(table)
          .map(named -> ofTable(named.name()))
          .orElseThrow(
              () -> new ProjectException(QueryProblems.tableNotFound(table, scope.known())));
    }
    String name =
        constants
            .text(arguments.get(0))
            .orElseThrow(
                () ->
                    new ProjectException(QueryProblems.argumentNotConstant(NAME, "table", where)));
    if (name.indexOf('/') >= 0) {
      return new Source.FileStates(Optional.empty(), name, FileStateRows.SCHEMA);
    }
    TableName table = qualified(name, where);
    if (!scope.known().contains(table)) {
      throw new ProjectException(QueryProblems.argumentsWrong(NAME, USAGE, where));
    }
    return ofTable(table);
  }

  private static Source.FileStates ofTable(TableName name) {
    return new Source.FileStates(Optional.of(name), "", FileStateRows.SCHEMA);
  }

  private TableName qualified(String name, SourceSpan where) {
    String[] parts = name.strip().split("\\.", -1);
    return switch (parts.length) {
      case 1 -> new TableName(text.catalog(), text.schema(), parts[0]);
      case 2 -> new TableName(text.catalog(), parts[0], parts[1]);
      case 3 -> new TableName(parts[0], parts[1], parts[2]);
      default -> throw new ProjectException(QueryProblems.argumentsWrong(NAME, USAGE, where));
    };
  }
}
