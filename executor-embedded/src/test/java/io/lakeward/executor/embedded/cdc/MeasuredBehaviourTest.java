/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.cdc;

import io.lakeward.testkit.cdc.ChangeProject;
import io.lakeward.testkit.cdc.MeasuredBehaviour;
import java.nio.file.Path;

/** What was measured of the real product, on the embedded engine. */
class MeasuredBehaviourTest extends MeasuredBehaviour {
  @Override
  protected ChangeProject project(Path folder) {
    return EmbeddedChanges.project(folder);
  }
}
