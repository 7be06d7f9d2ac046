/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.sql;

import io.lakeward.analysis.query.NameScope;
import io.lakeward.analysis.query.QueryAnalyzer;
import io.lakeward.engine.catalog.DroppedTables;
import io.lakeward.engine.catalog.FunctionStore;
import io.lakeward.engine.catalog.ViewStore;
import io.lakeward.engine.event.EventLog;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.flow.RefreshServices;
import io.lakeward.engine.state.PipelineLock;
import io.lakeward.tables.Warehouse;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * What a session works with.
 *
 * @param scope what names stand for, under an analyzer
 * @param executor what can run a plan; it complains if nothing can
 * @param lock held while rows are changed, so that no update of the pipeline runs meanwhile
 * @param refreshes bring tables up to date
 * @param events of the pipeline
 */
public record SessionTools(
    Warehouse warehouse,
    ViewStore views,
    FunctionStore functions,
    DroppedTables dropped,
    Supplier<QueryAnalyzer> analyzer,
    Function<QueryAnalyzer, NameScope> scope,
    RefreshServices services,
    Function<LogicalPlan, Executor> executor,
    Supplier<PipelineLock> lock,
    TableRefreshes refreshes,
    EventLog events) {

  SessionTools withScope(Function<QueryAnalyzer, NameScope> other) {
    return new SessionTools(
        warehouse, views, functions, dropped, analyzer, other, services, executor, lock, refreshes,
        events);
  }
}
