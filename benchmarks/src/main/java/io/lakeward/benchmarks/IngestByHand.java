/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.benchmarks;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/** Typed files to Parquet by DuckDB's own readers: no rescue, no Delta log, no memory of files. */
public final class IngestByHand {
  private static final String TYPES =
      "{id: 'BIGINT', customer: 'VARCHAR', amount: 'DOUBLE', quantity: 'INTEGER', \"at\": 'TIMESTAMPTZ', day: 'DATE', paid: 'BOOLEAN', note: 'VARCHAR'}";

  private IngestByHand() {}

  /**
   * @param arguments format, landing folder, target folder
   */
  public static void main(String[] arguments) throws SQLException {
    String files = arguments[1] + "/*." + arguments[0];
    String read =
        arguments[0].equals("csv")
            ? "read_csv('" + files + "', header = true, columns = " + TYPES + ")"
            : "read_json('" + files + "', format = 'newline_delimited', columns = " + TYPES + ")";
    long start = System.nanoTime();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = connection.createStatement()) {
      sql.execute("SET memory_limit = '1GiB'");
      sql.execute("SET preserve_insertion_order = false");
      sql.execute(
          "COPY (SELECT * FROM "
              + read
              + ") TO '"
              + arguments[2]
              + "/out.parquet' (FORMAT parquet)");
    }
    System.out.printf(Locale.ROOT, "{\"seconds\": %.3f}%n", (System.nanoTime() - start) / 1e9);
  }
}
