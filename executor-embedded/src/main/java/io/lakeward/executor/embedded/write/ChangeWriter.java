/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.write;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.analysis.plan.TableReading;
import io.lakeward.engine.executor.ApplyRequest;
import io.lakeward.engine.executor.ApplyRequest.RowCondition;
import io.lakeward.engine.executor.ApplyResult;
import io.lakeward.engine.executor.RowChange;
import io.lakeward.engine.executor.RowChangeCounts;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.TableCommits;
import io.lakeward.engine.executor.TableCommits.NewFiles;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.executor.embedded.expression.ColumnNames;
import io.lakeward.executor.embedded.expression.SqlQuotes;
import io.lakeward.executor.embedded.plan.Query;
import io.lakeward.executor.embedded.query.QueryFactory;
import io.lakeward.executor.embedded.query.RunningQuery;
import io.lakeward.executor.embedded.scan.TablePositions;
import io.lakeward.tables.DataFile;
import io.lakeward.tables.NewDataFile;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.types.StructType;

/**
 * Inserts, replaces and deletes rows of a table. Files that hold none of the rows stay; the others
 * are written anew without them, or stay with these rows marked as deleted. If anything fails
 * before the commit, the new files are deleted.
 */
public final class ChangeWriter {
  private static final String CHANGES = "\"#changes\"";
  private static final String HITS = "\"#hits\"";

  private final QueryFactory queries;
  private final TableCommits commits = new TableCommits();
  private final Supplier<RowChecks> checks;

  /**
   * @param writer the one that counts rules
   */
  public ChangeWriter(QueryFactory queries, TableWriter writer) {
    this.queries = queries;
    this.checks = writer::checks;
  }

  /** Writes and commits. */
  public ApplyResult apply(ApplyRequest request, WriteListener listener) {
    WriteTarget target = request.target();
    FileSet.requirePartitionable(target);
    try (WriteCounters counters = new WriteCounters(checks.get(), target.name(), List.of());
        RunningQuery running = queries.open(request.query(), counters);
        FileSet files = FileSet.ofRows(target);
        FileSet feed = FileSet.ofChanges(target)) {
      return apply(request, listener, running, counters, files, feed);
    }
  }

  private ApplyResult apply(
      ApplyRequest request,
      WriteListener listener,
      RunningQuery running,
      WriteCounters counters,
      FileSet files,
      FileSet feed) {
    WriteTarget target = request.target();
    try (Statement statement = running.connection().createStatement()) {
      Query query = running.query();
      statement.execute("CREATE TEMP TABLE " + CHANGES + " AS " + query.rows());
      counters.failIfBroken();
      RowChangeCounts counts = counts(statement, query);
      Hits hits =
          counts.isNothing() && request.replaced().isEmpty()
              ? Hits.NONE
              : findHits(statement, request, running, counts);
      if (counts.isNothing() && hits.isEmpty()) {
        return new ApplyResult(
            OptionalLong.empty(),
            running.reads(),
            0,
            0,
            0,
            counters.dropped(),
            counters.viewCounts());
      }
      String upserts =
          WriteSelect.shaped(
              withoutMarker(query),
              "SELECT * FROM "
                  + CHANGES
                  + " WHERE "
                  + marker(query)
                  + " <> "
                  + RowChange.DELETE.ordinal(),
              target);
      Set<DataFile> staying = request.deletionVectors().staying(hits.files());
      List<DataFile> removed =
          hits.files().keySet().stream().filter(file -> !staying.contains(file)).toList();
      List<NewDataFile> written = writeRows(statement, request, removed, upserts, files);
      List<NewDataFile> feedFiles =
          request.isFeedWritten() && !hits.isEmpty()
              ? writeFeed(statement, request, query, feed)
              : List.of();
      listener.filesWritten();
      long version =
          commits.commit(
              request,
              new NewFiles(written, files),
              new NewFiles(feedFiles, feed),
              removed,
              rowsIn(staying, statement));
      return new ApplyResult(
          OptionalLong.of(version),
          running.reads(),
          counts.upserted(),
          counts.deleted() + hits.replaced(),
          written.stream().mapToLong(NewDataFile::size).sum(),
          counters.dropped(),
          counters.viewCounts());
    } catch (SQLException e) {
      throw TableWriter.explain(target, running, e);
    }
  }

  private static RowChangeCounts counts(Statement statement, Query query) throws SQLException {
    RowChangeCounts counts = RowChangeCounts.NONE;
    try (ResultSet result =
        statement.executeQuery(
            "SELECT %1$s, count(*) FROM %2$s GROUP BY %1$s".formatted(marker(query), CHANGES))) {
      while (result.next()) {
        counts = counts.plus(result.getInt(1), result.getLong(2));
      }
    }
    return counts;
  }

