/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.MappedText.Replacement;
import io.lakeward.language.sql.grammar.PipelineSqlLexer;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.Token;

/**
 * What Lakeflow's SQL lets one write about a read, and Spark's does not: an option without a value,
 * {@code WITH (SKIPCHANGECOMMITS)}, a version behind a name, {@code t@v3}, and a name that is put
 * together, {@code IDENTIFIER('a' || '.b')}. They are put into Spark's words.
 */
final class ReadOptions {
  private ReadOptions() {}

  static MappedText withValues(MappedText text) {
    List<Token> tokens = SqlTokenizer.tokens(text.text());
    List<Replacement> replacements = new ArrayList<>();
    for (int i = 0; i + 2 < tokens.size(); i++) {
      boolean begins =
          tokens.get(i).getType() == PipelineSqlLexer.WITH
              && tokens.get(i + 1).getType() == PipelineSqlLexer.LEFT_PAREN;
      if (begins) {
        addBareNames(tokens, i + 2, replacements);
      } else if (tokens.get(i).getType() == PipelineSqlLexer.IDENTIFIER_OF) {
        addComputedName(tokens, i, replacements);
      } else if (isVersion(tokens, i)) {
        Token version = tokens.get(i + 2);
        replacements.add(
            new Replacement(
                tokens.get(i + 1).getStartIndex(),
                version.getStopIndex() + 1,
                " VERSION AS OF " + version.getText().substring(1)));
      }
    }
    return text.with(replacements);
  }

  /** Puts the name itself where it is put together, or stands for a stream. */
  private static void addComputedName(List<Token> tokens, int at, List<Replacement> replacements) {
    if (tokens.get(at + 1).getType() != PipelineSqlLexer.LEFT_PAREN) {
      return;
    }
    StringBuilder name = new StringBuilder();
    int texts = 0;
    int end = at + 2;
    while (end < tokens.size()
        && (tokens.get(end).getType() == PipelineSqlLexer.STRING
            || tokens.get(end).getType() == PipelineSqlLexer.CONCAT)) {
      if (tokens.get(end).getType() == PipelineSqlLexer.STRING) {
        name.append(SqlLiterals.stringValue(tokens.get(end).getText()));
        texts++;
      }
      end++;
    }
    boolean isName =
        end < tokens.size()
            && tokens.get(end).getType() == PipelineSqlLexer.RIGHT_PAREN
            && name.toString().matches("[\\w.`\\- ]+");
    if (isName && (texts > 1 || isStream(tokens, at))) {
      replacements.add(
          new Replacement(
              tokens.get(at).getStartIndex(), tokens.get(end).getStopIndex() + 1, name.toString()));
    }
  }

  private static boolean isStream(List<Token> tokens, int name) {
    int before = name - 1;
    if (before > 0 && tokens.get(before).getType() == PipelineSqlLexer.LEFT_PAREN) {
      before--;
    }
    return before >= 0
        && SqlTokenizer.isWord(tokens.get(before))
        && SqlTokenizer.upper(tokens.get(before)).equals("STREAM");
  }

  /** A name, {@code @} and {@code v3}, without blanks between them. */
  private static boolean isVersion(List<Token> tokens, int name) {
    Token table = tokens.get(name);
    Token sign = tokens.get(name + 1);
    Token version = tokens.get(name + 2);
    boolean isName = SqlTokenizer.isWord(table) || table.getType() == PipelineSqlLexer.BACKQUOTED;
    return isName
        && sign.getText().equals("@")
        && version.getText().matches("[vV][0-9]{1,18}")
        && table.getStopIndex() + 1 == sign.getStartIndex()
        && sign.getStopIndex() + 1 == version.getStartIndex();
  }

  private static void addBareNames(List<Token> tokens, int first, List<Replacement> replacements) {
    boolean atStart = true;
    for (int i = first; i + 1 < tokens.size(); i++) {
      Token token = tokens.get(i);
      int next = tokens.get(i + 1).getType();
      boolean ends = next == PipelineSqlLexer.COMMA || next == PipelineSqlLexer.RIGHT_PAREN;
      if (atStart && ends && SqlTokenizer.isWord(token)) {
        replacements.add(
            new Replacement(
                token.getStartIndex(), token.getStopIndex() + 1, token.getText() + " = true"));
      }
      if (token.getType() == PipelineSqlLexer.RIGHT_PAREN) {
        return;
      }
      atStart = token.getType() == PipelineSqlLexer.COMMA;
    }
  }
}
