/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

/** Which engine runs the flows. */
public enum EngineChoice {
  /** For each flow the embedded one if it can, otherwise Spark. */
  AUTO,
  EMBEDDED,
  SPARK
}
