/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.sql;

import io.lakeward.engine.update.TableResult;
import io.lakeward.engine.update.UpdateListener;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.engine.update.UpdateResult;
import io.lakeward.model.name.TableName;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out REFRESH: an update of one table, which goes on beside later statements if asked. */
public final class TableRefreshes implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TableRefreshes.class);

  private final BiFunction<UpdateRequest, UpdateListener, UpdateResult> updates;
  private final List<CompletableFuture<UpdateResult>> begun = new CopyOnWriteArrayList<>();

  public TableRefreshes(BiFunction<UpdateRequest, UpdateListener, UpdateResult> updates) {
    this.updates = updates;
  }

  /** Returns when the table is up to date. */
  void run(UpdateRequest request) {
    UpdateResult result = updates.apply(request, UpdateListener.none());
    List<Problem> problems =
        result.tables().stream().flatMap(table -> table.problem().stream()).toList();
    if (!problems.isEmpty()) {
      throw new ProjectException(problems);
    }
  }

  /** Returns when the update has begun; how it ends stands in the event log. */
  void begin(UpdateRequest request) {
    CompletableFuture<Boolean> started = new CompletableFuture<>();
    CompletableFuture<UpdateResult> update =
        CompletableFuture.supplyAsync(
            () -> updates.apply(request, new Beginning(started)),
            work -> new Thread(work, "refresh").start());
    begun.add(update);
    update.whenComplete((result, error) -> started.complete(true));
    started.join();
    if (update.isCompletedExceptionally()) {
      begun.remove(update);
      throwCause(update);
    }
  }

  private static void throwCause(CompletableFuture<UpdateResult> update) {
    try {
      update.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Waits for what goes on. */
  @Override
  public void close() {
    for (CompletableFuture<UpdateResult> update : begun) {
      try {
        update.join();
      } catch (CompletionException e) {
        LOG.warn("A refresh failed that was begun with ASYNC", e);
      }
    }
  }

  private record Beginning(CompletableFuture<Boolean> started) implements UpdateListener {
    @Override
    public void started(String updateId, List<TableName> tables) {
      started.complete(true);
    }

    @Override
    public void progress(TableResult soFar) {}
  }
}
