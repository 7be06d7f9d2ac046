/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import io.lakeward.engine.executor.QueryResult;
import java.time.ZoneId;
import java.util.List;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/**
 * Rows as CSV by RFC 4180, with a heading line. NULL is an empty field, an empty string is {@code
 * ""}.
 */
public final class CsvPrinter implements RowsPrinter {

  private static final String END_OF_LINE = "\r\n";

  private final ValueText values;

  public CsvPrinter(ZoneId zone) {
    this.values = new ValueText(zone);
  }

  @Override
  public String print(QueryResult result) {
    StructField[] fields = result.schema().fields();
    StringBuilder out = new StringBuilder();
    for (int c = 0; c < fields.length; c++) {
      out.append(c == 0 ? "" : ",").append(quoteIfNeeded(fields[c].name()));
    }
    out.append(END_OF_LINE);
    for (List<@Nullable Object> row : result.rows()) {
      for (int c = 0; c < fields.length; c++) {
        Object value = row.get(c);
        out.append(c == 0 ? "" : ",")
            .append(value == null ? "" : quoteIfNeeded(values.text(value, fields[c].dataType())));
      }
      out.append(END_OF_LINE);
    }
    return out.toString();
  }

  private static String quoteIfNeeded(String text) {
    boolean plain =
        !text.isEmpty()
            && text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : "\"" + text.replace("\"", "\"\"") + "\"";
  }
}
