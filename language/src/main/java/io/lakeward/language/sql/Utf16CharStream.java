/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import org.antlr.v4.runtime.CharStream;
import org.antlr.v4.runtime.IntStream;
import org.antlr.v4.runtime.misc.Interval;

/**
 * Feeds a string to the lexer by UTF-16 units. ANTLR's own streams count code points, so every
 * offset after an emoji would be off by one.
 */
final class Utf16CharStream implements CharStream {
  private final String text;
  private int index;

  Utf16CharStream(String text) {
    this.text = text;
  }

  @Override
  public void consume() {
    if (index >= text.length()) {
      throw new IllegalStateException("cannot consume past the end");
    }
    index++;
  }

  @Override
  public int LA(int i) {
    if (i == 0) {
      return 0;
    }
    int at = i > 0 ? index + i - 1 : index + i;
    return at < 0 || at >= text.length() ? IntStream.EOF : text.charAt(at);
  }

  @Override
  public int mark() {
    return -1;
  }

  @Override
  public void release(int marker) {
    // Nothing is buffered, so nothing is let go.
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public void seek(int to) {
    index = Math.min(to, text.length());
  }

  @Override
  public int size() {
    return text.length();
  }

  @Override
  public String getSourceName() {
    return UNKNOWN_SOURCE_NAME;
  }

  @Override
  public String getText(Interval interval) {
    int end = Math.min(interval.b + 1, text.length());
    return interval.a >= end ? "" : text.substring(interval.a, end);
  }
}
