/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.grammar.PipelineSqlLexer;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.source.SourceSpan;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.Token;

/**
 * Tells from a statement's first words what it is. Statements that no pipeline file may hold, and
 * ones that are not supported yet, are refused here by name, so that nobody gets a syntax error for
 * valid SQL.
 */
final class StatementClassifier {
  private static final Set<String> DATASET_MODIFIERS =
      Set.of(
          "PRIVATE",
          "TEMPORARY",
          "TEMP",
          "STREAMING",
          "INCREMENTAL",
          "LIVE",
          "MATERIALIZED",
          "GLOBAL",
          "EXTERNAL");
  private static final Set<String> OTHER_OBJECTS =
      Set.of(
          "SCHEMA",
          "DATABASE",
          "CATALOG",
          "INDEX",
          "ROLE",
          "USER",
          "VOLUME",
          "CONNECTION",
          "SHARE",
          "RECIPIENT",
          "EXTERNAL",
          "POLICY",
          "VARIABLE");
  private static final Set<String> NEXT_STATEMENTS =
      Set.of("CREATE", "SET", "USE", "APPLY", "AUTO");
  private static final Set<String> QUERY_WORDS =
      Set.of("SELECT", "WITH", "FROM", "VALUES", "TABLE");
  private static final Set<String> COMMAND_WORDS =
      Set.of(
          "INSERT",
          "UPDATE",
          "DELETE",
          "MERGE",
          "DROP",
          "ALTER",
          "TRUNCATE",
          "DESCRIBE",
          "DESC",
          "SHOW",
          "EXPLAIN",
          "OPTIMIZE",
          "VACUUM",
          "ANALYZE",
          "COPY",
          "GRANT",
          "REVOKE",
          "CACHE",
          "UNCACHE",
          "CLEAR",
          "DECLARE",
          "BEGIN",
          "CALL",
          "EXECUTE",
          "COMMENT",
          "RESET",
          "MSCK",
          "REPAIR",
          "RESTORE",
          "CONVERT",
          "LOAD",
          "LIST",
          "ADD",
          "REFRESH",
          "REPLACE",
          "UNDROP",
          "SYNC",
          "GENERATE",
          "REORG",
          "IF",
          "PUT",
          "GET",
          "REMOVE");

  private final Problems problems;

  StatementClassifier(Problems problems) {
    this.problems = problems;
  }

  /** What the statement is; empty if it was refused, and then the problem has been reported. */
  Optional<StatementKind> classify(List<Token> tokens, MappedText text) {
    String first = SqlTokenizer.upper(tokens.get(0));
    String second = tokens.size() > 1 ? SqlTokenizer.upper(tokens.get(1)) : "";
    SourceSpan where = place(tokens.get(0), text);
    if (first.equals("CREATE")) {
      return classifyCreate(tokens, text);
    }
    if (first.equals("SET")) {
      boolean isCatalog =
          second.equals("CATALOG")
              && tokens.size() > 2
              && tokens.get(2).getType() != PipelineSqlLexer.EQ
              && tokens.get(2).getType() != PipelineSqlLexer.DOT;
      return Optional.of(isCatalog ? StatementKind.USE : StatementKind.SET);
    }
    if (first.equals("USE")) {
      return Optional.of(StatementKind.USE);
    }
    if ((first.equals("APPLY") && second.equals("CHANGES"))
        || (first.equals("AUTO") && second.equals("CDC"))) {
      return Optional.of(StatementKind.CHANGES);
    }
    if (QUERY_WORDS.contains(first) || first.equals("(")) {
      return refuse(SqlProblems.queryNotAllowed(where));
    }
    if (COMMAND_WORDS.contains(first)) {
      return refuse(SqlProblems.commandNotAllowed(first, where));
    }
    return refuse(SqlProblems.unknownStatement(tokens.get(0).getText(), where));
  }

  private Optional<StatementKind> classifyCreate(List<Token> tokens, MappedText text) {
    int at = 1;
    if (isWord(tokens, at, "OR")
        && (isWord(tokens, at + 1, "REFRESH") || isWord(tokens, at + 1, "REPLACE"))) {
      at += 2;
    }
    boolean isPipelineTable = false;
    while (at < tokens.size() && DATASET_MODIFIERS.contains(SqlTokenizer.upper(tokens.get(at)))) {
      String modifier = SqlTokenizer.upper(tokens.get(at));
      isPipelineTable |=
          Set.of("STREAMING", "INCREMENTAL", "LIVE", "MATERIALIZED").contains(modifier);
      if (modifier.equals("GLOBAL") || modifier.equals("EXTERNAL")) {
        return refuse(
            SqlProblems.createNotAllowed(
                modifier.equals("GLOBAL") ? "a GLOBAL TEMPORARY VIEW" : "an EXTERNAL TABLE",
                place(tokens.get(at), text)));
      }
      at++;
    }
    if (at >= tokens.size()) {
      return Optional.of(StatementKind.DATASET);
    }
    SourceSpan where = place(tokens.get(at), text);
    String object = SqlTokenizer.upper(tokens.get(at));
    if (object.equals("FLOW")) {
      return Optional.of(StatementKind.FLOW);
    }
    if (object.equals("TABLE") && !isPipelineTable && hasQuery(tokens)) {
      return refuse(SqlProblems.plainTableNotAllowed(where));
    }
    if (object.equals("FUNCTION")) {
      return Optional.of(StatementKind.FUNCTION);
    }
    if (object.equals("SINK")) {
      return refuse(
          SqlProblems.notSupported(
              "CREATE SINK",
              "Write into a streaming table, and copy its rows out with another program.",
              where));
    }
    if (OTHER_OBJECTS.contains(object)) {
      return refuse(SqlProblems.createNotAllowed(object, where));
    }
    return Optional.of(StatementKind.DATASET);
  }

  /** Whether a CREATE TABLE has its query after AS; then it is no table of a pipeline. */
  private static boolean hasQuery(List<Token> tokens) {
    int depth = 0;
    for (Token token : tokens) {
      if (token.getType() == PipelineSqlLexer.LEFT_PAREN) {
        depth++;
      } else if (token.getType() == PipelineSqlLexer.RIGHT_PAREN) {
        depth--;
      } else if (depth == 0 && token.getType() == PipelineSqlLexer.FLOW) {
        return false;
      } else if (depth == 0 && token.getType() == PipelineSqlLexer.AS) {
        return true;
      }
    }
    return false;
  }

  private Optional<StatementKind> refuse(Problem problem) {
    problems.add(problem);
    return Optional.empty();
  }

  private static boolean isWord(List<Token> tokens, int at, String word) {
    return at < tokens.size() && SqlTokenizer.upper(tokens.get(at)).equals(word);
  }

  private static SourceSpan place(Token token, MappedText text) {
    return text.span(token.getStartIndex(), token.getStopIndex() + 1);
  }

  /** Whether a word begins a line and a statement, so that a semicolon may be missing before it. */
  static boolean beginsStatementOnNewLine(Token before, Token word) {
    return word.getLine() > before.getLine()
        && NEXT_STATEMENTS.contains(SqlTokenizer.upper(word))
        && SqlTokenizer.isWord(word);
  }
}
