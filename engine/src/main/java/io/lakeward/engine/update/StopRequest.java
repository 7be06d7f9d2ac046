/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A wish, made from another thread, that an update comes to its end in good order. */
public final class StopRequest {
  private final CountDownLatch made = new CountDownLatch(1);

  /** Makes the wish. */
  public void make() {
    made.countDown();
  }

  boolean isMade() {
    return made.getCount() == 0;
  }

  /** Waits; true as soon as the wish has been made, false after the time. */
  public boolean await(Duration time) {
    try {
      return made.await(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
