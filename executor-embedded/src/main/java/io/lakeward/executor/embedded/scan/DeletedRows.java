/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.scan;

import io.lakeward.tables.DataFile;
import io.lakeward.tables.DeletionVector;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** The rows of files that their deletion vectors mark, as a table of the connection. */
final class DeletedRows {
  private DeletedRows() {}

  /**
   * The end of a FROM clause that leaves these rows out.
   *
   * @param number SQL of a row's number in its file, which is in {@link TablePositions#FILE}
   * @return nothing if there are no such rows
   */
  static String without(Connection connection, List<DataFile> files, String number)
      throws SQLException {
    if (files.stream().noneMatch(DataFile::hasDeletionVector)) {
      return "";
    }
    return " ANTI JOIN %s AS d ON %s = d.deleted_file AND %s = d.deleted_row"
        .formatted(table(connection, files), TablePositions.FILE, number);
  }

  private static String table(Connection connection, List<DataFile> files) throws SQLException {
    String name = "lakeward_deleted_" + UUID.randomUUID().toString().replace('-', '_');
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TEMP TABLE " + name + " (deleted_file VARCHAR, deleted_row BIGINT)");
    }
    try (DuckDBAppender appender =
        connection.unwrap(DuckDBConnection.class).createAppender("temp", "main", name)) {
      for (DataFile file : files) {
        if (file.deletionVector().isPresent()) {
          append(appender, file.path().toString(), file.deletionVector().get());
        }
      }
    }
    return name;
  }

  private static void append(DuckDBAppender appender, String file, DeletionVector vector)
      throws SQLException {
    for (int row : vector.rows()) {
      appender.beginRow();
      appender.append(file);
      appender.append((long) row);
      appender.endRow();
    }
  }
}
