/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.cdc;

import io.lakeward.testkit.cdc.ChangeDataExample;
import io.lakeward.testkit.cdc.ChangeProject;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of change data on the embedded engine. */
class ChangeDataExampleTest {
  @Test
  void theTablesFollowFromTheFilesOfBothDays(@TempDir Path folder) throws IOException {
    try (ChangeProject project = EmbeddedChanges.project(folder)) {
      ChangeDataExample.check(project);
    }
  }
}
