/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.scan;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.tables.DataFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.InterpretedPredicate;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Predicate$;
import org.apache.spark.sql.execution.datasources.FileIndex;
import org.apache.spark.sql.execution.datasources.PartitionDirectory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.collection.immutable.Seq;

/** The files of one slice of a Delta table, with the values of its partition columns. */
final class DataFileIndex implements FileIndex {
  private final List<DataFile> files;
  private final StructType partitions;
  private final List<PartitionDirectory> directories = new ArrayList<>();

  /**
   * @param partitions the partition columns, in the table's types
   * @param zone the session's time zone, in which texts of timestamps are meant
   */
  DataFileIndex(List<DataFile> files, StructType partitions, String zone) {
    this.files = files;
    this.partitions = partitions;
    Map<List<@Nullable String>, List<FileStatus>> byValues = new LinkedHashMap<>();
    for (DataFile file : files) {
      byValues.computeIfAbsent(values(file), v -> new ArrayList<>()).add(status(file));
    }
    byValues.forEach(
        (values, statuses) ->
            directories.add(
                PartitionDirectory.apply(row(values, zone), statuses.toArray(FileStatus[]::new))));
  }

  private List<@Nullable String> values(DataFile file) {
    Map<String, @Nullable String> byName = new LinkedHashMap<>();
    file.partitionValues().forEach((k, v) -> byName.put(k.toLowerCase(Locale.ROOT), v));
    List<@Nullable String> values = new ArrayList<>();
    for (StructField column : partitions.fields()) {
      String value = byName.get(column.name().toLowerCase(Locale.ROOT));
      values.add(value == null || value.isEmpty() ? null : value);
    }
    return values;
  }

  private InternalRow row(List<@Nullable String> values, String zone) {
    Object[] cells = new Object[values.size()];
    for (int i = 0; i < cells.length; i++) {
      String text = values.get(i);
      cells[i] =
          text == null
              ? null
              : new Cast(
                      Literal.create(text, DataTypes.StringType),
                      partitions.fields()[i].dataType(),
                      Option.apply(zone))
                  .eval(InternalRow.empty());
    }
    return new GenericInternalRow(cells);
  }

  private static FileStatus status(DataFile file) {
    return new FileStatus(
        file.size(), false, 1, 128L << 20, file.modificationTime(), new Path(file.path().toUri()));
  }

  @Override
  public Seq<Path> rootPaths() {
    return Plans.seq(files.stream().map(f -> new Path(f.path().toUri())).toList());
  }

  /** Spark does not look at the partition filters again, so they are applied here. */
  @Override
  public Seq<PartitionDirectory> listFiles(
      Seq<Expression> partitionFilters, Seq<Expression> dataFilters) {
    List<InterpretedPredicate> predicates =
        Plans.list(partitionFilters).stream()
            .map(
                filter ->
                    Predicate$.MODULE$.createInterpreted(Plans.transformUp(filter, this::bound)))
            .toList();
    predicates.forEach(p -> p.initialize(0));
    return Plans.seq(
        directories.stream()
            .filter(d -> predicates.stream().allMatch(p -> p.eval(d.values())))
            .toList());
  }

  private Expression bound(Expression part) {
    if (part instanceof AttributeReference column) {
      for (int i = 0; i < partitions.size(); i++) {
        if (partitions.fields()[i].name().equalsIgnoreCase(column.name())) {
          return new BoundReference(i, partitions.fields()[i].dataType(), true);
        }
      }
    }
    return part;
  }

  @Override
  public String[] inputFiles() {
    return files.stream().map(f -> f.path().toUri().toString()).toArray(String[]::new);
  }

  @Override
  public void refresh() {}

  @Override
  public long sizeInBytes() {
    return files.stream().mapToLong(DataFile::size).sum();
  }

  @Override
  public StructType partitionSchema() {
    return partitions;
  }
}
