/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.catalyst;

import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Loads Spark's parser and functions while a program reads its arguments and files; to load their
 * classes is a third of what a short command does.
 *
 * <p>Two threads that load Spark's classes at once can wait for each other for ever, because
 * Scala's objects refer to one another in circles as they begin. Who called {@link #begin} thus
 * calls {@link #await} before anything else of Spark is used.
 */
public final class AnalyzerStart {
  private static final AtomicReference<Thread> LOADING = new AtomicReference<>();

  private static final String QUERY = "SELECT count(*) AS n FROM t WHERE k IS NOT NULL";

  private AnalyzerStart() {}

  /** Returns at once. Calls after the first do nothing. */
  public static void begin() {
    Thread loading = new Thread(AnalyzerStart::load, "lakeward-analyzer-start");
    loading.setDaemon(true);
    if (LOADING.compareAndSet(null, loading)) {
      loading.start();
    }
  }

  /** Returns when the loading is over; at once if it was never begun. */
  public static void await() {
    Thread loading = LOADING.get();
    if (loading != null) {
      try {
        loading.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void load() {
    try {
      CatalystSession session = CatalystSession.of(Map.of());
      session.within(() -> session.parser().parsePlan(QUERY));
    } catch (RuntimeException | LinkageError e) {
      // The first to use the analyzer for a purpose meets it again and reports it.
    }
  }
}
