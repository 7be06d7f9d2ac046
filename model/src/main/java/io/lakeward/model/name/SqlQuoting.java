/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.name;

import java.util.regex.Pattern;

/** Writes identifiers the way Spark SQL reads them. */
public final class SqlQuoting {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private SqlQuoting() {}

  /** A text as a string of SQL. */
  public static String string(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  public static String quote(String identifier) {
    return "`" + identifier.replace("`", "``") + "`";
  }

  public static String quoteIfNeeded(String identifier) {
    return PLAIN.matcher(identifier).matches() ? identifier : quote(identifier);
  }
}
