/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Data files written by DuckDB, as the embedded engine does, and small schemas. */
final class Fixture {
  static final String ID_AND_NAME = struct(field("id", "\"long\""), field("name", "\"string\""));

  private Fixture() {}

  static String struct(String... fields) {
    return "{\"type\":\"struct\",\"fields\":[" + String.join(",", fields) + "]}";
  }

  /** A nullable column; the type is JSON. */
  static String field(String name, String type) {
    return "{\"name\":\"" + name + "\",\"type\":" + type + ",\"nullable\":true,\"metadata\":{}}";
  }

  /** Writes the rows of a DuckDB query to a new data file of the table. */
  static NewDataFile write(DeltaTable table, String query) {
    Path path = table.newDataFilePath();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("COPY (" + query + ") TO '" + path + "' (FORMAT parquet)");
      try (ResultSet count =
          statement.executeQuery("SELECT count(*) FROM read_parquet('" + path + "')")) {
        count.next();
        return NewDataFile.of(path, Files.size(path), count.getLong(1));
      }
    } catch (SQLException | IOException e) {
      throw new AssertionError(e);
    }
  }

  static NewDataFile row(DeltaTable table, long id) {
    return write(table, "SELECT " + id + "::BIGINT AS id, 'n" + id + "' AS name");
  }

  static long append(DeltaTable table, long id) {
    return table
        .newTransaction(WriteMode.APPEND, "WRITE")
        .withSchema(ID_AND_NAME)
        .addFile(row(table, id))
        .commit();
  }

  static DeltaTable newTable(Path folder) {
    return DeltaTable.at(folder.resolve("t"));
  }
}
