/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.write;

import io.lakeward.engine.executor.ApplyRequest;
import io.lakeward.engine.executor.ApplyResult;
import io.lakeward.engine.executor.RowChange;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.TableCommits;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.executor.embedded.expression.ColumnNames;
import io.lakeward.executor.embedded.expression.SqlQuotes;
import io.lakeward.executor.embedded.plan.Query;
import io.lakeward.executor.embedded.query.QueryFactory;
import io.lakeward.executor.embedded.query.RunningQuery;
import io.lakeward.executor.embedded.scan.TablePositions;
import io.lakeward.tables.DataFile;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.NewDataFile;
import io.lakeward.tables.TableTransaction;
import io.lakeward.tables.WriteMode;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Inserts, replaces and deletes rows of a table. Files that hold none of the rows stay; the others
 * are written anew without them. If anything fails before the commit, the new files are deleted.
 */
public final class ChangeWriter {
  private static final String CHANGES = "\"#changes\"";
  private static final String HITS = "\"#hits\"";
  private static final String CHANGE_TYPE = "_change_type";

  private final QueryFactory queries;
  // A table object remembers the log that it has read. Flows of several threads write.
  private final Map<Path, DeltaTable> tables = new ConcurrentHashMap<>();

  public ChangeWriter(QueryFactory queries) {
    this.queries = queries;
  }

  /** Writes and commits. */
  public ApplyResult apply(ApplyRequest request, WriteListener listener) {
    WriteTarget target = request.target();
    FileSet.requirePartitionable(target);
    try (RunningQuery running = queries.open(request.query());
        FileSet files = FileSet.ofRows(target);
        FileSet feed = FileSet.ofChanges(target)) {
      return apply(request, listener, running, files, feed);
    }
  }

  private ApplyResult apply(
      ApplyRequest request,
      WriteListener listener,
      RunningQuery running,
      FileSet files,
      FileSet feed) {
    WriteTarget target = request.target();
    try (Statement statement = running.connection().createStatement()) {
      Query query = running.query();
      statement.execute("CREATE TEMP TABLE " + CHANGES + " AS " + query.rows());
      long[] counts = counts(statement, query);
      if (Stream.of(RowChange.values()).allMatch(change -> counts[change.ordinal()] == 0)) {
        return new ApplyResult(OptionalLong.empty(), 0, 0, 0);
      }
      Map<Path, DataFile> hit = findHits(statement, request, query);
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
      List<NewDataFile> written = writeRows(statement, request, hit, upserts, files);
      List<NewDataFile> feedFiles =
          request.isFeedWritten() && !hit.isEmpty()
              ? writeFeed(statement, request, query, feed)
              : List.of();
      listener.filesWritten();
      long version = commit(request, written, feedFiles, hit.values(), files, feed);
      return new ApplyResult(
          OptionalLong.of(version),
          counts[RowChange.INSERT.ordinal()] + counts[RowChange.UPDATE.ordinal()],
          counts[RowChange.DELETE.ordinal()],
          written.stream().mapToLong(NewDataFile::size).sum());
    } catch (SQLException e) {
      throw TableWriter.explain(target, running, e);
    }
  }

  private static long[] counts(Statement statement, Query query) throws SQLException {
    long[] counts = new long[RowChange.values().length];
    try (ResultSet result =
        statement.executeQuery(
            "SELECT %1$s, count(*) FROM %2$s GROUP BY %1$s".formatted(marker(query), CHANGES))) {
      while (result.next()) {
        counts[result.getInt(1)] = result.getLong(2);
      }
    }
    return counts;
  }

  /** Finds the rows that go, and the files that hold them. */
  private Map<Path, DataFile> findHits(Statement statement, ApplyRequest request, Query query)
      throws SQLException {
    Map<Path, DataFile> hit = new HashMap<>();
    if (request.candidates().isEmpty()) {
      return hit;
    }
    List<String> keys = new ArrayList<>();
    for (String name : request.identity()) {
      keys.add(
          "t.%s IS NOT DISTINCT FROM c.%s"
              .formatted(SqlQuotes.identifier(name), ColumnNames.of(column(query, name))));
    }
    statement.execute(
        "CREATE TEMP TABLE %s AS SELECT t.*, c.%s AS \"#change\" FROM (%s) AS t JOIN %s AS c ON %s WHERE c.%s <> %d"
            .formatted(
                HITS,
                marker(query),
                TablePositions.select(
                    statement.getConnection(),
                    request.isFeedWritten()
                        ? request.target().schema()
                        : only(request.target().schema(), request.identity()),
                    slice(request, request.candidates())),
                CHANGES,
                String.join(" AND ", keys),
                marker(query),
                RowChange.INSERT.ordinal()));
    Map<String, DataFile> byPath = new HashMap<>();
    request.candidates().forEach(file -> byPath.put(file.path().toString(), file));
    try (ResultSet result =
        statement.executeQuery("SELECT DISTINCT " + TablePositions.FILE + " FROM " + HITS)) {
      while (result.next()) {
        DataFile file = byPath.get(result.getString(1));
        if (file == null) {
          throw new IllegalStateException("no such file: " + result.getString(1));
        }
        hit.put(file.path(), file);
      }
    }
    return hit;
  }

