/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

/**
 * A set of 128-bit identities in two arrays of numbers: about 32 bytes for each, where objects
 * would take ten times as much.
 */
final class IdentitySet {
  private static final double FULLEST = 0.7;

  private long[] high = new long[1 << 6];
  private long[] low = new long[1 << 6];
  private int size;
  private boolean hasZero;

  /** True if it was not there. */
  boolean add(long first, long second) {
    if (first == 0 && second == 0) {
      boolean added = !hasZero;
      hasZero = true;
      return added;
    }
    if (size + 1 > high.length * FULLEST) {
      grow();
    }
    int at = slot(first, second);
    if (high[at] != 0 || low[at] != 0) {
      return false;
    }
    high[at] = first;
    low[at] = second;
    size++;
    return true;
  }

  boolean contains(long first, long second) {
    if (first == 0 && second == 0) {
      return hasZero;
    }
    int at = slot(first, second);
    return high[at] != 0 || low[at] != 0;
  }

  int size() {
    return size + (hasZero ? 1 : 0);
  }

  /** Where the identity is, or where it would have to be. */
  private int slot(long first, long second) {
    int mask = high.length - 1;
    int at = (int) (first ^ (first >>> 32)) & mask;
    while ((high[at] != 0 || low[at] != 0) && (high[at] != first || low[at] != second)) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldHigh = high;
    long[] oldLow = low;
    high = new long[oldHigh.length * 2];
    low = new long[oldLow.length * 2];
    for (int i = 0; i < oldHigh.length; i++) {
      if (oldHigh[i] != 0 || oldLow[i] != 0) {
        int at = slot(oldHigh[i], oldLow[i]);
        high[at] = oldHigh[i];
        low[at] = oldLow[i];
      }
    }
  }
}
