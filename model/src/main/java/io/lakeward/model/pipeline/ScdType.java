/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

/** What the target of an AUTO CDC flow keeps of each key. */
public enum ScdType {
  /** The newest row. */
  TYPE_1("SCD TYPE 1"),
  /** Every version, each with the interval in which it held. */
  TYPE_2("SCD TYPE 2"),
  /** Every version, and for each the interval in which it was believed. */
  BITEMPORAL("BITEMPORAL");

  private final String words;

  ScdType(String words) {
    this.words = words;
  }

  /** As it is written after STORED AS. */
  @Override
  public String toString() {
    return words;
  }
}
