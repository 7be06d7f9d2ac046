/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.grammar.PipelineSqlLexer;
import io.lakeward.model.pipeline.Deprecation;
import io.lakeward.model.source.SourceFile;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.Token;

/** Finds words of Delta Live Tables in source files: they work, and there are newer ones. */
public final class OldSpellings {
  private OldSpellings() {}

  /** In the order in which they stand. */
  public static List<Deprecation> in(SourceFile file) {
    List<Deprecation> found = new ArrayList<>();
    List<Token> tokens = SqlTokenizer.tokens(file.text());
    for (int i = 0; i + 1 < tokens.size(); i++) {
      Token first = tokens.get(i);
      Token second = tokens.get(i + 1);
      if (first.getType() == PipelineSqlLexer.LIVE && !isPartOfName(tokens, i)) {
        ofLive(second)
            .ifPresent(
                use ->
                    found.add(
                        new Deprecation(use.what(), use.instead(), span(file, first, second))));
      } else if (isWord(first, "APPLY") && isWord(second, "CHANGES") && into(tokens, i + 2)) {
        found.add(
            new Deprecation(
                "APPLY CHANGES INTO",
                "Write CREATE FLOW … AS AUTO CDC INTO.",
                span(file, first, second)));
      }
    }
    return found;
  }

  private record Use(String what, String instead) {}

  private static Optional<Use> ofLive(Token next) {
    if (next.getType() == PipelineSqlLexer.DOT) {
      return Optional.of(new Use("LIVE.", "Write the name without it."));
    }
    if (isWord(next, "TABLE")) {
      return Optional.of(
          new Use("LIVE TABLE", "Write MATERIALIZED VIEW, or STREAMING TABLE for a stream."));
    }
    return isWord(next, "VIEW")
        ? Optional.of(new Use("LIVE VIEW", "Write TEMPORARY VIEW."))
        : Optional.empty();
  }

  private static boolean isPartOfName(List<Token> tokens, int index) {
    return index > 0 && tokens.get(index - 1).getType() == PipelineSqlLexer.DOT;
  }

  private static boolean into(List<Token> tokens, int index) {
    return index < tokens.size() && isWord(tokens.get(index), "INTO");
  }

  private static boolean isWord(Token token, String word) {
    return SqlTokenizer.isWord(token) && SqlTokenizer.upper(token).equals(word);
  }

  private static SourceSpan span(SourceFile file, Token first, Token last) {
    return file.span(first.getStartIndex(), last.getStopIndex() + 1);
  }
}
