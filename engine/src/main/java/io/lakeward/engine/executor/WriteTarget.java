/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.model.name.TableName;
import io.lakeward.tables.IdentityColumn;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.StructType;

/**
 * The Delta table to write.
 *
 * @param schema the table's columns after the write; columns the query lacks become NULL
 * @param identityColumns those that number rows; the writer numbers what the query does not give
 */
public record WriteTarget(
    TableName name,
    Path path,
    StructType schema,
    List<String> partitionColumns,
    Map<String, String> properties,
    Optional<String> comment,
    List<IdentityColumn> identityColumns) {
  public WriteTarget {
    partitionColumns = List.copyOf(partitionColumns);
    properties = Map.copyOf(properties);
    identityColumns = List.copyOf(identityColumns);
  }

  /** A table that does not number its rows. */
  public WriteTarget(
      TableName name,
      Path path,
      StructType schema,
      List<String> partitionColumns,
      Map<String, String> properties,
      Optional<String> comment) {
    this(name, path, schema, partitionColumns, properties, comment, List.of());
  }

  public WriteTarget withIdentityColumns(List<IdentityColumn> columns) {
    return new WriteTarget(name, path, schema, partitionColumns, properties, comment, columns);
  }

  /**
   * The columns that number rows when the rows of a query have been written.
   *
   * @param numbers how many numbers are gone
   */
  public List<IdentityColumn> numberedBy(LogicalPlan query, long numbers) {
    List<IdentityColumn> numbered = numberedFor(query);
    return identityColumns.stream()
        .map(column -> numbered.contains(column) ? column.after(numbers) : column)
        .toList();
  }

  /** The columns for which the writer has to find numbers. */
  public List<IdentityColumn> numberedFor(LogicalPlan query) {
    return identityColumns.stream()
        .filter(
            column ->
                Plans.list(query.output()).stream()
                    .noneMatch(given -> given.name().equalsIgnoreCase(column.name())))
        .toList();
  }
}
