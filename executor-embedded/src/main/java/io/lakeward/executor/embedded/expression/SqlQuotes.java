/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

/** Quoting for generated SQL. */
public final class SqlQuotes {
  private SqlQuotes() {}

  /** {@code it's} becomes {@code 'it''s'}. */
  public static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** {@code a"b} becomes {@code "a""b"}. */
  public static String identifier(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }

  /**
   * A path as a literal that DuckDB takes as this one file, even if a folder's name has characters
   * that mean something in a glob.
   */
  public static String fileLiteral(String path) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c == '*' || c == '?' || c == '[') {
        escaped.append('[').append(c).append(']');
      } else {
        escaped.append(c);
      }
    }
    return literal(escaped.toString());
  }
}
