/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded;

import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.engine.executor.ApplyRequest;
import io.lakeward.engine.executor.ApplyResult;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.executor.QueryResult;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.executor.embedded.duckdb.DuckDbDatabase;
import io.lakeward.executor.embedded.expression.UnsupportedExpressionException;
import io.lakeward.executor.embedded.plan.Query;
import io.lakeward.executor.embedded.plan.UnsupportedPlanException;
import io.lakeward.executor.embedded.query.QueryFactory;
import io.lakeward.executor.embedded.query.RunningQuery;
import io.lakeward.executor.embedded.write.ChangeWriter;
import io.lakeward.executor.embedded.write.TableWriter;
import io.lakeward.tables.WriteMode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.internal.SQLConf;

/**
 * Runs plans in process on DuckDB. What it cannot run with Spark's own answer it refuses through
 * {@link #whyUnsupported}.
 */
public final class EmbeddedExecutor implements Executor {
  private final DuckDbDatabase database;
  private final QueryFactory queries;
  private final TableWriter writer;
  private final ChangeWriter changes;

  /**
   * Returns at once; the database starts in the background.
   *
   * @param conf the settings of plans that bring none of their own
   * @param paths where source files lie
   * @param clock gives {@code current_timestamp()}
   */
  public EmbeddedExecutor(EmbeddedSettings settings, SQLConf conf, VolumePaths paths, Clock clock) {
    database =
        new DuckDbDatabase(
            settings.memoryLimitBytes(),
            settings.spillFolder(),
            settings.threads(),
            settings.sessionTimeZone());
    queries = new QueryFactory(database, conf, paths, settings.threads(), clock);
    writer = new TableWriter(database, queries);
    changes = new ChangeWriter(queries, writer);
  }

  @Override
  public String name() {
    return "embedded";
  }

  @Override
  public Optional<String> whyUnsupported(LogicalPlan plan, List<RowRule> rules) {
    try {
      Query query = queries.withoutInput(plan);
      String sql = queries.within(() -> writer.trialSelect(query, rules));
      return whyRefused(sql);
    } catch (UnsupportedPlanException e) {
      return Optional.of(e.reason());
    } catch (UnsupportedExpressionException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** DuckDB's own opinion: it plans the query, and nothing is run. */
  private Optional<String> whyRefused(String sql) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("EXPLAIN " + sql);
      return Optional.empty();
    } catch (SQLException e) {
      return Optional.of("DuckDB refuses it: " + reason(String.valueOf(e.getMessage())));
    }
  }

  /** Without the driver's words about its own state, and without the place in our SQL. */
  private static String reason(String message) {
    String said = message.substring(message.lastIndexOf("\nError: ") + 1);
    return said.lines().findFirst().orElse(said).strip();
  }

  @Override
  public Optional<String> explain(LogicalPlan plan) {
    try {
      Query query = queries.withoutInput(plan);
      return Optional.of((query.rows() + " " + query.orderBy()).strip());
    } catch (UnsupportedExpressionException e) {
      throw new UnsupportedPlanException(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public WriteResult append(WriteRequest request, WriteListener listener) {
    return writer.write(request, WriteMode.APPEND, listener);
  }

  @Override
  public WriteResult overwrite(WriteRequest request, WriteListener listener) {
    return writer.write(request, WriteMode.OVERWRITE, listener);
  }

  @Override
  public ApplyResult applyChanges(ApplyRequest request, WriteListener listener) {
    return changes.apply(request, listener);
  }

  @Override
  public QueryResult collect(BoundPlan query, int limit) {
    try (RunningQuery running = queries.open(query)) {
      return Collector.collect(running, query.plan().schema(), limit);
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
