/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.write;

import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.executor.spark.failure.SparkProblems;
import io.lakeward.tables.IdentityColumn;
import io.lakeward.tables.NewDataFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.mapreduce.Job;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Writes the rows of a plan as Parquet files, by as many tasks as Spark runs. */
final class FileJob {
  private final SparkSession session;
  private final WriteTarget target;
  private final StructType columns;
  private final FileSet files;
  private final WriteTask.FileLimit limit;

  /**
   * @param columns those of the files
   * @param files where they go
   * @param limit when a file is full
   */
  FileJob(
      SparkSession session,
      WriteTarget target,
      StructType columns,
      FileSet files,
      WriteTask.FileLimit limit) {
    this.session = session;
    this.target = target;
    this.columns = columns;
    this.files = files;
    this.limit = limit;
  }

  /** Refuses partition columns whose values not every engine here can read. */
  static void requirePartitionable(WriteTarget target) {
    for (String name : target.partitionColumns()) {
      StructField field = target.schema().fields()[indexOf(target.schema(), name)];
      DataType type = field.dataType();
      boolean plain =
          type instanceof StringType
              || type instanceof IntegralType
              || type instanceof BooleanType
              || type instanceof DateType
              || type instanceof DecimalType;
      if (!plain) {
        throw SparkProblems.unsupported(
            "A table partitioned by a column of type " + type.sql() + " is not supported.");
      }
    }
  }

  private static int indexOf(StructType columns, String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.fields()[i].name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    throw SparkProblems.unsupported("The partition column " + name + " is not in the table.");
  }

  /**
   * Writes rows.
   *
   * @param rows the files' columns
   */
  List<TaskOutput> run(LogicalPlan rows) {
    return run(rows, List.of());
  }

  /**
   * Writes rows.
   *
   * @param rows the files' columns, and one more for each rule, as {@link TargetRows} gives them
   * @param numbered the columns in which they are numbered
   * @param dropping for each rule whether a row that breaks it is left out
   * @return what each task did, in the order of the tasks
   */
  List<TaskOutput> run(LogicalPlan rows, List<IdentityColumn> numbered, boolean... dropping) {
    return RowJobs.run(
        session,
        rows,
        "its rows were written to " + target.name(),
        all -> {
          WriteTask task =
              task(RowNumbering.of(numbered, columns, all.getNumPartitions()), dropping);
          return all.mapPartitions(rowsOfTask -> one(task, rowsOfTask)).collect();
        });
  }

  private static Iterator<TaskOutput> one(WriteTask task, Iterator<InternalRow> rows) {
    return List.of(task.run(rows)).iterator();
  }

  private WriteTask task(RowNumbering numbering, boolean... dropping) {
    int[] partitionColumns =
        target.partitionColumns().stream().mapToInt(name -> indexOf(columns, name)).toArray();
    Job job = newJob();
    // Files of both engines say the same: a column may be NULL, and the table tells more.
    StructType stored = WriteTask.without(columns, partitionColumns).asNullable();
    OutputWriterFactory writers =
        new ParquetFileFormat()
            .prepareWrite(session, job, scala.collection.immutable.Map$.MODULE$.empty(), stored);
    return new WriteTask(
        files.folder().toString(),
        files.prefix(),
        columns,
        partitionColumns,
        dropping,
        numbering,
        writers,
        job.getConfiguration(),
        session.sessionState().conf().sessionLocalTimeZone(),
        limit);
  }

  private Job newJob() {
    try {
      return Job.getInstance(session.sessionState().newHadoopConf());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The files that count, with their statistics; others are deleted. */
  List<NewDataFile> finish(List<TaskOutput> outputs) {
    failIfNull(outputs);
    List<NewDataFile> written = new ArrayList<>();
    Set<String> kept = new HashSet<>();
    for (TaskOutput output : outputs) {
      for (WrittenFile file : output.files()) {
        kept.add(file.path());
        written.add(file.withStatistics(columns));
      }
    }
    // What is left of tasks that were tried more than once belongs to nobody.
    files.deleteExcept(kept);
    return written;
  }

  private void failIfNull(List<TaskOutput> outputs) {
    for (TaskOutput output : outputs) {
      String column = output.nullColumn();
      if (column != null) {
        throw SparkProblems.nullInColumn(target.name().toString(), column);
      }
    }
  }
}
