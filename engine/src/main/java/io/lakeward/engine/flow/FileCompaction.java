/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.model.name.TableName;
import io.lakeward.tables.DataFile;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.PropertyNames;
import io.lakeward.tables.TableSnapshot;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Repartition;
import org.apache.spark.sql.types.StructType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the small files that small batches leave into few large ones, and those whose rows are
 * mostly deleted, so that reading a table does not take longer with every batch that it ever got.
 * Its rows stay the same, and streams that read it pass over the commit.
 */
final class FileCompaction {
  /** As many small files of one partition as Delta's own automatic compaction waits for. */
  static final int FEWEST_FILES = 50;

  /** Files that are as large as this stay as they are, unless told otherwise. */
  static final long LARGE_FILE = 16L << 20;

  /** What one task of a cluster writes. */
  private static final long TASK_SIZE = 256L << 20;

  /** Tables whose small files stay: the pipeline's property, and Delta's. */
  private static final List<String> SWITCHES =
      List.of("pipelines.autoOptimize.managed", PropertyNames.AUTO_COMPACT);

  private static final Logger LOG = LoggerFactory.getLogger(FileCompaction.class);

  private final TableName name;
  private final DeltaTable table;
  private final Executor executor;
  private final long largeFile;

  FileCompaction(TableName name, DeltaTable table, Executor executor) {
    this(name, table, executor, LARGE_FILE);
  }

  /**
   * @param largeFile files that are as large as this stay as they are
   */
  FileCompaction(TableName name, DeltaTable table, Executor executor, long largeFile) {
    this.largeFile = largeFile;
    this.name = name;
    this.table = table;
    this.executor = executor;
  }

  /**
   * Compacts if it is worth it.
   *
   * @return the new version, if there is one
   */
  OptionalLong run() {
    TableSnapshot snapshot = table.snapshot();
    List<DataFile> files = isAllowed(snapshot) ? worthRewriting(snapshot) : List.of();
    if (files.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(rewrite(snapshot, files));
    } catch (RuntimeException e) {
      // Whatever it was: the rows are there in any case, and the next batch tries again.
      LOG.warn("The files of {} were not compacted", name, e);
      return OptionalLong.empty();
    }
  }

  /** Rows of a table that tracks them would lose their identity in another file. */
  private static boolean isAllowed(TableSnapshot snapshot) {
    Map<String, String> properties = snapshot.properties();
    return SWITCHES.stream().noneMatch(key -> "false".equalsIgnoreCase(properties.get(key)))
        && !"true".equalsIgnoreCase(properties.get(PropertyNames.ROW_TRACKING));
  }

  private List<DataFile> worthRewriting(TableSnapshot snapshot) {
    Map<Map<String, String>, List<DataFile>> byPartition =
        snapshot.files().stream()
            .filter(file -> file.size() < largeFile || isMostlyDeleted(file))
            .collect(
                Collectors.groupingBy(
                    DataFile::partitionValues, LinkedHashMap::new, Collectors.toList()));
    return byPartition.values().stream()
        .filter(
            files ->
                files.size() >= FEWEST_FILES
                    || files.stream().anyMatch(FileCompaction::isMostlyDeleted))
        .flatMap(Collection::stream)
        .toList();
  }

  private static boolean isMostlyDeleted(DataFile file) {
    return file.numRecords().isPresent() && file.deletedRows() > file.numRecords().get();
  }

  /** Without this a cluster would write as many files as it has read. */
  private static LogicalPlan inFewTasks(LogicalPlan rows, List<DataFile> files) {
    long bytes = files.stream().mapToLong(DataFile::size).sum();
    return new Repartition((int) (1 + bytes / TASK_SIZE), false, rows);
  }

  private long rewrite(TableSnapshot snapshot, List<DataFile> files) {
    StructType columns = TableMetadata.columnsOf(snapshot);
    SourceRelation rows = SourceRelation.read(new Source.Table(name, columns), "files", false);
    WriteTarget target =
        new WriteTarget(
            name, table.path(), columns, snapshot.partitionColumns(), Map.of(), Optional.empty());
    WriteRequest request =
        new WriteRequest(
            new BoundPlan(
                inFewTasks(rows, files), Map.of(rows.id(), new Slice.TableFiles(files, columns))),
            List.of(),
            target,
            Optional.empty(),
            Optional.of(new WriteRequest.Operation("OPTIMIZE", snapshot.version(), files)));
    return executor.append(request, WriteListener.none()).version();
  }
}
