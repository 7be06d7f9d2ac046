/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import java.io.PrintStream;

/** Shows each piece of text at once. */
record FlushingAppendable(PrintStream stream) implements Appendable {

  @Override
  public Appendable append(CharSequence text) {
    stream.append(text);
    stream.flush();
    return this;
  }

  @Override
  public Appendable append(CharSequence text, int start, int end) {
    return append(text.subSequence(start, end));
  }

  @Override
  public Appendable append(char c) {
    stream.append(c);
    if (c == '\n') {
      stream.flush();
    }
    return this;
  }
}
