/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import io.lakeward.model.name.TableName;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;

/**
 * The Delta table to write.
 *
 * @param schema the table's columns after the write; columns the query lacks become NULL
 */
public record WriteTarget(
    TableName name,
    Path path,
    StructType schema,
    List<String> partitionColumns,
    Map<String, String> properties,
    Optional<String> comment) {
  public WriteTarget {
    partitionColumns = List.copyOf(partitionColumns);
    properties = Map.copyOf(properties);
  }
}
