/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.tables.DataFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /**
     * The files without deletion vectors, and the others, none of them twice in one part: of a file
     * in a feed of changes now these rows are deleted and now those.
     */
    public List<TableFiles> byDeletion() {
      if (files.stream().noneMatch(DataFile::hasDeletionVector)) {
        return List.of(this);
      }
      List<DataFile> whole = new ArrayList<>();
      List<Map<Path, DataFile>> others = new ArrayList<>();
      for (DataFile file : files) {
        if (file.hasDeletionVector()) {
          others.stream()
              .filter(part -> !part.containsKey(file.path()))
              .findFirst()
              .orElseGet(
                  () -> {
                    others.add(new LinkedHashMap<>());
                    return others.get(others.size() - 1);
                  })
              .put(file.path(), file);
        } else {
          whole.add(file);
        }
      }
      List<TableFiles> parts = new ArrayList<>();
      if (!whole.isEmpty()) {
        parts.add(new TableFiles(whole, schema));
      }
      others.forEach(part -> parts.add(new TableFiles(List.copyOf(part.values()), schema)));
      return parts;
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
