/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.grammar.PipelineSqlLexer;
import io.lakeward.model.source.SourceFile;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.Token;

/**
 * Cuts a file into statements at semicolons. A semicolon inside a string, a back-quoted name or a
 * comment does not count. Comments before and after a statement are left out, and so are statements
 * of nothing.
 */
public final class SqlStatementSplitter {

  public List<SourceSpan> split(SourceFile file) {
    List<SourceSpan> statements = new ArrayList<>();
    int start = -1;
    int end = -1;
    for (Token token : SqlTokenizer.tokens(file.text())) {
      if (token.getType() == PipelineSqlLexer.SEMICOLON) {
        if (start >= 0) {
          statements.add(file.span(start, end));
        }
        start = -1;
      } else {
        start = start < 0 ? token.getStartIndex() : start;
        end = token.getStopIndex() + 1;
      }
    }
    if (start >= 0) {
      statements.add(file.span(start, end));
    }
    return statements;
  }
}
