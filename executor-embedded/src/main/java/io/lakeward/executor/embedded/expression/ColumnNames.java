/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import org.apache.spark.sql.catalyst.expressions.Attribute;

/**
 * Names of columns in generated SQL: the attribute's name, made plain, and its expression id, which
 * makes it unique.
 */
public final class ColumnNames {
  private ColumnNames() {}

  /** The quoted column of an attribute: {@code name#17} is {@code "name_17"}. */
  public static String of(Attribute attribute) {
    return SqlQuotes.identifier(unquoted(attribute));
  }

  /** The same without quotes. */
  public static String unquoted(Attribute attribute) {
    return attribute.name().replaceAll("[^A-Za-z0-9_]", "_") + "_" + attribute.exprId().id();
  }
}
