/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.grammar.PipelineSqlLexer;
import io.lakeward.language.sql.grammar.PipelineSqlParser.CharacteristicContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.CreateFunctionContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ParameterContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ResultColumnContext;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.SqlFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads {@code CREATE FUNCTION name (parameters) RETURN expression}, or a query after RETURN. */
final class FunctionReader {
  private static final Set<Integer> QUERY_WORDS =
      Set.of(
          PipelineSqlLexer.SELECT,
          PipelineSqlLexer.WITH,
          PipelineSqlLexer.FROM,
          PipelineSqlLexer.VALUES,
          PipelineSqlLexer.TABLE);

  private final StatementPieces pieces;

  FunctionReader(StatementPieces pieces) {
    this.pieces = pieces;
  }

  /** Empty if it is no function that works here, and then the problem was reported. */
  Optional<SqlFunction> read(CreateFunctionContext create) {
    Optional<String> comment = Optional.empty();
    boolean isSql = create.RETURN() != null;
    for (CharacteristicContext characteristic : create.characteristic()) {
      if (characteristic.COMMENT() != null) {
        comment = Optional.of(pieces.string(characteristic.text()));
      }
      if (characteristic.LANGUAGE() != null) {
        isSql &= pieces.identifier(characteristic.identifier(0)).equalsIgnoreCase("sql");
      }
    }
    Optional<TableName> name = pieces.tableName(create.name());
    if (!isSql) {
      return refuse("A function that is not written in SQL", create);
    }
    if (name.isEmpty()) {
      return Optional.empty();
    }
    List<SqlFunction.Parameter> parameters = new ArrayList<>();
    create.parameter().forEach(parameter -> parameters.add(parameter(parameter)));
    int last = create.anything().size() - 1;
    int start = create.anything(0).getStart().getStartIndex();
    int end = create.anything(last).getStop().getStopIndex() + 1;
    String body = pieces.text().text().substring(start, end);
    boolean isQuery = QUERY_WORDS.contains(create.anything(0).getStart().getType());
    Optional<List<SqlFunction.ResultColumn>> rows = rows(create);
    if (rows.isPresent() && !isQuery && !body.startsWith("(")) {
      pieces.problems().add(SqlProblems.rowsWithoutQuery(pieces.span(create.anything(0))));
      return Optional.empty();
    }
    return Optional.of(
        new SqlFunction(
            name.get(),
            parameters,
            Optional.ofNullable(create.dataType()).map(pieces::written),
            rows,
            isQuery && rows.isEmpty() ? "(" + body + ")" : body,
            comment));
  }

  private Optional<List<SqlFunction.ResultColumn>> rows(CreateFunctionContext create) {
    if (create.TABLE() == null) {
      return Optional.empty();
    }
    List<SqlFunction.ResultColumn> columns = new ArrayList<>();
    if (create.resultColumns() != null) {
      for (ResultColumnContext column : create.resultColumns().resultColumn()) {
        columns.add(
            new SqlFunction.ResultColumn(
                pieces.identifier(column.identifier()), pieces.written(column.dataType())));
      }
    }
    return Optional.of(columns);
  }

  private SqlFunction.Parameter parameter(ParameterContext parameter) {
    Optional<String> value =
        parameter.defaultValue().isEmpty()
            ? Optional.empty()
            : Optional.of(
                parameter.defaultValue().stream()
                    .map(pieces::written)
                    .collect(Collectors.joining(" ")));
    return new SqlFunction.Parameter(
        pieces.identifier(parameter.identifier()), pieces.written(parameter.dataType()), value);
  }

  private Optional<SqlFunction> refuse(String what, CreateFunctionContext create) {
    pieces
        .problems()
        .add(
            SqlProblems.notSupported(
                what,
                "Write it as CREATE FUNCTION name (parameter TYPE) RETURN expression.",
                pieces.span(create.name())));
    return Optional.empty();
  }
}