  /**
   * The rows that go or change.
   *
   * @param files those that hold them, and how many
   * @param replaced how many go with others in their place
   */
  private record Hits(Map<DataFile, Long> files, long replaced) {
    private static final Hits NONE = new Hits(Map.of(), 0);

    boolean isEmpty() {
      return files.isEmpty();
    }
  }

  /** Finds the rows that go or change, and the files that hold them. */
  private static Hits findHits(
      Statement statement, ApplyRequest request, RunningQuery running, RowChangeCounts counts)
      throws SQLException {
    if (request.candidates().isEmpty()) {
      return Hits.NONE;
    }
    String rows =
        request.replaced().isPresent()
            ? matching(statement, request, request.replaced().get(), running)
            : request.isByPosition() && !request.isFeedWritten()
                ? positionsIn(running.query())
                : withSameKeys(statement, request, running.query(), counts);
    statement.execute("CREATE TEMP TABLE " + HITS + " AS " + rows);
    Map<String, DataFile> byPath = new HashMap<>();
    request.candidates().forEach(file -> byPath.put(file.path().toString(), file));
    Map<DataFile, Long> hit = new HashMap<>();
    long replaced = 0;
    try (ResultSet result =
        statement.executeQuery(
            "SELECT %s, count(*) FILTER (\"#change\" = %d), count(*) FROM %s GROUP BY 1"
                .formatted(TablePositions.FILE, RowChange.REPLACE.ordinal(), HITS))) {
      while (result.next()) {
        DataFile file = byPath.get(result.getString(1));
        if (file == null) {
          throw new IllegalStateException("no such file: " + result.getString(1));
        }
        hit.put(file, result.getLong(3));
        replaced += result.getLong(2);
      }
    }
    return new Hits(hit, replaced);
  }

  /** The numbers of the rows that go or change, in files that stay. */
  private static Map<DataFile, int[]> rowsIn(Set<DataFile> files, Statement statement)
      throws SQLException {
    Map<String, DataFile> byPath = new HashMap<>();
    files.forEach(file -> byPath.put(file.path().toString(), file));
    Map<DataFile, int[]> rows = new HashMap<>();
    if (files.isEmpty()) {
      return rows;
    }
    try (ResultSet result =
        statement.executeQuery(
            "SELECT %s, list(DISTINCT CAST(%s AS INTEGER)) FROM %s GROUP BY 1"
                .formatted(TablePositions.FILE, TablePositions.ROW, HITS))) {
      while (result.next()) {
        DataFile file = byPath.get(result.getString(1));
        if (file != null) {
          Object[] numbers = (Object[]) result.getArray(2).getArray();
          rows.put(file, Stream.of(numbers).mapToInt(Integer.class::cast).toArray());
        }
      }
    }
    return rows;
  }

  /** The changes themselves say where the rows are that go or change. */
  private static String positionsIn(Query query) {
    return "SELECT c.%s AS %s, c.%s AS %s, c.%s AS \"#change\" FROM %s AS c WHERE c.%s <> %d"
        .formatted(
            ColumnNames.of(column(query, SourceRelation.POSITION.get(0))),
            TablePositions.FILE,
            ColumnNames.of(column(query, SourceRelation.POSITION.get(1))),
            TablePositions.ROW,
            marker(query),
            CHANGES,
            marker(query),
            RowChange.INSERT.ordinal());
  }

  private static String withSameKeys(
      Statement statement, ApplyRequest request, Query query, RowChangeCounts counts)
      throws SQLException {
    List<String> same = new ArrayList<>();
    List<String> keys = new ArrayList<>();
    for (String name : request.identity()) {
      String key = ColumnNames.of(column(query, name));
      keys.add("c." + key);
      same.add("t.%s IS NOT DISTINCT FROM c.%s".formatted(SqlQuotes.identifier(name), key));
    }
    // Of rows that replace there may be many with one identity.
    String changes =
        counts.has(RowChange.REPLACE)
            ? "(SELECT DISTINCT %s, c.%s FROM %s AS c)"
                .formatted(String.join(", ", keys), marker(query), CHANGES)
            : CHANGES;
    return "SELECT t.*, c.%s AS \"#change\" FROM (%s) AS t JOIN %s AS c ON %s WHERE c.%s <> %d"
        .formatted(
            marker(query),
            positions(statement, request),
            changes,
            String.join(" AND ", same),
            marker(query),
            RowChange.INSERT.ordinal());
  }

