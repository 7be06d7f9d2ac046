/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.grammar.PipelineSqlLexer;
import io.lakeward.model.pipeline.NamedColumn;
import io.lakeward.model.pipeline.Replacement;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.Token;

/**
 * Reads {@code REPLACE WHERE condition} and {@code REPLACE USING (keys) SEQUENCE BY value}, and the
 * query behind it. Both end with SQL that has no end mark: it goes on until BY NAME or until a word
 * that only begins a query.
 */
final class ReplacementReader {
  private static final Set<String> QUERY_WORDS =
      Set.of("SELECT", "WITH", "FROM", "VALUES", "TABLE");

  private final StatementPieces pieces;
  private final List<Token> tokens;
  private final boolean isByName;
  private int queryStart;

  /**
   * @param replace the word REPLACE
   * @param isByName whether BY NAME stands before it
   */
  ReplacementReader(StatementPieces pieces, Token replace, boolean isByName) {
    this.pieces = pieces;
    this.tokens =
        SqlTokenizer.tokens(pieces.text().text()).stream()
            .filter(t -> t.getStartIndex() >= replace.getStartIndex())
            .toList();
    this.isByName = isByName;
  }

  /** The clause; empty if it is not well formed, and then the problem was reported. */
  Optional<Replacement> read() {
    if (is(1, "WHERE")) {
      return expression(2, "REPLACE WHERE").map(Replacement.Where::new);
    }
    if (!is(1, "USING")) {
      return refuse(SqlProblems.replaceKind(place(1)));
    }
    List<NamedColumn> keys = new ArrayList<>();
    int next = keys(keys);
    if (next < 0) {
      return Optional.empty();
    }
    if (!is(next, "SEQUENCE") || !is(next + 1, "BY")) {
      return refuse(SqlProblems.replaceSequenceMissing(place(next)));
    }
    return expression(next + 2, "SEQUENCE BY").map(text -> new Replacement.Using(keys, text));
  }

  /** The query; to be asked after {@link #read} has given something. */
  SqlText query() {
    return text(queryStart, tokens.size());
  }

  /** Reads {@code (a, b)} and returns where it goes on; -1 after a complaint. */
  private int keys(List<NamedColumn> keys) {
    int at = 2;
    if (!is(at, "(")) {
      refuse(AutoCdcProblems.listMissing(place(at)));
      return -1;
    }
    do {
      at++;
      if (at >= tokens.size() || !isName(tokens.get(at)) || !(is(at + 1, ",") || is(at + 1, ")"))) {
        refuse(SqlProblems.replaceKey(place(at)));
        return -1;
      }
      Token name = tokens.get(at);
      keys.add(new NamedColumn(SqlLiterals.identifierValue(name.getText()), pieces.span(name)));
      at++;
    } while (is(at, ","));
    return at + 1;
  }

  private Optional<SqlText> expression(int start, String clause) {
    int depth = 0;
    int end = start;
    while (end < tokens.size() && (depth > 0 || !(isByName(end) || isQuery(end)))) {
      String word = tokens.get(end).getText();
      depth += word.equals("(") || word.equals("[") ? 1 : 0;
      depth -= word.equals(")") || word.equals("]") ? 1 : 0;
      end++;
    }
    if (end == start) {
      refuse(AutoCdcProblems.expressionMissing(clause, place(start)));
      return Optional.empty();
    }
    boolean isNamed = isByName(end);
    queryStart = isNamed ? end + 2 : end;
    if (queryStart >= tokens.size()) {
      refuse(SqlProblems.replaceQueryMissing(clause, place(queryStart)));
      return Optional.empty();
    }
    if (!isNamed && !isByName) {
      refuse(SqlProblems.missingByName(tokens.get(end).getText(), place(end)));
      return Optional.empty();
    }
    return Optional.of(text(start, end));
  }

  private boolean isByName(int index) {
    return is(index, "BY") && is(index + 1, "NAME");
  }

  /** {@code IS DISTINCT FROM} is an operator. */
  private boolean isQuery(int index) {
    return tokens.get(index).getType() != PipelineSqlLexer.BACKQUOTED
        && QUERY_WORDS.contains(SqlTokenizer.upper(tokens.get(index)))
        && !(is(index, "FROM") && is(index - 1, "DISTINCT"))
        && !is(index - 1, ".");
  }

  private static boolean isName(Token token) {
    return SqlTokenizer.isWord(token) || token.getType() == PipelineSqlLexer.BACKQUOTED;
  }

  private boolean is(int index, String word) {
    return index < tokens.size() && SqlTokenizer.upper(tokens.get(index)).equals(word);
  }

  private SqlText text(int start, int end) {
    return pieces.sql(tokens.get(start).getStartIndex(), tokens.get(end - 1).getStopIndex() + 1);
  }

  /** A token's place, or the end of the statement. */
  private SourceSpan place(int index) {
    if (index < tokens.size()) {
      return pieces.span(tokens.get(index));
    }
    int end = tokens.get(tokens.size() - 1).getStopIndex() + 1;
    return pieces.text().span(end, end);
  }

  private Optional<Replacement> refuse(Problem problem) {
    pieces.problems().add(problem);
    return Optional.empty();
  }
}
