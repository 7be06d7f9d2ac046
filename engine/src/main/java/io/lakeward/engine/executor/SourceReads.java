/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import io.lakeward.autoloader.discovery.SkippedFile;
import java.util.ArrayList;
import java.util.List;

/**
 * What a query read of its sources.
 *
 * @param rows rows that came from them
 * @param malformed records of source files that could not be read as rows and were kept out
 * @param rescued rows of source files with something in their rescued data
 * @param skippedFiles source files that were left out because they could not be read
 */
public record SourceReads(long rows, long malformed, long rescued, List<SkippedFile> skippedFiles) {
  public static final SourceReads NONE = new SourceReads(0, 0, 0, List.of());

  public SourceReads {
    skippedFiles = List.copyOf(skippedFiles);
  }

  /** Without the rows of a table that is no source of the user's query. */
  public SourceReads without(Slice.TableFiles own) {
    long ownRows = own.files().stream().mapToLong(file -> file.numRecords().orElse(0L)).sum();
    return new SourceReads(Math.max(0, rows - ownRows), malformed, rescued, skippedFiles);
  }

  /** What was read by both. */
  public SourceReads plus(SourceReads other) {
    List<SkippedFile> all = new ArrayList<>(skippedFiles);
    all.addAll(other.skippedFiles);
    return new SourceReads(
        rows + other.rows, malformed + other.malformed, rescued + other.rescued, all);
  }
}