  private static List<NewDataFile> writeRows(
      Statement statement,
      ApplyRequest request,
      Map<Path, DataFile> hit,
      String upserts,
      FileSet files)
      throws SQLException {
    String rows = upserts;
    if (!hit.isEmpty()) {
      String columns = names(request.target().schema());
      rows =
          "SELECT %s FROM (%s) AS t ANTI JOIN %s AS h ON t.%s = h.%s AND t.%s = h.%s UNION ALL SELECT %s FROM (%s) AS u"
              .formatted(
                  columns,
                  TablePositions.select(
                      statement.getConnection(),
                      request.target().schema(),
                      slice(request, List.copyOf(hit.values()))),
                  HITS,
                  TablePositions.FILE,
                  TablePositions.FILE,
                  TablePositions.ROW,
                  TablePositions.ROW,
                  columns,
                  upserts);
    }
    return files.write(statement, rows, request.target().schema());
  }

  private static List<NewDataFile> writeFeed(
      Statement statement, ApplyRequest request, Query query, FileSet feed) throws SQLException {
    WriteTarget target = request.target();
    String columns = names(target.schema());
    String type = SqlQuotes.identifier(CHANGE_TYPE);
    String before =
        "SELECT %s, CASE WHEN \"#change\" = %d THEN 'delete' ELSE 'update_preimage' END AS %s FROM %s"
            .formatted(columns, RowChange.DELETE.ordinal(), type, HITS);
    List<String> after = new ArrayList<>();
    for (RowChange change : List.of(RowChange.INSERT, RowChange.UPDATE)) {
      String shaped =
          WriteSelect.shaped(
              withoutMarker(query),
              "SELECT * FROM " + CHANGES + " WHERE " + marker(query) + " = " + change.ordinal(),
              target);
      after.add(
          "SELECT %s, '%s' AS %s FROM (%s) AS r"
              .formatted(
                  columns,
                  change == RowChange.INSERT ? "insert" : "update_postimage",
                  type,
                  shaped));
    }
    return feed.write(
        statement, before + " UNION ALL " + String.join(" UNION ALL ", after), target.schema());
  }

  private long commit(
      ApplyRequest request,
      List<NewDataFile> written,
      List<NewDataFile> feedFiles,
      java.util.Collection<DataFile> removed,
      FileSet files,
      FileSet feed) {
    DeltaTable table = tables.computeIfAbsent(request.target().path(), DeltaTable::at);
    OptionalLong before = table.latestVersion();
    TableTransaction transaction =
        table
            .newTransaction(WriteMode.APPEND, "MERGE")
            .withSchema(request.target().schema().json())
            .withProperties(request.target().properties())
            .withReadVersion(request.targetVersion())
            .addFiles(written)
            .removeFiles(removed)
            .addChangeFiles(feedFiles);
    request.mark().ifPresent(m -> transaction.withTransactionVersion(m.appId(), m.version()));
    return TableCommits.keeping(
        files,
        before,
        () -> TableCommits.keeping(feed, before, transaction::commit, table::latestVersion),
        table::latestVersion);
  }

  private static Slice.TableFiles slice(ApplyRequest request, List<DataFile> files) {
    return new Slice.TableFiles(files, request.target().schema());
  }

  private static StructType only(StructType schema, List<String> names) {
    StructType some = new StructType();
    for (StructField field : schema.fields()) {
      if (names.stream().anyMatch(field.name()::equalsIgnoreCase)) {
        some = some.add(field);
      }
    }
    return some;
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
        query.output().stream().filter(a -> !a.name().equals(RowChange.COLUMN)).toList(),
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
