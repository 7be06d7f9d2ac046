/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import java.time.Duration;

/**
 * Ends an update in good order when the process is told to stop (Ctrl-C, SIGTERM): what is being
 * committed is finished, what is being computed is given up.
 */
final class InterruptGuard implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Console console;
  private final AutoCloseable running;
  private final Runnable hook = this::stop;
  private volatile boolean interrupted;

  InterruptGuard(Console console, AutoCloseable running) {
    this.console = console;
    this.running = running;
    console.stop().listen(hook);
  }

  /** True once the process was told to stop: what fails after that is not worth a report. */
  boolean isInterrupted() {
    return interrupted;
  }

  private void stop() {
    interrupted = true;
    console.note("\nStopping …\n");
    Thread closing = new Thread(this::closeQuietly, "lakeward-close");
    closing.setDaemon(true);
    closing.start();
    try {
      closing.join(PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    console.note("Stopped. What was committed is kept; the next run goes on from there.\n");
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
    if (!console.stop().remove(hook)) {
      interrupted = true;
    }
  }
}
