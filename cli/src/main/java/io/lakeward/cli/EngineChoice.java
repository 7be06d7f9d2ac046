/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

/** Which engine runs the flows. */
enum EngineChoice {
  AUTO,
  EMBEDDED,
  SPARK
}
