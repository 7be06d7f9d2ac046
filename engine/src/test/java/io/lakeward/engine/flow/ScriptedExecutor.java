/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.engine.executor.ApplyRequest;
import io.lakeward.engine.executor.ApplyResult;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.executor.QueryResult;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.SourceReads;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.TableTransaction;
import io.lakeward.tables.WriteMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Remembers what it was asked and commits without rows; can be told to fail before or after that.
 */
final class ScriptedExecutor implements Executor {
  enum Failure {
    NONE,
    BEFORE_COMMIT,
    AFTER_COMMIT
  }

  final List<WriteRequest> requests = new ArrayList<>();
  Failure failure = Failure.NONE;

  @Override
  public String name() {
    return "scripted";
  }

  @Override
  public Optional<String> whyUnsupported(LogicalPlan plan, List<RowRule> rules) {
    return Optional.empty();
  }

  @Override
  public Optional<String> explain(LogicalPlan plan) {
    return Optional.empty();
  }

  @Override
  public WriteResult append(WriteRequest request, WriteListener listener) {
    return write(request, WriteMode.APPEND);
  }

  @Override
  public WriteResult overwrite(WriteRequest request, WriteListener listener) {
    return write(request, WriteMode.OVERWRITE);
  }

  private WriteResult write(WriteRequest request, WriteMode mode) {
    requests.add(request);
    if (failure == Failure.BEFORE_COMMIT) {
      throw new IllegalStateException("died before the commit");
    }
    TableTransaction transaction =
        DeltaTable.at(request.target().path())
            .newTransaction(mode, "TEST")
            .withSchema(request.target().schema().json())
            .withProperties(request.target().properties());
    request.mark().ifPresent(m -> transaction.withTransactionVersion(m.appId(), m.version()));
    long version = transaction.commit();
    if (failure == Failure.AFTER_COMMIT) {
      throw new IllegalStateException("died after the commit");
    }
    return new WriteResult(version, SourceReads.NONE, 0, 0, 0, List.of(), List.of());
  }

  @Override
  public ApplyResult applyChanges(ApplyRequest request, WriteListener listener) {
    throw new UnsupportedOperationException();
  }

  @Override
  public QueryResult collect(BoundPlan query, int limit) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
