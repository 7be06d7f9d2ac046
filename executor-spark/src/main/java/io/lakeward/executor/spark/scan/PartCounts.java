/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.scan;

/** What rules found in the parts of a view that were read to their end. */
final class PartCounts extends PartAccumulator<PartCounts.Part> {
  private static final long serialVersionUID = 1L;

  /**
   * The counts of one part.
   *
   * @param failed for each rule, rows that broke it
   */
  record Part(int number, long seen, long dropped, long[] failed) implements Numbered {}

  @Override
  PartCounts empty() {
    return new PartCounts();
  }

  /** Both have read the part to its end. */
  @Override
  Part counting(Part first, Part second) {
    return first;
  }
}
