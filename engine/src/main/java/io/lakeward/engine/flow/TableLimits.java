/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.plan.TableReading;
import io.lakeward.model.pipeline.FileSource;

/** How much of a streamed table one batch takes; whole commits at least. */
record TableLimits(boolean isUnlimited, BatchLimits limits) {

  static TableLimits of(TableReading reading) {
    boolean isUnlimited =
        reading.option("maxFilesPerTrigger").isEmpty()
            && reading.option("maxBytesPerTrigger").isEmpty();
    return new TableLimits(isUnlimited, BatchLimits.of(new FileSource("", reading.options())));
  }

  boolean allow(int files, long bytes) {
    return limits.allow(files, bytes);
  }
}
