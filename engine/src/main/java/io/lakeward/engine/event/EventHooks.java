/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.event;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands events over to listeners, each on a thread of its own. Nobody who writes an event waits for
 * them; at the end of the update they get a little time for what is left.
 */
public final class EventHooks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventHooks.class);
  private static final int MAX_WAITING = 1000;
  private static final Pattern END =
      Pattern.compile("\"status\":\"(?:COMPLETED|FAILED|SKIPPED|STOPPED|EXCLUDED|IDLE)\"");

  /** Told what became of a listener. */
  public interface Report {
    void hook(String name, String status, Optional<Throwable> error);
  }

  private final List<Hook> hooks = new ArrayList<>();
  private final Duration patience;
  private final Report report;

  /**
   * @param patience how long {@link #close} waits for listeners that are still busy
   */
  public EventHooks(List<EventListener> listeners, Duration patience, Report report) {
    this.patience = patience;
    this.report = report;
    for (EventListener listener : listeners) {
      hooks.add(new Hook(listener));
    }
  }

  /** No listeners. */
  public static EventHooks none() {
    return new EventHooks(List.of(), Duration.ZERO, (name, status, error) -> {});
  }

  boolean isEmpty() {
    return hooks.isEmpty();
  }

  /** Returns at once. What is said about listeners is not said to listeners. */
  void offer(PipelineEvent event) {
    if (!event.eventType().equals("hook_progress")) {
      hooks.forEach(hook -> hook.offer(event));
    }
  }

  /** Whether it tells how an update or a flow ended. */
  private static boolean isEnd(PipelineEvent event) {
    return event.level() == EventLevel.ERROR
        || event.eventType().equals("update_progress")
        || END.matcher(event.json()).find();
  }

  @Override
  public void close() {
    long deadline = System.nanoTime() + patience.toNanos();
    hooks.forEach(hook -> hook.end(deadline));
  }

  private final class Hook {
    private final EventListener listener;
    private final BlockingQueue<Optional<PipelineEvent>> waiting =
        new LinkedBlockingQueue<>(MAX_WAITING);
    private final AtomicLong leftOut = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final Thread thread;

    Hook(EventListener listener) {
      this.listener = listener;
      this.thread = new Thread(this::run, "event-hook");
      thread.setDaemon(true);
      thread.start();
    }

    /** Of too many events those about the middle of something are left out before any end. */
    void offer(PipelineEvent event) {
      while (!waiting.offer(Optional.of(event))) {
        leftOut.incrementAndGet();
        if (leaveOneOut()) {
          continue;
        }
        if (!isEnd(event)) {
          return;
        }
        waiting.poll();
      }
    }

    /** False if only ends are waiting. */
    private boolean leaveOneOut() {
      for (Optional<PipelineEvent> old : waiting) {
        if (old.isPresent() && !isEnd(old.get()) && waiting.remove(old)) {
          return true;
        }
      }
      return false;
    }

    private void run() {
      try {
        while (true) {
          Optional<PipelineEvent> next = waiting.take();
          if (next.isEmpty()) {
            return;
          }
          tell(next.get());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void tell(PipelineEvent event) throws InterruptedException {
      try {
        listener.onEvent(event);
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
        // Somebody else's code: whatever it does, the update goes on.
        LOG.warn("The event listener {} failed", listener.name(), e);
        if (failures.getAndIncrement() == 0) {
          say("FAILED", Optional.of(e));
        }
      }
    }

    void end(long deadline) {
      try {
        boolean isTold =
            waiting.offer(
                Optional.empty(),
                Math.max(0, deadline - System.nanoTime()),
                java.util.concurrent.TimeUnit.NANOSECONDS);
        if (isTold) {
          thread.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      boolean isLate = thread.isAlive();
      thread.interrupt();
      if (isLate) {
        say("STOPPED", Optional.empty());
      } else if (leftOut.get() > 0) {
        say("INCOMPLETE", Optional.empty());
      } else if (failures.get() == 0) {
        say("COMPLETED", Optional.empty());
      }
    }

    private void say(String status, Optional<Throwable> error) {
      try {
        report.hook(listener.name(), status, error);
      } catch (RuntimeException e) {
        LOG.warn("The event log could not be told about {}", listener.name(), e);
      }
    }
  }
}
