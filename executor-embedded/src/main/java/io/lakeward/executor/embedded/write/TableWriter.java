/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.write;

import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.TableCommits;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.executor.embedded.duckdb.DuckDbDatabase;
import io.lakeward.executor.embedded.duckdb.ExecutionProblems;
import io.lakeward.executor.embedded.expression.UnsupportedExpressionException;
import io.lakeward.executor.embedded.plan.Query;
import io.lakeward.executor.embedded.plan.UnsupportedPlanException;
import io.lakeward.executor.embedded.query.QueryFactory;
import io.lakeward.executor.embedded.query.RunningQuery;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.NewDataFile;
import io.lakeward.tables.WriteMode;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of a query as Parquet files into a table's folder and commits them. Rules are
 * checked while the rows pass, so a write reads its input once. If anything fails before the
 * commit, the files are deleted.
 */
public final class TableWriter {
  private final DuckDbDatabase database;
  private final QueryFactory queries;
  private final TableCommits commits = new TableCommits();
  private @Nullable RowChecks checks;

  public TableWriter(DuckDbDatabase database, QueryFactory queries) {
    this.database = database;
    this.queries = queries;
  }

  /** A SELECT as a write with these rules would need it, for a query without input. */
  public String trialSelect(Query query, List<RowRule> rules) {
    String rows = rules.isEmpty() ? query.rows() : WriteSelect.keeping(query, rules);
    return "SELECT * FROM (" + rows + ") AS q" + query.orderBy();
  }

  /** Writes and commits. */
  public WriteResult write(WriteRequest request, WriteMode mode, WriteListener listener) {
    FileSet.requirePartitionable(request.target());
    try (WriteCounters counters =
            new WriteCounters(checks(), request.target().name(), request.rules());
        RunningQuery running = queries.open(request.query(), counters);
        FileSet files = new FileSet(request.target())) {
      List<NewDataFile> written = copy(request, running, counters, files);
      long rows = written.stream().mapToLong(NewDataFile::numRecords).sum();
      counters.setWritten(rows);
      counters.failIfBroken();
      listener.filesWritten();
      long version =
          commits.commit(
              request.target(),
              request.mark(),
              mode,
              request.operation(),
              request.target().numberedBy(request.query().plan(), rows),
              written,
              files);
      return new WriteResult(
          version,
          running.reads(),
          rows,
          counters.dropped(),
          written.stream().mapToLong(NewDataFile::size).sum(),
          counters.counts(),
          counters.viewCounts());
    }
  }

  private static List<NewDataFile> copy(
      WriteRequest request, RunningQuery running, WriteCounters counters, FileSet files) {
    List<RowRule> rules = request.rules();
    try (Statement statement = running.connection().createStatement()) {
      Query query = running.query();
      if (rules.isEmpty()) {
        String select = WriteSelect.shaped(query, query.rows(), request.target());
        return files.write(statement, select, request.target().schema());
      }
      running.alsoAsks(rules.stream().map(RowRule::condition).toList());
      RuleSequences sequences = RuleSequences.create(statement, rules);
      String rows = running.within(() -> WriteSelect.checked(query, rules, sequences));
      List<NewDataFile> written =
          files.write(
              statement,
              WriteSelect.shaped(query, rows, request.target()),
              request.target().schema());
      sequences.read(statement, counters.own());
      return written;
    } catch (SQLException e) {
      throw explain(request.target(), running, e);
    } catch (UnsupportedExpressionException e) {
      throw new UnsupportedPlanException(String.valueOf(e.getMessage()));
    }
  }

  static ProjectException explain(WriteTarget target, RunningQuery running, SQLException error) {
    String message = String.valueOf(error.getMessage());
    int at = message.indexOf(WriteSelect.NULL_ERROR);
    if (at >= 0) {
      String rest = message.substring(at + WriteSelect.NULL_ERROR.length());
      int end = rest.indexOf(':');
      return ExecutionProblems.nullInColumn(
          target.name().toString(), end < 0 ? rest : rest.substring(0, end));
    }
    return running.explain("its rows were written to " + target.name(), error);
  }

  synchronized RowChecks checks() {
    RowChecks registered = checks;
    if (registered == null) {
      try {
        registered = RowChecks.register(database.root());
      } catch (SQLException e) {
        throw ExecutionProblems.databaseUnavailable(e);
      }
      checks = registered;
    }
    return registered;
  }
}