  private static String matching(
      Statement statement, ApplyRequest request, RowCondition replaced, RunningQuery running)
      throws SQLException {
    List<Attribute> read = Plans.list(replaced.condition().references().toSeq());
    String named =
        read.stream()
            .map(a -> ", " + SqlQuotes.identifier(a.name()) + " AS " + ColumnNames.of(a))
            .collect(Collectors.joining());
    String hidden =
        read.isEmpty()
            ? ""
            : read.stream()
                .map(ColumnNames::of)
                .collect(Collectors.joining(", ", " EXCLUDE (", ")"));
    return "SELECT *%s, %d AS \"#change\" FROM (SELECT *%s FROM (%s)) AS t WHERE %s"
        .formatted(
            hidden,
            replaced.change().ordinal(),
            named,
            positions(statement, request),
            running.within(() -> running.query().expression(replaced.condition())));
  }

  /** The target's rows with their places. */
  private static String positions(Statement statement, ApplyRequest request) throws SQLException {
    return TablePositions.select(
        statement.getConnection(), request.columnsToFind(), slice(request, request.candidates()));
  }

  private static List<NewDataFile> writeRows(
      Statement statement,
      ApplyRequest request,
      List<DataFile> removed,
      String upserts,
      FileSet files)
      throws SQLException {
    String rows = upserts;
    if (!removed.isEmpty()) {
      String columns = names(request.target().schema());
      rows =
          "SELECT %s FROM (%s) AS t ANTI JOIN %s AS h ON t.%s = h.%s AND t.%s = h.%s UNION ALL SELECT %s FROM (%s) AS u"
              .formatted(
                  columns,
                  TablePositions.select(
                      statement.getConnection(),
                      request.target().schema(),
                      slice(request, removed)),
                  HITS,
                  TablePositions.FILE,
                  TablePositions.FILE,
                  TablePositions.ROW,
                  TablePositions.ROW,
                  columns,
                  upserts);
    }
    return files.write(
        statement,
        "SELECT * FROM (" + rows + ") AS s" + sorting(request),
        request.target().schema());
  }

  /** Rows with neighbouring keys get into one file, so that later changes find few files. */
  private static String sorting(ApplyRequest request) {
    return request.identity().isEmpty() || request.isByPosition()
        ? ""
        : " ORDER BY "
            + request.identity().stream()
                .map(SqlQuotes::identifier)
                .collect(Collectors.joining(", "));
  }

  private static List<NewDataFile> writeFeed(
      Statement statement, ApplyRequest request, Query query, FileSet feed) throws SQLException {
    WriteTarget target = request.target();
    String columns = names(target.schema());
    String type = SqlQuotes.identifier(TableReading.CHANGE_TYPE);
    List<String> parts = new ArrayList<>();
    for (RowChange change : List.of(RowChange.UPDATE, RowChange.DELETE, RowChange.REPLACE)) {
      parts.add(
          "SELECT %s, '%s' AS %s FROM %s WHERE \"#change\" = %d"
              .formatted(columns, change.before(), type, HITS, change.ordinal()));
    }
    for (RowChange change : List.of(RowChange.INSERT, RowChange.UPDATE, RowChange.REPLACE)) {
      String shaped =
          WriteSelect.shaped(
              withoutMarker(query),
              "SELECT * FROM " + CHANGES + " WHERE " + marker(query) + " = " + change.ordinal(),
              target);
      parts.add(
          "SELECT %s, '%s' AS %s FROM (%s) AS r".formatted(columns, change.after(), type, shaped));
    }
    return feed.write(statement, String.join(" UNION ALL ", parts), target.schema());
  }

  private static Slice.TableFiles slice(ApplyRequest request, List<DataFile> files) {
    return new Slice.TableFiles(files, request.target().schema());
  }

  /** The names as a list of SQL. */
  private static String names(StructType schema) {
    return Stream.of(schema.fieldNames())
        .map(SqlQuotes::identifier)
        .collect(Collectors.joining(", "));
  }

  private static Query withoutMarker(Query query) {
    return new Query(
        query.rows(),
        "",
        query.output().stream()
            .filter(a -> !a.name().equals(RowChange.COLUMN) && !SourceRelation.isPosition(a))
            .toList(),
        query.translator());
  }

  private static String marker(Query query) {
    return ColumnNames.of(column(query, RowChange.COLUMN));
  }

  private static Attribute column(Query query, String name) {
    return query.output().stream()
        .filter(a -> a.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no column " + name));
  }
}
