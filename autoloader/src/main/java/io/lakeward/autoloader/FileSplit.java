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
