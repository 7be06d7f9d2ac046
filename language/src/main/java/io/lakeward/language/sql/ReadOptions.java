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
 * Lakeflow lets an option of a read stand without a value, {@code WITH (SKIPCHANGECOMMITS)}; Spark
 * wants one. This puts {@code = true} there.
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
      }
    }
    return text.with(replacements);
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
