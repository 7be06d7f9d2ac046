/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.state;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Places at which a process may die with something half done. Setting the environment variable
 * {@code LAKEWARD_CRASH_POINT} to one of their names ends the process there, without clean-up: that
 * is how the tests show that the next run finishes the job.
 */
public enum CrashPoint {
  /** A batch's bounds are written down; nothing of it has run. */
  PLANNED,
  /** A table's new data files are on disk, not yet committed. */
  FILES_WRITTEN,
  /** A batch of changes is recorded; the table that they belong to does not show them yet. */
  CHANGES_RECORDED,
  /** A batch is committed; nothing else was noted. */
  COMMITTED,
  /** One table is up to date, the next has not begun. */
  BETWEEN_TABLES,
  /** A materialized view's new files are on disk, not yet committed. */
  DURING_VIEW,
  /** The quarantined rows of a batch are committed; the others are not. */
  QUARANTINED;

  private static final @Nullable String CHOSEN = System.getenv("LAKEWARD_CRASH_POINT");

  /** Ends the process if this point was chosen. */
  public void reach() {
    if (CHOSEN != null && CHOSEN.equals(name().toLowerCase(Locale.ROOT).replace('_', '-'))) {
      Runtime.getRuntime().halt(137);
    }
  }
}
