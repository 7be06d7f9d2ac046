/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

/**
 * A file or a part of one; it owns the lines that start in it.
 *
 * @param end offset after the last byte
 */
record FileSplit(DiscoveredFile file, long start, long end) {

  boolean isWholeFile() {
    return start == 0 && end == file.size();
  }
}
