/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import io.lakeward.model.name.TableName;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Runs one piece of work for each table, inputs before readers and independent branches side by
 * side. What lies downstream of a failure is skipped; everything else goes on.
 */
final class TableScheduler {
  private record Ended(TableName table, boolean good) {}

  private static final int LAST_WORDS_SECONDS = 10;

  private final int parallelism;

  TableScheduler(int parallelism) {
    this.parallelism = parallelism;
  }

  /**
   * @param tables inputs before readers
   * @param upstream for each table those it reads; tables outside {@code tables} are no obstacle
   * @param work does a table's work and tells whether it went well; must not throw
   * @param skip called for each table that is skipped
   * @return true if all went well
   */
  boolean run(
      List<TableName> tables,
      Map<TableName, Set<TableName>> upstream,
      Predicate<TableName> work,
      Consumer<TableName> skip) {
    Set<TableName> waiting = new LinkedHashSet<>(tables);
    Set<TableName> bad = new HashSet<>();
    BlockingQueue<Ended> ended = new LinkedBlockingQueue<>();
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Math.max(1, Math.min(parallelism, tables.size())),
            runnable -> {
              Thread thread = new Thread(runnable, "flow");
              thread.setDaemon(true);
              return thread;
            });
    try {
      int running = 0;
      Set<TableName> open = new HashSet<>(tables);
      while (!waiting.isEmpty() || running > 0) {
        for (TableName table : List.copyOf(waiting)) {
          Set<TableName> inputs = upstream.getOrDefault(table, Set.of());
          if (inputs.stream().anyMatch(bad::contains)) {
            waiting.remove(table);
            open.remove(table);
            bad.add(table);
            skip.accept(table);
          } else if (inputs.stream()
              .noneMatch(input -> !input.equals(table) && open.contains(input))) {
            waiting.remove(table);
            running++;
            threads.execute(() -> doWork(table, work, ended));
          }
        }
        if (running > 0) {
          Ended next = take(ended);
          running--;
          open.remove(next.table());
          if (!next.good()) {
            bad.add(next.table());
          }
        }
      }
      return bad.isEmpty();
    } finally {
      threads.shutdownNow();
      awaitEnd(threads);
    }
  }

  /** What still runs writes to the event log, so it must end before the log is closed. */
  private static void awaitEnd(ExecutorService threads) {
    try {
      if (!threads.awaitTermination(LAST_WORDS_SECONDS, TimeUnit.SECONDS)) {
        Thread.currentThread().interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Tells the end of the work whatever happens, for the scheduler waits for it. */
  private static void doWork(
      TableName table, Predicate<TableName> work, BlockingQueue<Ended> ended) {
    boolean good = false;
    try {
      good = work.test(table);
    } finally {
      ended.add(new Ended(table, good));
    }
  }

  private static Ended take(BlockingQueue<Ended> ended) {
    try {
      return ended.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new java.util.concurrent.CancellationException("the update was interrupted");
    }
  }
}
