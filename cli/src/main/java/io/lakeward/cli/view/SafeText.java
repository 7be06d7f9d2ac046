/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import java.util.Locale;

/** Makes text from files and tables harmless for a terminal. */
public final class SafeText {

  private SafeText() {}

  /** Line breaks, tabs and other control characters become visible escapes, as Spark shows them. */
  public static String escapeControls(String text) {
    if (text.chars().noneMatch(SafeText::isControl)) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length() + 8);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (isControl(c)) {
            out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.toString();
  }

  /** As {@link #escapeControls}, but keeps line breaks: for messages of several lines. */
  static String keepLines(String text) {
    StringBuilder out = new StringBuilder();
    String[] lines = text.split("\r?\n", -1);
    for (int i = 0; i < lines.length; i++) {
      out.append(i == 0 ? "" : "\n").append(escapeControls(lines[i]));
    }
    return out.toString();
  }

  private static boolean isControl(int c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0);
  }
}
