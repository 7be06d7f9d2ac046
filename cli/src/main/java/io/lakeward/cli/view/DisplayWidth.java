/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

/** How many terminal columns a text takes: wide characters take two, combining ones none. */
public final class DisplayWidth {

  private DisplayWidth() {}

  public static int of(String text) {
    int width = 0;
    for (int i = 0; i < text.length(); ) {
      char c = text.charAt(i);
      if (c >= 0x20 && c < 0x7f) {
        width++;
        i++;
      } else {
        int codePoint = text.codePointAt(i);
        width += of(codePoint);
        i += Character.charCount(codePoint);
      }
    }
    return width;
  }

  /** Columns of one character. */
  public static int of(int codePoint) {
    if (codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0)) {
      return 0;
    }
    if (codePoint < 0x300) {
      return codePoint == 0xad ? 0 : 1;
    }
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
      default -> isWide(codePoint) ? 2 : 1;
    };
  }

  private static boolean isWide(int c) {
    return (c >= 0x1100 && c <= 0x115f)
        || (c >= 0x2e80 && c <= 0x303e)
        || (c >= 0x3041 && c <= 0xa4cf)
        || (c >= 0xa960 && c <= 0xa97f)
        || (c >= 0xac00 && c <= 0xd7a3)
        || (c >= 0xf900 && c <= 0xfaff)
        || (c >= 0xfe30 && c <= 0xfe6f)
        || (c >= 0xff00 && c <= 0xff60)
        || (c >= 0xffe0 && c <= 0xffe6)
        || (c >= 0x1f300 && c <= 0x1f64f)
        || (c >= 0x1f680 && c <= 0x1f6ff)
        || (c >= 0x1f900 && c <= 0x1f9ff)
        || (c >= 0x20000 && c <= 0x3fffd);
  }

  /** The text, followed by as many spaces as it lacks. */
  public static String padRight(String text, int width) {
    return text + " ".repeat(Math.max(0, width - of(text)));
  }

  /** The text, after as many spaces as it lacks. */
  public static String padLeft(String text, int width) {
    return " ".repeat(Math.max(0, width - of(text))) + text;
  }

  /** The text, or its beginning and an ellipsis if it is wider than {@code width}. */
  public static String shorten(String text, int width) {
    if (of(text) <= width) {
      return text;
    }
    StringBuilder kept = new StringBuilder();
    int used = 0;
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      used += of(codePoint);
      if (used > width - 1) {
        break;
      }
      kept.appendCodePoint(codePoint);
      i += Character.charCount(codePoint);
    }
    return kept.append('…').toString();
  }
}
