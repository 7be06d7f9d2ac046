/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.testkit;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.analysis.plan.TableReading;
import io.lakeward.engine.executor.ApplyRequest;
import io.lakeward.engine.executor.ApplyRequest.RowCondition;
import io.lakeward.engine.executor.ApplyResult;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.DeletionVectors;
import io.lakeward.engine.executor.RowChange;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.TransactionMark;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.tables.DataFile;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.TableCommit;
import io.lakeward.tables.TableSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** A table whose rows are changed, and the requests that change them. */
@SuppressWarnings("NullAway") // as in tests
public abstract class ApplyChangesFixture extends ExecutorFixture {
  static final String SCHEMA = "id int, v string";

  /** The table's rows as they were, in a request's query. */
  private static final String STORED = "stored";

  static final int INSERT = RowChange.INSERT.ordinal();
  static final int UPDATE = RowChange.UPDATE.ordinal();
  static final int DELETE = RowChange.DELETE.ordinal();
  static final int REPLACE = RowChange.REPLACE.ordinal();

  /** A request over all files of the table as it is. */
  final class Request {
    private final TableSnapshot table = DeltaTable.at(path).snapshot();
    LogicalPlan query;
    List<String> identity = List.of("id");
    Optional<RowCondition> replaced = Optional.empty();
    List<DataFile> candidates = table.files();
    long version = table.version();
    boolean feed = true;
    DeletionVectors vectors = DeletionVectors.NEVER;
    String schema = SCHEMA;
    TransactionMark mark;

    Request(String query) {
      this(analyze(query));
    }

    Request(LogicalPlan query) {
      this.query = query;
    }

    ApplyResult apply() {
      return apply(WriteListener.none());
    }

    ApplyResult apply(WriteListener listener) {
      return executor.applyChanges(
          new ApplyRequest(
              new BoundPlan(
                  query, Map.of(STORED, new Slice.TableFiles(table.files(), columns(schema)))),
              identity,
              replaced,
              candidates,
              "MERGE",
              version,
              feed,
              vectors,
              target(schema, table.partitionColumns()),
              Optional.ofNullable(mark)),
          listener);
    }
  }

  /**
   * Rows of values, the last of which says what is done: 0 inserts, 1 updates, 2 deletes, 3
   * replaces.
   */
  static String values(String columns, String... rows) {
    return "select * from values "
        + String.join(", ", rows)
        + " as c("
        + columns
        + ", "
        + RowChange.COLUMN
        + ")";
  }

  Request changes(String... rows) {
    return new Request(values("id, v", rows));
  }

  /** Three files. */
  void fill() {
    append("select * from values (1, 'a'), (2, 'b') as t(id, v)", List.of(), SCHEMA, null);
    append("select * from values (3, 'c'), (4, 'd') as t(id, v)", List.of(), SCHEMA, null);
    append("select * from values (5, 'e'), (null, 'n') as t(id, v)", List.of(), SCHEMA, null);
  }

  /**
   * Changes that say where the rows are stored: of those that a condition holds for, and some that
   * come.
   *
   * @param v what the rows have from now on
   */
  Request byPosition(String condition, RowChange change, String v, String... coming) {
    StructType columns = columns(SCHEMA);
    SourceRelation rows =
        SourceRelation.read(new Source.Table(NAME, columns), STORED, false).withPositions();
    List<Attribute> output = Plans.list(rows.output());
    List<NamedExpression> items =
        List.of(
            output.get(0),
            Plans.named(Literal.create(v, DataTypes.StringType), "v"),
            output.get(2),
            output.get(3),
            Plans.named(Literal.create(change.ordinal(), DataTypes.IntegerType), RowChange.COLUMN));
    LogicalPlan found = new Project(Plans.seq(items), new Filter(condition(condition, rows), rows));
    String places = "cast(null as string) as `#file`, cast(null as bigint) as `#row`";
    List<LogicalPlan> all = new ArrayList<>(List.of(found));
    for (String row : coming) {
      all.add(
          analyze(
              "select id, v, %s, %d as %s from values %s as c(id, v)"
                  .formatted(places, INSERT, RowChange.COLUMN, row)));
    }
    Request request = new Request(new Union(Plans.seq(all), false, false));
    request.identity = SourceRelation.POSITION;
    return request;
  }

  private static StructType columns(String schema) {
    return StructType.fromDDL(schema);
  }

  List<Path> files() {
    return DeltaTable.at(path).snapshot().files().stream().map(DataFile::path).toList();
  }

  TableCommit lastCommit() {
    long version = DeltaTable.at(path).latestVersion().orElseThrow();
    return DeltaTable.at(path).changes(version - 1, version).get(0);
  }

  List<String> feed(String schema) {
    StructType columns =
        StructType.fromDDL(schema).add(TableReading.CHANGE_TYPE, DataTypes.StringType);
    SourceRelation relation =
        new SourceRelation(attributes(columns), "feed", new Source.Table(NAME, columns), false);
    Slice slice = new Slice.TableFiles(lastCommit().changeFiles(), columns);
    return rows(new BoundPlan(relation, Map.of("feed", slice)));
  }

  List<Path> newFiles(List<Path> before) throws IOException {
    try (Stream<Path> all = Files.walk(path)) {
      return all.filter(file -> file.toString().endsWith(".parquet"))
          .filter(file -> !before.contains(file))
          .toList();
    }
  }

  Expression condition(String text) {
    SourceRelation rows =
        SourceRelation.read(new Source.Table(NAME, StructType.fromDDL(SCHEMA)), "t", false);
    return condition(text, rows);
  }
}
