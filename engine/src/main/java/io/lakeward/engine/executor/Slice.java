/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.tables.DataFile;
import java.util.List;
import org.apache.spark.sql.types.StructType;

/** A fixed set of input rows. */
public sealed interface Slice {
  /** Size of the files, as they lie on disk. */
  long bytes();

  /**
   * Data files of a Delta table.
   *
   * @param schema the columns to offer; a file may lack some of them (they are NULL in its rows)
   */
  record TableFiles(List<DataFile> files, StructType schema) implements Slice {
    public TableFiles {
      files = List.copyOf(files);
    }

    @Override
    public long bytes() {
      return files.stream().mapToLong(DataFile::size).sum();
    }
  }

  /**
   * Source files such as JSON or CSV.
   *
   * @param source how to read them
   * @param schema the columns to offer
   */
  record SourceFiles(FileSource source, StructType schema, List<DiscoveredFile> files)
      implements Slice {
    public SourceFiles {
      files = List.copyOf(files);
    }

    @Override
    public long bytes() {
      return files.stream().mapToLong(DiscoveredFile::size).sum();
    }
  }
}
