/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

/** Reads and writes Spark's string literals and back-quoted names. */
final class SqlLiterals {
  private SqlLiterals() {}

  /** A literal whose value is {@code value}, on one line. */
  static String quote(String value) {
    StringBuilder out = new StringBuilder("'");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '\'' -> out.append("\\'");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        default -> out.append(c);
      }
    }
    return out.append('\'').toString();
  }

  /** The value of a string token of any spelling. */
  static String stringValue(String token) {
    if (token.startsWith("$$")) {
      return token.substring(2, token.length() - 2);
    }
    if (token.charAt(0) == 'r' || token.charAt(0) == 'R') {
      return token.substring(2, token.length() - 1);
    }
    return unescape(token.substring(1, token.length() - 1), token.charAt(0));
  }

  /** The name in a back-quoted or plain identifier. */
  static String identifierValue(String token) {
    return token.startsWith("`") && token.endsWith("`") && token.length() >= 2
        ? token.substring(1, token.length() - 1).replace("``", "`")
        : token;
  }

  private static String unescape(String body, char quote) {
    StringBuilder out = new StringBuilder();
    int i = 0;
    while (i < body.length()) {
      char c = body.charAt(i);
      if (c == quote && i + 1 < body.length() && body.charAt(i + 1) == quote) {
        out.append(quote);
        i += 2;
      } else if (c == '\\' && i + 1 < body.length()) {
        i = appendEscape(body, i + 1, out);
      } else {
        out.append(c);
        i++;
      }
    }
    return out.toString();
  }

  /** Appends what the escape after a backslash stands for; returns the offset behind it. */
  private static int appendEscape(String body, int at, StringBuilder out) {
    char c = body.charAt(at);
    if (c == 'u' && isHex(body, at + 1, 4)) {
      out.append((char) Integer.parseInt(body.substring(at + 1, at + 5), 16));
      return at + 5;
    }
    if (c == 'U' && isHex(body, at + 1, 8)) {
      long codePoint = Long.parseLong(body.substring(at + 1, at + 9), 16);
      if (codePoint <= Character.MAX_CODE_POINT) {
        out.appendCodePoint((int) codePoint);
        return at + 9;
      }
    }
    switch (c) {
      case '0' -> out.append('\0');
      case 'b' -> out.append('\b');
      case 'n' -> out.append('\n');
      case 'r' -> out.append('\r');
      case 't' -> out.append('\t');
      case 'Z' -> out.append('\u001A');
      // Spark keeps the backslash of these two, for LIKE patterns.
      case '%', '_' -> out.append('\\').append(c);
      default -> out.append(c);
    }
    return at + 1;
  }

  private static boolean isHex(String body, int from, int count) {
    return from + count <= body.length()
        && body.substring(from, from + count).chars().allMatch(c -> Character.digit(c, 16) >= 0);
  }
}
