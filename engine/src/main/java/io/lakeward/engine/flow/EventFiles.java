/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.engine.event.EventLog;
import io.lakeward.model.pipeline.FileSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** An event log as source files: JSON lines, each file up to its last whole line. */
final class EventFiles {
  static final FileSource SOURCE =
      new FileSource("event_log", Map.of("format", "json", "mode", "DROPMALFORMED"));

  private EventFiles() {}

  static List<DiscoveredFile> list(Path folder) {
    return new EventLog(folder)
        .wholeLines().stream()
            .map(f -> new DiscoveredFile(f.file(), f.bytes(), f.modifiedMillis(), true))
            .toList();
  }
}
