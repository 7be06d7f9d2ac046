/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.options;

import io.lakeward.model.pipeline.FileSource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Marks a source as one that is read as a stream, so that a field which its schema lacks ends the
 * reading where the source's {@link EvolutionMode} says so. A reading in batch has nothing to
 * resume, and rescues such fields.
 */
public final class StreamReading {
  /** Set by us alone; what travels to other processes are a source's options. */
  private static final String STOPS = "lakeward.stopsAtUnknownFields";

  private StreamReading() {}

  /** The source, to be read up to the first field that its schema lacks. */
  public static FileSource stopping(FileSource source) {
    Map<String, String> options = new LinkedHashMap<>(source.options());
    options.put(STOPS, "true");
    return new FileSource(source.path(), options);
  }

  static boolean isMark(String option) {
    return option.equalsIgnoreCase(STOPS);
  }

  static boolean stops(FileSource source) {
    EvolutionMode mode = EvolutionMode.of(source);
    return source.option(STOPS).isPresent()
        && (mode.evolves() || mode == EvolutionMode.FAIL_ON_NEW_COLUMNS);
  }
}
