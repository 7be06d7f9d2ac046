/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.plan;

import java.time.Instant;

/** A point in the history of a table. */
public sealed interface TablePoint {
  /** As a query names it. */
  String shown();

  /** A version by its number. */
  record Version(long number) implements TablePoint {
    @Override
    public String shown() {
      return "VERSION AS OF " + number;
    }
  }

  /** The newest version that was there at a time. */
  record Time(Instant instant) implements TablePoint {
    @Override
    public String shown() {
      return "TIMESTAMP AS OF " + instant;
    }
  }
}
