/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.query;

import io.lakeward.autoloader.VolumePaths;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.executor.embedded.duckdb.DuckDbDatabase;
import io.lakeward.executor.embedded.duckdb.ExecutionProblems;
import io.lakeward.executor.embedded.expression.EvaluationSettings;
import io.lakeward.executor.embedded.expression.UnsupportedExpressionException;
import io.lakeward.executor.embedded.plan.EmptyScans;
import io.lakeward.executor.embedded.plan.LeafScans;
import io.lakeward.executor.embedded.plan.PlanTranslator;
import io.lakeward.executor.embedded.plan.Query;
import io.lakeward.executor.embedded.plan.UnsupportedPlanException;
import io.lakeward.executor.embedded.scan.RecordFunction;
import io.lakeward.executor.embedded.scan.SliceScans;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.internal.SQLConf$;
import org.jspecify.annotations.Nullable;
import scala.runtime.AbstractFunction0;

/** Translates plans under the session's settings. Safe for use by several threads. */
public final class QueryFactory {
  private final DuckDbDatabase database;
  private final SQLConf conf;
  private final VolumePaths paths;
  private final int threads;
  private final Clock clock;
  private @Nullable RecordFunction records;

  /**
   * @param conf the settings under which the plans were analyzed
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
    return translate(plan, new EmptyScans());
  }

  /** Does work on this thread under the session's settings. */
  public <T> T within(Supplier<T> work) {
    return SQLConf$.MODULE$.withExistingConf(
        conf,
        new AbstractFunction0<T>() {
          @Override
          public T apply() {
            return work.get();
          }
        });
  }

  /** The query over its slices, on a connection of its own. */
  public RunningQuery open(BoundPlan bound) {
    Connection connection = database.connect();
    SliceScans scans =
        new SliceScans(connection, bound.slices(), records(), paths, conf.sessionLocalTimeZone());
    RunningQuery running = new RunningQuery(connection, scans, database.functions());
    try {
      running.use(translate(bound.plan(), scans));
      return running;
    } catch (UnsupportedPlanException | UnsupportedExpressionException e) {
      running.close();
      throw ExecutionProblems.unsupported(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      running.close();
      throw e;
    }
  }

  private Query translate(LogicalPlan plan, LeafScans scans) {
    EvaluationSettings settings = new EvaluationSettings(conf, clock.instant());
    return within(() -> new PlanTranslator(scans, database.functions(), settings).translate(plan));
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
