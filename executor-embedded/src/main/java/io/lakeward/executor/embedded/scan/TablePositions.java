/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.scan;

import io.lakeward.engine.executor.Slice;
import io.lakeward.executor.embedded.duckdb.ExecutionProblems;
import io.lakeward.executor.embedded.expression.DuckTypes;
import io.lakeward.executor.embedded.expression.SqlQuotes;
import io.lakeward.tables.DataFile;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Rows of Parquet files of a Delta table, each with the place where it is stored. */
public final class TablePositions {
  /** The path of the row's file. */
  public static final String FILE = "\"#file\"";

  /** The row's number in its file, from 0. */
  public static final String ROW = "\"#row\"";

  private TablePositions() {}

  /**
   * A SELECT of columns by their plain names, and of {@link #FILE} and {@link #ROW}.
   *
   * @param columns those to select; NULL where a file does not have one
   */
  public static String select(Connection connection, StructType columns, Slice.TableFiles slice)
      throws SQLException {
    TableFilesScan.requirePlain(slice);
    List<String> paths = new ArrayList<>();
    for (DataFile file : slice.files()) {
      paths.add(SqlQuotes.fileLiteral(file.path().toString()));
    }
    String list = "[" + String.join(", ", paths) + "]";
    requireModernTimestamps(connection, columns, list);
    Set<String> partitions = TableFilesScan.partitionColumns(slice);
    String read =
        "read_parquet("
            + list
            + ", union_by_name = true, hive_partitioning = false, filename = '#file',"
            + " file_row_number = true)";
    Set<String> stored = columnsOf(connection, read);
    List<String> items = new ArrayList<>();
    for (StructField field : columns.fields()) {
      String type = DuckTypes.of(field.dataType());
      String key = field.name().toLowerCase(Locale.ROOT);
      String value =
          partitions.contains(key)
              ? TableFilesScan.partitionColumn(field.name())
              : stored.contains(key) ? SqlQuotes.identifier(field.name()) : "NULL";
      items.add("CAST(" + value + " AS " + type + ") AS " + SqlQuotes.identifier(field.name()));
    }
    items.add(FILE);
    items.add("file_row_number AS " + ROW);
    String from =
        partitions.isEmpty()
            ? read
            : read
                + " JOIN "
                + TableFilesScan.partitionValues(slice, partitions)
                + " ON \"#file\" = \"#path\"";
    return "SELECT "
        + String.join(", ", items)
        + " FROM "
        + from
        + DeletedRows.without(connection, slice.files(), "file_row_number");
  }

  private static Set<String> columnsOf(Connection connection, String read) throws SQLException {
    Set<String> names = new HashSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("DESCRIBE SELECT * FROM " + read)) {
      while (result.next()) {
        names.add(result.getString(1).toLowerCase(Locale.ROOT));
      }
    }
    return names;
  }

  /** Timestamps in the old INT96 form would be taken for local times. */
  private static void requireModernTimestamps(
      Connection connection, StructType columns, String list) throws SQLException {
    boolean hasTimestamps = false;
    for (StructField field : columns.fields()) {
      hasTimestamps |= TableFilesScan.hasTimestamp(field.dataType());
    }
    if (!hasTimestamps) {
      return;
    }
    try (Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT file_name FROM parquet_schema("
                    + list
                    + ") WHERE type = 'INT96' LIMIT 1")) {
      if (result.next()) {
        throw ExecutionProblems.tableFeature(
            java.nio.file.Path.of(result.getString(1)), "timestamps in the old INT96 form");
      }
    }
  }
}
