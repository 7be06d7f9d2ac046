/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.query;

import io.lakeward.engine.executor.SourceReads;
import io.lakeward.executor.embedded.duckdb.ExecutionProblems;
import io.lakeward.executor.embedded.expression.CatalystFunctions;
import io.lakeward.executor.embedded.plan.Query;
import io.lakeward.executor.embedded.scan.SliceScans;
import io.lakeward.model.problem.ProjectException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.internal.SQLConf;
import org.jspecify.annotations.Nullable;

/** A query with its input, on a connection of its own. One thread at a time. */
public final class RunningQuery implements AutoCloseable {
  private final Connection connection;
  private final SliceScans scans;
  private final CatalystFunctions functions;
  private final SQLConf conf;
  private final LogicalPlan plan;
  private final List<Expression> conditions = new ArrayList<>();
  private @Nullable Query query;

  RunningQuery(
      Connection connection,
      SliceScans scans,
      CatalystFunctions functions,
      SQLConf conf,
      LogicalPlan plan) {
    this.connection = connection;
    this.scans = scans;
    this.functions = functions;
    this.conf = conf;
    this.plan = plan;
  }

  public Connection connection() {
    return connection;
  }

  public Query query() {
    return Objects.requireNonNull(query, "no query yet");
  }

  /** Sets the query, whose translation may need the connection. */
  void use(Query translated) {
    query = translated;
  }

  /** Tells of conditions that its rows are asked for as well, and that may fail. */
  public void alsoAsks(List<Expression> others) {
    conditions.addAll(others);
  }

  /** Does work on this thread under the query's settings. */
  public <T> T within(Supplier<T> work) {
    return SQLConf.withExistingConf(conf, work::get);
  }

  /** What it has read so far. */
  public SourceReads reads() {
    return scans.reads();
  }

  /**
   * What an error of the database means: what a reader of source files threw, if it was one.
   *
   * @param what was being done, to follow "while"
   */
  public ProjectException explain(String what, SQLException error) {
    return scans
        .failure()
        .orElseGet(
            () -> ExecutionProblems.queryFailed(what, functions.explain(error, plan, conditions)));
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw ExecutionProblems.databaseUnavailable(e);
    } finally {
      scans.close();
    }
  }
}
