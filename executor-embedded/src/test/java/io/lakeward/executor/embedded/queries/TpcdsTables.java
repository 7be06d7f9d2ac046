/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.queries;

import io.lakeward.executor.embedded.SparkComparison;
import io.trino.tpcds.Results;
import io.trino.tpcds.Session;
import io.trino.tpcds.Table;
import io.trino.tpcds.column.Column;
import io.trino.tpcds.column.ColumnType;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The 24 tables of TPC-DS, generated. */
final class TpcdsTables {
  private TpcdsTables() {}

  /**
   * @param scale 1 for about 2,900,000 sales in stores
   * @param most rows of a table, of which the first ones are taken
   */
  static void create(SparkComparison both, Path folder, double scale, long most)
      throws IOException {
    Session session = Session.getDefaultSession().withScale(scale);
    Map<Table, Path> texts = new EnumMap<>(Table.class);
    for (Table table : Table.getBaseTables()) {
      if (table != Table.DBGEN_VERSION) {
        texts.put(table, folder.resolve(table.getName() + ".tbl"));
      }
    }
    for (Table table : texts.keySet()) {
      // Returns are made together with the sales that they belong to.
      if (!table.isChild()) {
        write(table, session.withTable(table), texts, most);
      }
    }
    for (Map.Entry<Table, Path> text : texts.entrySet()) {
      String name = text.getKey().getName();
      both.spark()
          .read()
          .schema(columns(text.getKey()))
          .option("sep", "|")
          .csv(text.getValue().toString())
          .createOrReplaceTempView("text_of_" + name);
      both.table(name, "select * from text_of_" + name);
      Files.delete(text.getValue());
    }
  }

  private static void write(Table table, Session session, Map<Table, Path> texts, long most)
      throws IOException {
    List<BufferedWriter> outs = new ArrayList<>(List.of(Files.newBufferedWriter(texts.get(table))));
    if (table.hasChild()) {
      outs.add(Files.newBufferedWriter(texts.get(table.getChild())));
    }
    long left = most;
    for (List<List<String>> rows : Results.constructResults(table, session)) {
      if (left-- == 0) {
        break;
      }
      for (int i = 0; i < rows.size(); i++) {
        String line =
            rows.get(i).stream().map(v -> v == null ? "" : v).collect(Collectors.joining("|"));
        outs.get(i).write(line);
        outs.get(i).newLine();
      }
    }
    for (BufferedWriter out : outs) {
      out.close();
    }
  }

  /** As DDL. */
  private static String columns(Table table) {
    return Arrays.stream(table.getColumns())
        .map(column -> column.getName() + " " + type(column))
        .collect(Collectors.joining(", "));
  }

  private static String type(Column column) {
    ColumnType type = column.getType();
    return switch (type.getBase()) {
      case IDENTIFIER -> "bigint";
      case INTEGER -> "int";
      case DATE -> "date";
      case DECIMAL ->
          "decimal(%d, %d)"
              .formatted(type.getPrecision().orElseThrow(), type.getScale().orElseThrow());
      case TIME, CHAR, VARCHAR -> "string";
    };
  }
}
