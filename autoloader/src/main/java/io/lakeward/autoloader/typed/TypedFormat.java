/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import java.io.IOException;
import java.nio.file.Path;

/** The formats whose files have types. No class of a format's library is loaded before its use. */
public enum TypedFormat {
  PARQUET {
    @Override
    public TypedFile open(Path file, long start, long end, TypedOptions options)
        throws IOException {
      return ParquetFile.open(file, start, end, options);
    }
  },
  AVRO {
    @Override
    public TypedFile open(Path file, long start, long end, TypedOptions options)
        throws IOException {
      return AvroFile.open(file, start, end, options);
    }
  },
  ORC {
    @Override
    public TypedFile open(Path file, long start, long end, TypedOptions options)
        throws IOException {
      return OrcFile.open(file, start, end, options);
    }
  };

  /**
   * Opens the part of a file that belongs to a range of bytes; parts that cover a file have each
   * record once.
   */
  public abstract TypedFile open(Path file, long start, long end, TypedOptions options)
      throws IOException;
}
