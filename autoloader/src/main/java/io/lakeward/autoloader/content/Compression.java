/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.content;

import java.util.Locale;

/** Whole-file compression, told by the last extension as Spark does. */
public enum Compression {
  NONE(""),
  GZIP(".gz"),
  BZIP2(".bz2"),
  ZSTANDARD(".zst"),
  LZ4(".lz4"),
  SNAPPY(".snappy"),
  DEFLATE(".deflate");

  private final String suffix;

  Compression(String suffix) {
    this.suffix = suffix;
  }

  public String suffix() {
    return suffix;
  }

  public static Compression of(String fileName) {
    String name = fileName.toLowerCase(Locale.ROOT);
    for (Compression compression : values()) {
      if (compression != NONE && name.endsWith(compression.suffix)) {
        return compression;
      }
    }
    return NONE;
  }
}
