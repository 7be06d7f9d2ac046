/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.benchmarks;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/**
 * What a person would write on DuckDB's driver for example 01: JSON to Parquet, the rules counted
 * and applied, the KPIs. No Delta log, no memory of files seen, no schema changes.
 */
public final class HandWritten {

  private HandWritten() {}

  /**
   * @param arguments landing folder, target folder, and from how many records the schema is
   *     learned: DuckDB's default is 20480, -1 stands for all of them
   */
  public static void main(String[] arguments) throws SQLException {
    String landing = arguments[0];
    Path target = Path.of(arguments[1]);
    int sample = Integer.parseInt(arguments[2]);
    long start = System.nanoTime();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = connection.createStatement()) {
      sql.execute("SET memory_limit = '1GiB'");
      sql.execute("SET preserve_insertion_order = false");
      sql.execute("SET temp_directory = '" + target.resolve("spill") + "'");
      copy(
          sql,
          "SELECT * FROM read_json('%s/*.json', format = 'newline_delimited', sample_size = %d)"
              .formatted(landing, sample),
          bronze(target));
      checkRules(sql, target);
      copy(
          sql,
          """
          SELECT shipment_id, carrier_id, lane_id, shipped_at, delivered_at, promised_at,
                 CAST(weight_kg AS DOUBLE) AS weight_kg, status
          FROM read_parquet('%s')
          WHERE shipment_id IS NOT NULL AND weight_kg > 0\
          """
              .formatted(bronze(target)),
          silver(target));
      copy(
          sql,
          """
          SELECT carrier_id, date_trunc('month', CAST(delivered_at AS TIMESTAMP)) AS month,
                 avg(CASE WHEN delivered_at <= promised_at THEN 1 ELSE 0 END) AS on_time_rate,
                 count(*) AS shipments
          FROM read_parquet('%s')
          GROUP BY ALL\
          """
              .formatted(silver(target)),
          target.resolve("gold.parquet"));
    }
    System.out.printf(Locale.ROOT, "{\"seconds\": %.3f}%n", (System.nanoTime() - start) / 1e9);
  }

  private static void checkRules(Statement sql, Path target) throws SQLException {
    try (ResultSet counts =
        sql.executeQuery(
            """
            SELECT count_if(shipment_id IS NULL), count_if(NOT coalesce(weight_kg > 0, false)),
                   count_if(status IS NULL),
                   count_if(NOT coalesce(delivered_at IS NULL OR delivered_at >= shipped_at, false))
            FROM read_parquet('%s')\
            """
                .formatted(bronze(target)))) {
      counts.next();
      if (counts.getLong(3) > 0) {
        throw new SQLException("rows without a status");
      }
    }
  }

  private static void copy(Statement sql, String query, Path file) throws SQLException {
    sql.execute("COPY (" + query + ") TO '" + file + "' (FORMAT parquet)");
  }

  private static Path bronze(Path target) {
    return target.resolve("bronze.parquet");
  }

  private static Path silver(Path target) {
    return target.resolve("silver.parquet");
  }
}
