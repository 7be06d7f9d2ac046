/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.query;

import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.executor.embedded.duckdb.DuckDbDatabase;
import io.lakeward.executor.embedded.duckdb.ExecutionProblems;
import io.lakeward.executor.embedded.expression.EvaluationSettings;
import io.lakeward.executor.embedded.expression.UnsupportedExpressionException;
import io.lakeward.executor.embedded.plan.EmptyScans;
import io.lakeward.executor.embedded.plan.LeafScans;
import io.lakeward.executor.embedded.plan.PlanTranslator;
import io.lakeward.executor.embedded.plan.Query;
import io.lakeward.executor.embedded.plan.RowCheckCalls;
import io.lakeward.executor.embedded.plan.UnsupportedPlanException;
import io.lakeward.executor.embedded.scan.RecordFunction;
import io.lakeward.executor.embedded.scan.SliceScans;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.internal.SQLConf;
import org.jspecify.annotations.Nullable;

/** Translates plans under the session's settings. Safe for use by several threads. */
public final class QueryFactory {
  private final DuckDbDatabase database;
  private final SQLConf conf;
  private final VolumePaths paths;
  private final int threads;
  private final Clock clock;
  private @Nullable RecordFunction records;

  /**
   * @param conf the settings of plans that bring none of their own
   * @param threads how many threads read source files
   */
  public QueryFactory(
      DuckDbDatabase database, SQLConf conf, VolumePaths paths, int threads, Clock clock) {
    this.database = database;
    this.conf = conf;
    this.paths = paths;
    this.threads = threads;
    this.clock = clock;
  }

  /** The query over empty input. */
  public Query withoutInput(LogicalPlan plan) {
    return translate(plan, new EmptyScans(), RowCheckCalls.none(), conf);
  }

  /** Does work on this thread under the executor's settings. */
  public <T> T within(Supplier<T> work) {
    return SQLConf.withExistingConf(conf, work::get);
  }

  /** The query over its slices and under its own settings, on a connection of its own. */
  public RunningQuery open(BoundPlan bound) {
    return open(bound, RowCheckCalls.none());
  }

  /**
   * The same for a write.
   *
   * @param checks how the rules of views are counted
   */
  public RunningQuery open(BoundPlan bound, RowCheckCalls checks) {
    SQLConf own = settingsOf(bound);
    RecordFunction reader = records();
    String zone = own.sessionLocalTimeZone();
    Connection connection = database.connect(zone);
    SliceScans scans = new SliceScans(connection, bound.slices(), reader, paths, zone);
    RunningQuery running =
        new RunningQuery(connection, scans, database.functions(), own, bound.plan());
    try {
      running.use(translate(bound.plan(), scans, checks, own));
      return running;
    } catch (UnsupportedExpressionException e) {
      running.close();
      throw new UnsupportedPlanException(String.valueOf(e.getMessage()));
    } catch (RuntimeException | Error e) {
      running.close();
      throw e;
    }
  }

  private SQLConf settingsOf(BoundPlan bound) {
    if (bound.conf().isEmpty()) {
      return conf;
    }
    SQLConf own = conf.clone();
    bound.conf().forEach(own::setConfString);
    return own;
  }

  private Query translate(LogicalPlan plan, LeafScans scans, RowCheckCalls checks, SQLConf under) {
    EvaluationSettings settings = new EvaluationSettings(under, clock.instant());
    return SQLConf.withExistingConf(
        under,
        () -> new PlanTranslator(scans, checks, database.functions(), settings).translate(plan));
  }

  private synchronized RecordFunction records() {
    RecordFunction registered = records;
    if (registered == null) {
      try {
        registered = RecordFunction.register(database.root(), threads);
      } catch (SQLException e) {
        throw ExecutionProblems.databaseUnavailable(e);
      }
      records = registered;
    }
    return registered;
  }
}
