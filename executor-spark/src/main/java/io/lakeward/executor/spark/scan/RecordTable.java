/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.scan;

import io.lakeward.analysis.plan.SourceRelation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Source files as a table that Spark can scan, parsed by the same reader as in every engine. */
@SuppressWarnings("deprecation") // schema() is abstract in Spark, though it advises columns()
final class RecordTable implements SupportsRead {
  /** Less than this is not worth a task, nor a file of its own. */
  private static final long SMALLEST_PART = 4L << 20;

  private final String id;
  private final RecordSpec spec;
  private final StructType columns;
  private final ReadCounts counts;
  private final int parallelism;

  /**
   * @param columns what the leaf offers: columns of the files and, last, {@code _metadata}
   * @param parallelism about how many tasks run at once
   */
  RecordTable(String id, RecordSpec spec, StructType columns, ReadCounts counts, int parallelism) {
    this.id = id;
    this.spec = spec;
    this.columns = columns;
    this.counts = counts;
    this.parallelism = parallelism;
  }

  @Override
  public String name() {
    return id;
  }

  @Override
  public StructType schema() {
    return columns;
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(TableCapability.BATCH_READ);
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    return new Builder();
  }

  private final class Builder implements SupportsPushDownRequiredColumns {
    private StructType wanted = columns;

    @Override
    public void pruneColumns(StructType required) {
      List<StructField> kept = new ArrayList<>();
      for (StructField field : columns.fields()) {
        for (StructField asked : required.fields()) {
          if (asked.name().equals(field.name())) {
            kept.add(field);
          }
        }
      }
      wanted = new StructType(kept.toArray(StructField[]::new));
    }

    @Override
    public Scan build() {
      return new Reading(wanted);
    }
  }

  private final class Reading implements Scan, Batch, SupportsReportStatistics {
    private final StructType wanted;

    Reading(StructType wanted) {
      this.wanted = wanted;
    }

    @Override
    public StructType readSchema() {
      return wanted;
    }

    @Override
    public String description() {
      return "source files " + id;
    }

    @Override
    public Batch toBatch() {
      return this;
    }

    @Override
    public Statistics estimateStatistics() {
      return new FileSizes(spec.bytes());
    }

    @Override
    public InputPartition[] planInputPartitions() {
      long worthwhile = 1 + spec.bytes() / SMALLEST_PART;
      int parts =
          (int) Math.min(spec.countSplits(), Math.min(worthwhile, Math.max(1, parallelism * 2)));
      InputPartition[] partitions = new InputPartition[parts];
      for (int i = 0; i < parts; i++) {
        partitions[i] = new RecordPartition(i, parts);
      }
      return partitions;
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
      return new RecordReaderFactory(spec, wanted, counts);
    }
  }

  /** A part of the files. */
  record RecordPartition(int part, int parts) implements InputPartition {}

  static boolean isMetadata(StructField field, StructType files) {
    return field.name().equals(SourceRelation.METADATA_COLUMN)
        && java.util.Arrays.stream(files.fieldNames())
            .noneMatch(
                n ->
                    n.toLowerCase(Locale.ROOT)
                        .equals(SourceRelation.METADATA_COLUMN.toLowerCase(Locale.ROOT)));
  }

  private record FileSizes(long bytes) implements Statistics {
    @Override
    public java.util.OptionalLong sizeInBytes() {
      return java.util.OptionalLong.of(bytes);
    }

    @Override
    public java.util.OptionalLong numRows() {
      return java.util.OptionalLong.empty();
    }
  }
}
