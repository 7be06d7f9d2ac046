/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import java.util.List;
import java.util.Optional;
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
      return next.equals("(") || (this == COLUMNS && next.equals("*"));
    }
    return true;
  }

  @Override
  public String toString() {
    return words;
  }
}
