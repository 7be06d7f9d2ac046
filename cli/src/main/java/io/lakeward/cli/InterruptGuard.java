/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.engine.PipelineEngine;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends an update in good order when the process is told to stop (Ctrl-C, SIGTERM): what is being
 * committed is finished, what is being computed is given up.
 */
final class InterruptGuard implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration LAST_WORDS = Duration.ofSeconds(3);

  private final Console console;
  private final PipelineEngine running;
  private final boolean gentle;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Runnable hook = this::stop;
  private volatile boolean interrupted;

  /**
   * @param gentle let what is begun come to its end, as far as patience goes; that is how an update
   *     without end of its own ends well
   */
  InterruptGuard(Console console, PipelineEngine running, boolean gentle) {
    this.console = console;
    this.running = running;
    this.gentle = gentle;
    console.stop().listen(hook);
  }

  /** True once the process was told to stop: what fails after that is not worth a report. */
  boolean isInterrupted() {
    return interrupted;
  }

  private void stop() {
    console.note("\nStopping …\n");
    if (gentle && endsByItself()) {
      console.stop().endWith(ExitCode.DONE);
      return;
    }
    interrupted = true;
    running.requestStop();
    Thread closing = new Thread(this::closeQuietly, "lakeward-close");
    closing.setDaemon(true);
    closing.start();
    try {
      closing.join(PATIENCE.toMillis());
      // The update fails now that it has no engine, and writes down that it was stopped.
      ended.await(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    console.note("Stopped. What was committed is kept; the next run goes on from there.\n");
  }

  private boolean endsByItself() {
    running.requestStop();
    try {
      return ended.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void closeQuietly() {
    try {
      running.close();
    } catch (Exception e) {
      console.note("While stopping: " + e.getMessage() + "\n");
    }
  }

  @Override
  public void close() {
    ended.countDown();
    if (!console.stop().remove(hook) && !gentle) {
      interrupted = true;
    }
  }
}
