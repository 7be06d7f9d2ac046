/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.options;

import java.util.Random;

/** Chooses records for inference by {@code samplingRatio}; the same ones at every run. */
public final class Sample {
  private final double ratio;
  private final Random random = new Random(1);

  /**
   * @param ratio of the records that are looked at; above 0, at most 1
   */
  Sample(double ratio) {
    this.ratio = ratio;
  }

  public boolean isAll() {
    return ratio >= 1;
  }

  public boolean takesNext() {
    return isAll() || random.nextDouble() < ratio;
  }
}
