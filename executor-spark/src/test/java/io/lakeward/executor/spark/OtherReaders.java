/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark;

import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.sql.DeltaSparkSessionExtension;
import io.lakeward.tables.DeltaTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.SparkSession;

/**
 * Tables as delta-spark and Delta Kernel read them, none of whose code has written them. Rows are
 * texts with blanks between the values, sorted.
 */
final class OtherReaders {
  private static final Engine KERNEL = DefaultEngine.create(new Configuration());

  private final SparkSession delta;

  private OtherReaders(SparkSession delta) {
    this.delta = delta;
  }

  /** The session of delta-spark stands beside those of the executors, in the one Spark. */
  static OtherReaders inSharedSpark() {
    scala.Option<SparkSession> before = SparkSession.getDefaultSession();
    try {
      return new OtherReaders(
          SparkSession.builder()
              .sparkContext(SparkContext.getOrCreate())
              .withExtensions(new DeltaSparkSessionExtension())
              .config(
                  "spark.sql.catalog.spark_catalog",
                  "org.apache.spark.sql.delta.catalog.DeltaCatalog")
              .config("spark.databricks.delta.snapshotPartitions", "1")
              .create());
    } finally {
      SparkSession.clearActiveSession();
      SparkSession.clearDefaultSession();
      before.foreach(
          session -> {
            SparkSession.setDefaultSession(session);
            return null;
          });
    }
  }

  List<String> sparkRows(DeltaTable table) {
    return text(delta.read().format("delta").load(table.path().toString()));
  }

  /** The rows of the change feed since a version, each with what became of it and when. */
  List<String> sparkChanges(DeltaTable table, long version) {
    Dataset<org.apache.spark.sql.Row> feed =
        delta
            .read()
            .format("delta")
            .option("readChangeFeed", "true")
            .option("startingVersion", version)
            .load(table.path().toString());
    return text(feed.drop("_commit_timestamp"));
  }

  private static List<String> text(Dataset<org.apache.spark.sql.Row> rows) {
    return rows.collectAsList().stream()
        .map(
            row ->
                IntStream.range(0, row.size())
                    .mapToObj(i -> String.valueOf(row.get(i)))
                    .collect(Collectors.joining(" ")))
        .sorted()
        .toList();
  }

  static List<String> kernelRows(DeltaTable table) throws IOException {
    Snapshot snapshot = TableManager.loadSnapshot(table.path().toString()).build(KERNEL);
    Scan scan = snapshot.getScanBuilder().build();
    Row state = scan.getScanState(KERNEL);
    List<String> rows = new ArrayList<>();
    try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(KERNEL)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> files = batches.next().getRows()) {
          while (files.hasNext()) {
            rows.addAll(kernelRows(state, files.next()));
          }
        }
      }
    }
    return rows.stream().sorted().toList();
  }

  private static List<String> kernelRows(Row state, Row file) throws IOException {
    List<String> rows = new ArrayList<>();
    try (CloseableIterator<ColumnarBatch> stored =
            KERNEL
                .getParquetHandler()
                .readParquetFiles(
                    Utils.singletonCloseableIterator(InternalScanFileUtils.getAddFileStatus(file)),
                    ScanStateRow.getPhysicalDataReadSchema(state),
                    Optional.empty())
                .map(FileReadResult::getData);
        CloseableIterator<FilteredColumnarBatch> read =
            Scan.transformPhysicalData(KERNEL, state, file, stored)) {
      while (read.hasNext()) {
        try (CloseableIterator<Row> all = read.next().getRows()) {
          all.forEachRemaining(row -> rows.add(text(row)));
        }
      }
    }
    return rows;
  }

  private static String text(Row row) {
    StructType columns = row.getSchema();
    return IntStream.range(0, columns.length())
        .mapToObj(i -> row.isNullAt(i) ? "null" : value(row, i, columns.at(i).getDataType()))
        .collect(Collectors.joining(" "));
  }

  private static String value(Row row, int i, DataType type) {
    if (type instanceof StructType) {
      return "[" + text(row.getStruct(i)).replace(" ", ",") + "]";
    }
    if (type instanceof DecimalType) {
      return row.getDecimal(i).toString();
    }
    if (type instanceof ShortType) {
      return String.valueOf(row.getShort(i));
    }
    if (type instanceof IntegerType) {
      return String.valueOf(row.getInt(i));
    }
    if (type instanceof LongType) {
      return String.valueOf(row.getLong(i));
    }
    if (type instanceof StringType) {
      return row.getString(i);
    }
    throw new AssertionError("no text for " + type);
  }
}
