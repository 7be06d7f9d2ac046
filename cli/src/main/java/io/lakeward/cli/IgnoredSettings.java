/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.model.pipeline.PipelineSettings;

/** Tells once which settings of a file have no effect here. */
final class IgnoredSettings {
  private IgnoredSettings() {}

  /** Empty if there are none. */
  static String note(PipelineSettings settings) {
    return settings.ignored().isEmpty()
        ? ""
        : "These settings have no effect here: "
            + String.join(", ", settings.ignored())
            + ". They steer a hosted service.\n";
  }
}
