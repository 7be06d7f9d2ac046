/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.grammar.PipelineSqlLexer;
import io.lakeward.model.problem.Problem;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.Token;

/** Finds a string, a back-quoted name or a comment that begins and never ends. */
final class UnclosedTextFinder {
  private UnclosedTextFinder() {}

  static Optional<Problem> find(MappedText text) {
    List<Token> tokens = SqlTokenizer.allTokens(text.text());
    for (Token token : tokens) {
      String what = unclosed(token);
      if (!what.isEmpty()) {
        int start = token.getStartIndex();
        return Optional.of(SqlProblems.notClosed(what, text.span(start, start + 1)));
      }
    }
    return Optional.empty();
  }

  private static String unclosed(Token token) {
    return switch (token.getType()) {
      case PipelineSqlLexer.UNCLOSED_STRING -> "string";
      case PipelineSqlLexer.UNCLOSED_BACKQUOTE -> "back-quoted name";
      case PipelineSqlLexer.BLOCK_COMMENT -> isClosed(token.getText()) ? "" : "comment";
      default -> "";
    };
  }

  private static boolean isClosed(String comment) {
    int depth = 0;
    int i = 0;
    while (i + 1 < comment.length()) {
      if (comment.startsWith("/*", i)) {
        depth++;
        i += 2;
      } else if (comment.startsWith("*/", i)) {
        depth--;
        i += 2;
      } else {
        i++;
      }
    }
    return depth == 0;
  }
}
