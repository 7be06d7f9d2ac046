/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.rows;

import java.util.List;
import org.apache.spark.sql.types.StructType;

/**
 * What a reader delivers. Column i of the sink is {@code columns.get(i)}; the metadata fields
 * follow after the last column.
 *
 * @param columns names of top-level columns of the read schema
 * @param metadata fields of {@code _metadata}
 */
public record Projection(List<String> columns, List<MetadataField> metadata) {
  public Projection {
    columns = List.copyOf(columns);
    metadata = List.copyOf(metadata);
  }

  /** All columns of a schema, without metadata. */
  public static Projection all(StructType schema) {
    return new Projection(List.of(schema.fieldNames()), List.of());
  }
}
