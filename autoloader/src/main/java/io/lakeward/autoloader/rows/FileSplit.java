/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.rows;

import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.options.SourceOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * A file or a part of one; it owns the lines that start in it.
 *
 * @param end offset after the last byte
 */
public record FileSplit(DiscoveredFile file, long start, long end) {
  /** Bytes of a piece, unless a caller wants another size. */
  public static final long SIZE = 16L << 20;

  boolean isWholeFile() {
    return start == 0 && end == file.size();
  }

  /** All of the files in pieces of about a size; files that cannot be cut stay whole. */
  public static List<FileSplit> of(
      SourceOptions options, List<DiscoveredFile> files, long splitSize) {
    List<FileSplit> splits = new ArrayList<>();
    for (DiscoveredFile file : files) {
      long size = file.size();
      long pieces = Math.max(1, size / splitSize);
      long parts = pieces > 1 && options.isSplittable(file) ? pieces : 1;
      for (long part = 0; part < parts; part++) {
        long end = part + 1 == parts ? size : (part + 1) * splitSize;
        splits.add(new FileSplit(file, part * splitSize, end));
      }
    }
    return splits;
  }
}
