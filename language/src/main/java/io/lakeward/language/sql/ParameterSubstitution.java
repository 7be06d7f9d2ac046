/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.MappedText.Replacement;
import io.lakeward.language.sql.grammar.PipelineSqlLexer;
import io.lakeward.model.problem.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.antlr.v4.runtime.Token;

/**
 * Puts string literals in place of {@code :name} parameters. The colon also begins a path into JSON
 * ({@code raw:a.b}) and stands in struct types, so a parameter is only seen where a value can
 * begin.
 */
final class ParameterSubstitution {
  /** Words after which a value begins; after any other word, a colon begins a JSON path. */
  private static final Set<String> BEFORE_A_VALUE =
      Set.of(
          "ALL",
          "AND",
          "BETWEEN",
          "BY",
          "CASE",
          "CATALOG",
          "COMMENT",
          "CRON",
          "DATABASE",
          "DEFAULT",
          "DISTINCT",
          "DIV",
          "ELSE",
          "ESCAPE",
          "FROM",
          "HAVING",
          "ILIKE",
          "IN",
          "INTERVAL",
          "LIKE",
          "LIMIT",
          "LOCATION",
          "NOT",
          "OF",
          "OFFSET",
          "ON",
          "OR",
          "QUALIFY",
          "REGEXP",
          "RLIKE",
          "SCHEMA",
          "SELECT",
          "THEN",
          "VALUES",
          "WHEN",
          "WHERE",
          "ZONE");

  private final Map<String, String> values;
  private final Problems problems;

  ParameterSubstitution(Map<String, String> values, Problems problems) {
    this.values = values;
    this.problems = problems;
  }

  MappedText substitute(MappedText text) {
    List<Token> tokens = SqlTokenizer.tokens(text.text());
    List<Replacement> replacements = new ArrayList<>();
    for (int i = 0; i + 1 < tokens.size(); i++) {
      Token colon = tokens.get(i);
      Token name = tokens.get(i + 1);
      if (colon.getType() == PipelineSqlLexer.COLON
          && name.getStartIndex() == colon.getStopIndex() + 1
          && SqlTokenizer.isWord(name)
          && valueCanBegin(tokens, i)) {
        int start = colon.getStartIndex();
        int end = name.getStopIndex() + 1;
        String value = values.get(name.getText());
        if (value == null) {
          problems.add(
              SqlProblems.parameterUndefined(
                  name.getText(), values.keySet(), text.span(start, end)));
        } else {
          replacements.add(new Replacement(start, end, SqlLiterals.quote(value)));
        }
      }
    }
    return text.with(replacements);
  }

  private static boolean valueCanBegin(List<Token> tokens, int colonIndex) {
    if (colonIndex == 0) {
      return true;
    }
    Token before = tokens.get(colonIndex - 1);
    if (SqlTokenizer.isWord(before)) {
      boolean isField =
          colonIndex > 1 && tokens.get(colonIndex - 2).getType() == PipelineSqlLexer.DOT;
      boolean touches = before.getStopIndex() + 1 == tokens.get(colonIndex).getStartIndex();
      return !isField && !touches && BEFORE_A_VALUE.contains(SqlTokenizer.upper(before));
    }
    return switch (before.getType()) {
      case PipelineSqlLexer.RIGHT_PAREN,
          PipelineSqlLexer.RIGHT_BRACKET,
          PipelineSqlLexer.STRING,
          PipelineSqlLexer.BACKQUOTED,
          PipelineSqlLexer.NUMBER,
          PipelineSqlLexer.DOT ->
          false;
      default -> true;
    };
  }
}
