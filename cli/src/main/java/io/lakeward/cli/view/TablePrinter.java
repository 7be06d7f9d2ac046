/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import io.lakeward.cli.view.TextTable.Side;
import io.lakeward.engine.executor.QueryResult;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/** Rows as an aligned table for people: numbers to the right, NULL shown as NULL. */
public final class TablePrinter implements RowsPrinter {

  private final ValueText values;

  public TablePrinter(ZoneId zone) {
    this.values = new ValueText(zone);
  }

  @Override
  public String print(QueryResult result) {
    StructField[] fields = result.schema().fields();
    if (fields.length == 0) {
      return counted(result);
    }
    TextTable table = new TextTable();
    for (StructField field : fields) {
      table.column(
          SafeText.escapeControls(field.name()),
          field.dataType() instanceof NumericType ? Side.RIGHT : Side.LEFT);
    }
    for (List<@Nullable Object> row : result.rows()) {
      List<String> cells = new ArrayList<>(fields.length);
      for (int c = 0; c < fields.length; c++) {
        cells.add(SafeText.escapeControls(values.text(row.get(c), fields[c].dataType())));
      }
      table.row(cells);
    }
    return String.join("\n", table.lines()) + "\n" + counted(result);
  }

  private static String counted(QueryResult result) {
    String rows = Numbers.counted(result.rows().size(), "row");
    return "("
        + (result.truncated() ? "the first " + rows + "; --limit N shows more" : rows)
        + ")\n";
  }
}
