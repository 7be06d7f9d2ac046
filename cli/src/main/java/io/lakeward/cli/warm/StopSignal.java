/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.warm;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Tells a command that it is to stop. */
public final class StopSignal {
  private final List<Runnable> listeners = new ArrayList<>();
  private boolean given;
  private OptionalInt exitCode = OptionalInt.empty();

  /** Calls back when the signal is given. */
  public synchronized void listen(Runnable listener) {
    listeners.add(listener);
  }

  /** False if the signal has been given already, so that the listener is being called. */
  public synchronized boolean remove(Runnable listener) {
    listeners.remove(listener);
    return !given;
  }

  /** The command stopped as it should: the process ends with this code and not as one killed. */
  public synchronized void endWith(int code) {
    exitCode = OptionalInt.of(code);
  }

  /** What the command wants the process to end with, after it has stopped. */
  public synchronized OptionalInt exitCode() {
    return exitCode;
  }

  /** The command has ended; there is nobody to stop. */
  synchronized void forget() {
    listeners.clear();
  }

  /** Gives the signal; comes back when all who listen have stopped. */
  public void give() {
    List<Runnable> told;
    synchronized (this) {
      given = true;
      told = List.copyOf(listeners);
    }
    told.forEach(Runnable::run);
  }
}
