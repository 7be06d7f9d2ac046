/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.Token;

/** The clauses behind the source of an AUTO CDC flow, in the order in which they have to stand. */
enum AutoCdcClause {
  KEYS("KEYS"),
  IGNORE_NULL_UPDATES("IGNORE NULL UPDATES"),
  DELETE("APPLY AS DELETE WHEN"),
  TRUNCATE("APPLY AS TRUNCATE WHEN"),
  SEQUENCE("SEQUENCE BY"),
  SYSTEM_SEQUENCE("SYSTEM SEQUENCE BY"),
  COLUMNS("COLUMNS"),
  STORED("STORED AS"),
  TRACK_HISTORY("TRACK HISTORY ON"),
  COLUMNS_TO_UPDATE("COLUMNS TO UPDATE"),
  WHERE("WHERE");

  /** What can follow a column that is called as the clause. */
  private static final Set<String> OPERATORS =
      Set.of(
          "AND", "OR", "NOT", "IS", "IN", "LIKE", "ILIKE", "RLIKE", "REGEXP", "BETWEEN", "DIV",
          "COLLATE", "AS", "THEN", "ELSE", "END", "WHEN", "ASC", "DESC");

  private final String words;
  private final List<String> wordList;

  AutoCdcClause(String words) {
    this.words = words;
    this.wordList = List.of(words.split(" "));
  }

  /** How many tokens its words are. */
  int length() {
    return wordList.size();
  }

  /** Whether its place among the others is fixed; WHERE comes from older texts and has none. */
  boolean hasPlace() {
    return this != WHERE;
  }

  /** The clause that begins at a token. */
  static Optional<AutoCdcClause> at(List<Token> tokens, int index) {
    if (COLUMNS_TO_UPDATE.matches(tokens, index)) {
      return Optional.of(COLUMNS_TO_UPDATE);
    }
    for (AutoCdcClause clause : values()) {
      if (clause.matches(tokens, index)) {
        return Optional.of(clause);
      }
    }
    return Optional.empty();
  }

  private boolean matches(List<Token> tokens, int index) {
    for (int i = 0; i < wordList.size(); i++) {
      if (index + i >= tokens.size()
          || !SqlTokenizer.upper(tokens.get(index + i)).equals(wordList.get(i))) {
        return false;
      }
    }
    // These two are single words, which may be names of columns as well.
    if (this == KEYS || this == COLUMNS) {
      String next = index + 1 < tokens.size() ? SqlTokenizer.upper(tokens.get(index + 1)) : "";
      return next.equals("(")
          || (this == COLUMNS && (next.equals("*") || isList(tokens, index + 1)));
    }
    return true;
  }

  /** Whether names and commas follow, as if somebody forgot the brackets. */
  private static boolean isList(List<Token> tokens, int start) {
    return start < tokens.size()
        && SqlTokenizer.isWord(tokens.get(start))
        && !OPERATORS.contains(SqlTokenizer.upper(tokens.get(start)))
        && Arrays.stream(values()).noneMatch(clause -> clause.beginsWith(tokens.get(start)));
  }

  private boolean beginsWith(Token token) {
    return SqlTokenizer.upper(token).equals(wordList.get(0));
  }

  @Override
  public String toString() {
    return words;
  }
}
