/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.write;

import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.SourceReads;
import io.lakeward.engine.executor.TableCommits;
import io.lakeward.engine.executor.TransactionMark;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.executor.spark.failure.SparkProblems;
import io.lakeward.executor.spark.scan.CheckedView;
import io.lakeward.model.pipeline.ViolationAction;
import io.lakeward.tables.NewDataFile;
import io.lakeward.tables.WriteMode;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.SparkSession;

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
    try (FileSet files = FileSet.ofRows(work.target())) {
      return commit(work, mode, listener, run(work, files), files);
    }
  }

  /** The same, but without a commit if rows are to be added and there are none. */
  public Optional<WriteResult> writeUnlessEmpty(Work work, WriteMode mode, WriteListener listener) {
    try (FileSet files = FileSet.ofRows(work.target())) {
      List<TaskOutput> outputs = run(work, files);
      boolean empty = outputs.stream().allMatch(output -> output.seen() == 0);
      if (empty && mode == WriteMode.APPEND) {
        outcome(work, outputs);
        return Optional.empty();
      }
      return Optional.of(commit(work, mode, listener, outputs, files));
    }
  }

  /** Computes the rows for what their computation leaves behind, and commits nothing. */
  public void computeOnly(Work work) {
    try (FileSet files = FileSet.ofRows(work.target())) {
      run(work, files);
    }
  }

  private WriteResult commit(
      Work work, WriteMode mode, WriteListener listener, List<TaskOutput> outputs, FileSet files) {
    RuleOutcome outcome = outcome(work, outputs);
    List<NewDataFile> written = job(work, files).finish(outputs);
    listener.filesWritten();
    long version =
        commits.commit(
            work.target(),
            work.mark(),
            mode,
            work.operation(),
            work.target().numberedBy(work.plan(), RowNumbering.taken(outputs)),
            written,
            files);
    return new WriteResult(
        version,
        work.reads().get(),
        written.stream().mapToLong(NewDataFile::numRecords).sum(),
        outcome.dropped(),
        written.stream().mapToLong(NewDataFile::size).sum(),
        outcome.counts(),
        outcome.views());
  }

  /** What was found about rules, if none is broken whose action is to fail. */
  private static RuleOutcome outcome(Work work, List<TaskOutput> outputs) {
    RuleOutcome outcome = RuleOutcome.of(work.rules(), outputs, views(work.views()));
    outcome.failIfBroken(work.target().name().toString());
    return outcome;
  }

  static List<CheckedView> views(Supplier<List<CheckedView>> views) {
    try {
      return views.get();
    } catch (Exception | OutOfMemoryError e) { // Scala throws checked exceptions undeclared
      throw SparkProblems.explain("rules of views were counted", e);
    }
  }

  private static List<TaskOutput> run(Work work, FileSet files) {
    FileJob.requirePartitionable(work.target());
    boolean[] dropping = new boolean[work.rules().size()];
    for (int i = 0; i < dropping.length; i++) {
      dropping[i] = work.rules().get(i).action() == ViolationAction.DROP_ROW;
    }
    String zone = work.session().sessionState().conf().sessionLocalTimeZone();
    LogicalPlan rows = new TargetRows(work.target(), zone).checked(work.plan(), work.rules());
    return job(work, files).run(rows, work.target().numberedFor(work.plan()), dropping);
  }

  private static FileJob job(Work work, FileSet files) {
    return new FileJob(
        work.session(), work.target(), work.target().schema(), files, WriteTask.FileLimit.USUAL);
  }
}
