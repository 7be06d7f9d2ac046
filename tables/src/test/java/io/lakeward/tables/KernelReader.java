/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.util.List;

/** What Delta Kernel says about a table, read without any of our log code. */
final class KernelReader {
  private static final Engine ENGINE = DefaultEngine.create(new LocalFileIO());

  private KernelReader() {}

  static Snapshot snapshot(DeltaTable table) {
    return TableManager.loadSnapshot(table.path().toString()).build(ENGINE);
  }

  static long countFiles(DeltaTable table) throws IOException {
    long files = 0;
    try (CloseableIterator<FilteredColumnarBatch> batches =
        snapshot(table).getScanBuilder().build().getScanFiles(ENGINE)) {
      while (batches.hasNext()) {
        files += batches.next().getRows().toInMemoryList().size();
      }
    }
    return files;
  }

  static List<String> columns(DeltaTable table) {
    return snapshot(table).getSchema().fieldNames();
  }
}
