/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.source.SourceSpan;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.catalyst.trees.Origin;

/**
 * Turns a place in the SQL that Spark read into the place in the user's file. The two texts differ
 * where a parameter was put in; then the place is found from the nearer end of the text or, failing
 * that, is the start of the query.
 */
final class SqlPlaces {
  private static final Pattern TOKEN =
      Pattern.compile("(?:`[^`]*`|[\\p{L}\\p{N}_$]+)(?:\\.(?:`[^`]*`|[\\p{L}\\p{N}_$]+))*");

  private final SqlText text;

  SqlPlaces(SqlText text) {
    this.text = text;
  }

  /** What Spark reads. */
  String sql() {
    return text.sql();
  }

  /** The first thing in the query that is not a blank. */
  SourceSpan start() {
    String written = text.span().text();
    int offset = 0;
    while (offset < written.length() && Character.isWhitespace(written.charAt(offset))) {
      offset++;
    }
    return offset == written.length() ? text.span() : token(offset);
  }

  SourceSpan at(Origin origin) {
    return origin.line().isDefined() && origin.startPosition().isDefined()
        ? at((Integer) origin.line().get(), (Integer) origin.startPosition().get())
        : start();
  }

  /**
   * The word at a place.
   *
   * @param line from 1
   * @param column from 0, in code points
   */
  SourceSpan at(int line, int column) {
    String sql = text.sql();
    int lineStart = 0;
    for (int i = 1; i < line; i++) {
      int end = sql.indexOf('\n', lineStart);
      if (end < 0) {
        return start();
      }
      lineStart = end + 1;
    }
    int codePoints = sql.codePointCount(lineStart, sql.length());
    return atOffset(sql.offsetByCodePoints(lineStart, Math.min(column, codePoints)));
  }

  /** The word at an index that counts code points, as Spark's do. */
  SourceSpan atCodePoint(int index) {
    String sql = text.sql();
    return atOffset(
        sql.offsetByCodePoints(0, Math.min(index, sql.codePointCount(0, sql.length()))));
  }

  /** The word at an offset of the SQL that Spark read. */
  SourceSpan atOffset(int offset) {
    String sql = text.sql();
    String written = text.span().text();
    if (written.startsWith(sql.substring(0, offset))) {
      return token(offset);
    }
    String rest = sql.substring(offset);
    return !rest.isEmpty() && written.endsWith(rest)
        ? token(written.length() - rest.length())
        : start();
  }

  private SourceSpan token(int offset) {
    String written = text.span().text();
    int begin = Math.min(offset, written.length());
    Matcher word = TOKEN.matcher(written).region(begin, written.length());
    int end = word.lookingAt() ? word.end() : Math.min(begin + 1, written.length());
    return text.span().file().span(text.span().start() + begin, text.span().start() + end);
  }
}
