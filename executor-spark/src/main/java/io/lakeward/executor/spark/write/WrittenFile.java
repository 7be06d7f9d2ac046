/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.write;

import io.lakeward.tables.FileStatistics;
import io.lakeward.tables.NewDataFile;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;

/**
 * A file that a task has finished.
 *
 * @param partitionValues in Delta's text form; null stands for NULL
 */
record WrittenFile(String path, long size, long rows, HashMap<String, String> partitionValues)
    implements Serializable {

  NewDataFile withStatistics(StructType schema) {
    Path file = Path.of(path);
    FileStatistics statistics = FooterStatistics.of(file, schema);
    return new NewDataFile(file, size, rows, partitionValues, Optional.of(statistics));
  }
}
