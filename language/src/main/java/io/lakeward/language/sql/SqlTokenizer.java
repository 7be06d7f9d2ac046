/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.grammar.PipelineSqlLexer;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.Token;

/** Cuts SQL text into tokens. It never fails: text that is no token becomes {@code OTHER}. */
final class SqlTokenizer {
  private SqlTokenizer() {}

  static PipelineSqlLexer lexer(String text) {
    PipelineSqlLexer lexer = new PipelineSqlLexer(new Utf16CharStream(text));
    lexer.removeErrorListeners();
    return lexer;
  }

  /** All tokens, comments and blanks among them, without the end mark. */
  static List<Token> allTokens(String text) {
    return List.copyOf(lexer(text).getAllTokens());
  }

  /** The tokens that mean something: no comments, no blanks. */
  static List<Token> tokens(String text) {
    return allTokens(text).stream().filter(t -> !isHidden(t)).toList();
  }

  static boolean isHidden(Token token) {
    return token.getChannel() != Token.DEFAULT_CHANNEL;
  }

  static boolean isComment(Token token) {
    return token.getType() == PipelineSqlLexer.LINE_COMMENT
        || token.getType() == PipelineSqlLexer.BLOCK_COMMENT;
  }

  /** A keyword or a plain name. */
  static boolean isWord(Token token) {
    return token.getType() == PipelineSqlLexer.IDENTIFIER
        || (token.getType() >= PipelineSqlLexer.ACTION && token.getType() <= PipelineSqlLexer.ZONE);
  }

  /** The token in capitals, to compare it with a keyword in any locale. */
  static String upper(Token token) {
    return token.getText().toUpperCase(Locale.ROOT);
  }
}
