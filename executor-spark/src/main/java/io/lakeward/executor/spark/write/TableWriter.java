/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.write;

import io.lakeward.engine.executor.ExpectationViolationException;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.RuleCount;
import io.lakeward.engine.executor.SourceReads;
import io.lakeward.engine.executor.TableCommits;
import io.lakeward.engine.executor.TransactionMark;
import io.lakeward.engine.executor.ViewCount;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.executor.spark.failure.SparkProblems;
import io.lakeward.executor.spark.scan.CheckedView;
import io.lakeward.model.pipeline.ViolationAction;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.NewDataFile;
import io.lakeward.tables.WriteMode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.mapreduce.Job;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.Dataset$;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.SQLExecution;
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
import scala.Option;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction0;

/**
 * Writes the rows of a plan as Parquet files into a table's folder, by as many tasks as Spark runs,
 * and commits them. If anything fails before the commit, the files are deleted.
 */
public final class TableWriter {
  private final TableCommits commits = new TableCommits();

  /**
   * What is to be written where.
   *
   * @param reads what the leaves of the plan read; asked when it has run
   * @param views what rules of views found that the plan reads; likewise
   */
  public record Work(
      SparkSession session,
      LogicalPlan plan,
      Supplier<SourceReads> reads,
      Supplier<List<CheckedView>> views,
      List<RowRule> rules,
      WriteTarget target,
      Optional<TransactionMark> mark,
      Optional<WriteRequest.Operation> operation) {
    public Work {
      rules = List.copyOf(rules);
    }
  }

  /** Writes and commits. */
  public WriteResult write(Work work, WriteMode mode, WriteListener listener) {
    requirePartitionable(work.target());
    try (FileSet files = new FileSet(work.target())) {
      return commit(work, mode, listener, run(work, files), files);
    }
  }

  /** The same, but without a commit if rows are to be added and there are none. */
  public Optional<WriteResult> writeUnlessEmpty(Work work, WriteMode mode, WriteListener listener) {
    requirePartitionable(work.target());
    try (FileSet files = new FileSet(work.target())) {
      List<TaskOutput> outputs = run(work, files);
      boolean empty = outputs.stream().allMatch(output -> output.seen() == 0);
      if (empty && mode == WriteMode.APPEND) {
        List<CheckedView> checked = views(work);
        failIfBroken(work, dropped(outputs, checked), counts(work.rules(), outputs), checked);
        return Optional.empty();
      }
      return Optional.of(commit(work, mode, listener, outputs, files));
    }
  }

  /** Computes the rows for what their computation leaves behind, and commits nothing. */
  public void computeOnly(Work work) {
    try (FileSet files = new FileSet(work.target())) {
      run(work, files);
    }
  }

  private WriteResult commit(
      Work work, WriteMode mode, WriteListener listener, List<TaskOutput> outputs, FileSet files) {
    List<RuleCount> counts = counts(work.rules(), outputs);
    List<CheckedView> checked = views(work);
    long dropped = dropped(outputs, checked);
    failIfBroken(work, dropped, counts, checked);
    failIfNull(work, outputs);
    List<NewDataFile> written = new ArrayList<>();
    Set<String> kept = new HashSet<>();
    for (TaskOutput output : outputs) {
      for (WrittenFile file : output.files()) {
        kept.add(file.path());
        written.add(file.withStatistics(work.target().schema()));
      }
    }
    // What is left of tasks that were tried more than once belongs to nobody.
    files.deleteExcept(kept);
    listener.filesWritten();
    long version =
        commits.commit(
            work.target(), work.mark(), mode, work.operation(), List.of(), written, files);
    return new WriteResult(
        version,
        work.reads().get(),
        written.stream().mapToLong(NewDataFile::numRecords).sum(),
        dropped,
        written.stream().mapToLong(NewDataFile::size).sum(),
        counts,
        checked.stream().map(CheckedView::count).toList());
  }

  private static long dropped(List<TaskOutput> outputs, List<CheckedView> checked) {
    return outputs.stream().mapToLong(TaskOutput::dropped).sum()
        + checked.stream().map(CheckedView::count).mapToLong(ViewCount::dropped).sum();
  }

  private static List<CheckedView> views(Work work) {
    try {
      return work.views().get();
    } catch (Exception | OutOfMemoryError e) { // Scala throws checked exceptions undeclared
      throw SparkProblems.explain("rules of views were counted", e);
    }
  }

