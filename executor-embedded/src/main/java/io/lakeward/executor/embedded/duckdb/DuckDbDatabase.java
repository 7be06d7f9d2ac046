/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.duckdb;

import io.lakeward.executor.embedded.expression.CatalystFunctions;
import io.lakeward.executor.embedded.expression.ExpressionTranslator;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;

/**
 * One DuckDB database in memory. It starts on a thread of its own, because loading the native
 * library takes a good part of a second; whoever needs a connection first waits for it.
 */
public final class DuckDbDatabase implements AutoCloseable {
  private final CompletableFuture<Started> started = new CompletableFuture<>();

  private final String sessionTimeZone;

  private record Started(DuckDBConnection connection, CatalystFunctions functions) {}

  /**
   * @param memoryLimitBytes how much memory it holds before it spills to disk
   * @param spillFolder shared with other databases
   * @param sessionTimeZone as Spark names it
   */
  public DuckDbDatabase(
      long memoryLimitBytes, Path spillFolder, int threads, String sessionTimeZone) {
    this.sessionTimeZone = sessionTimeZone;
    Properties properties = new Properties();
    properties.setProperty("memory_limit", memoryLimitBytes / 1024 + "KiB");
    properties.setProperty("threads", Integer.toString(threads));
    SpillFolder spill = new SpillFolder(spillFolder);
    properties.setProperty("temp_directory", spill.ofNewDatabase().toString());
    properties.setProperty("autoinstall_known_extensions", "false");
    properties.setProperty("autoload_known_extensions", "false");
    // Without it a Java table function is read by one thread only.
    properties.setProperty("preserve_insertion_order", "false");
    properties.setProperty(DuckDBDriver.JDBC_INSTANCE_CACHE, "false");
    properties.setProperty(DuckDBDriver.JDBC_STREAM_RESULTS, "true");
    Thread thread =
        new Thread(
            () -> {
              start(properties, sessionTimeZone);
              spill.deleteLeftovers(Instant.now());
            },
            "duckdb-start");
    thread.setDaemon(true);
    thread.start();
  }

  private void start(Properties properties, String sessionTimeZone) {
    try {
      started.complete(open(properties, sessionTimeZone));
    } catch (Throwable e) {
      started.completeExceptionally(e);
    }
  }

  private static Started open(Properties properties, String sessionTimeZone) throws SQLException {
    Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", properties);
    if (connection == null) {
      throw new SQLException("the driver refused jdbc:duckdb:");
    }
    DuckDBConnection duck = connection.unwrap(DuckDBConnection.class);
    apply(duck, ExpressionTranslator.databaseSettings(sessionTimeZone));
    return new Started(duck, new CatalystFunctions(duck));
  }

  private static void apply(Connection connection, List<String> statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** A connection of the caller's own; connections work side by side. */
  public DuckDBConnection connect() {
    return connect(sessionTimeZone);
  }

  /** The same in another time zone. */
  public DuckDBConnection connect(String zoneId) {
    try {
      DuckDBConnection connection = started().connection().duplicate();
      try {
        if (!zoneId.equals(sessionTimeZone)) {
          apply(connection, List.of(ExpressionTranslator.timeZoneSetting(zoneId)));
        }
        return connection;
      } catch (SQLException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw ExecutionProblems.databaseUnavailable(e);
    }
  }

  /** Java functions for what DuckDB cannot compute itself. */
  public CatalystFunctions functions() {
    return started().functions();
  }

  /** The first connection, on which Java functions are registered for all others. */
  public DuckDBConnection root() {
    return started().connection();
  }

  private Started started() {
    try {
      return started.join();
    } catch (CompletionException e) {
      throw ExecutionProblems.databaseUnavailable(e.getCause() == null ? e : e.getCause());
    }
  }

  @Override
  public void close() {
    if (started.isCompletedExceptionally()) {
      return;
    }
    try {
      started().connection().close();
    } catch (SQLException e) {
      throw ExecutionProblems.databaseUnavailable(e);
    }
  }
}
