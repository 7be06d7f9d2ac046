package io.lakeward.engine.update;

/** Which engine runs the flows. */
public enum EngineChoice {
  AUTO,
  EMBEDDED,
  SPARK
}