  private static List<TaskOutput> run(Work work, FileSet files) {
    String what = "its rows were written to " + work.target().name();
    SparkSession session = work.session();
    String zone = session.sessionState().conf().sessionLocalTimeZone();
    try {
      LogicalPlan rows = new TargetRows(work.plan(), work.target(), work.rules(), zone).plan();
      QueryExecution execution = Dataset$.MODULE$.ofRows(session, rows).queryExecution();
      WriteTask task = task(work, files, zone);
      return SQLExecution.withNewExecutionId(
          execution,
          Option.empty(),
          new AbstractFunction0<List<TaskOutput>>() {
            @Override
            public List<TaskOutput> apply() {
              JavaRDD<InternalRow> all =
                  JavaRDD.fromRDD(
                      execution.toRdd(), ClassTag$.MODULE$.<InternalRow>apply(InternalRow.class));
              return all.mapPartitions(rowsOfTask -> one(task, rowsOfTask)).collect();
            }
          });
    } catch (ProjectException e) {
      throw e;
    } catch (Exception | OutOfMemoryError | StackOverflowError e) {
      throw SparkProblems.explain(what, e);
    }
  }

  private static Iterator<TaskOutput> one(WriteTask task, Iterator<InternalRow> rows) {
    return List.of(task.run(rows)).iterator();
  }

  private static WriteTask task(Work work, FileSet files, String zone) throws IOException {
    WriteTarget target = work.target();
    StructType columns = target.schema();
    int[] partitionColumns =
        target.partitionColumns().stream().mapToInt(name -> indexOf(columns, name)).toArray();
    boolean[] dropping = new boolean[work.rules().size()];
    for (int i = 0; i < dropping.length; i++) {
      dropping[i] = work.rules().get(i).action() == ViolationAction.DROP_ROW;
    }
    SparkSession session = work.session();
    Job job = Job.getInstance(session.sessionState().newHadoopConf());
    // Files of both engines say the same: a column may be NULL, and the table tells more.
    StructType stored = WriteTask.without(columns, partitionColumns).asNullable();
    OutputWriterFactory writers =
        new ParquetFileFormat()
            .prepareWrite(session, job, scala.collection.immutable.Map$.MODULE$.empty(), stored);
    return new WriteTask(
        target.path().toString(),
        files.prefix(),
        columns,
        partitionColumns,
        dropping,
        writers,
        job.getConfiguration(),
        zone);
  }

  private static int indexOf(StructType columns, String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.fields()[i].name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    throw SparkProblems.unsupported("The partition column " + name + " is not in the table.");
  }

  /** Refuses partition columns whose values not every engine here can read. */
  private static void requirePartitionable(WriteTarget target) {
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

  private static List<RuleCount> counts(List<RowRule> rules, List<TaskOutput> outputs) {
    long seen = outputs.stream().mapToLong(TaskOutput::seen).sum();
    List<RuleCount> counts = new ArrayList<>();
    for (int i = 0; i < rules.size(); i++) {
      int rule = i;
      long failed = outputs.stream().mapToLong(o -> o.failed()[rule]).sum();
      counts.add(new RuleCount(rules.get(i).name(), seen - failed, failed));
    }
    return counts;
  }

  /** Rules of views come first, for their rows are the earlier ones. */
  private static void failIfBroken(
      Work work, long dropped, List<RuleCount> counts, List<CheckedView> checked) {
    List<ViewCount> views = checked.stream().map(CheckedView::count).toList();
    for (CheckedView view : checked) {
      Optional<String> failed = view.failedRule();
      if (failed.isPresent()) {
        throw new ExpectationViolationException(
            view.count().view().toString(), failed.get(), dropped, counts, views);
      }
    }
    for (int i = 0; i < counts.size(); i++) {
      RowRule rule = work.rules().get(i);
      if (rule.action() == ViolationAction.FAIL_UPDATE && counts.get(i).failed() > 0) {
        throw new ExpectationViolationException(
            work.target().name().toString(), rule.name(), dropped, counts, views);
      }
    }
  }

  private static void failIfNull(Work work, List<TaskOutput> outputs) {
    for (TaskOutput output : outputs) {
      String column = output.nullColumn();
      if (column != null) {
        throw SparkProblems.nullInColumn(work.target().name().toString(), column);
      }
    }
  }
}
