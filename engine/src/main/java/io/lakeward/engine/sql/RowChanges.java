/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.sql;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.analysis.query.AnalyzedChange;
import io.lakeward.analysis.query.AnalyzedQuery;
import io.lakeward.analysis.query.ChangeAnalyzer;
import io.lakeward.analysis.query.FunctionLookup;
import io.lakeward.analysis.query.QueryAnalyzer;
import io.lakeward.analysis.query.StoredRows;
import io.lakeward.engine.catalog.TableNotes;
import io.lakeward.engine.executor.ApplyRequest;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.DeletionVectors;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.executor.QueryResult;
import io.lakeward.engine.executor.RowChange;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.IdentityColumn;
import io.lakeward.tables.PropertyNames;
import io.lakeward.tables.TableSnapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.CaseWhen;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.Tuple2;

/**
 * Runs INSERT, UPDATE, DELETE and MERGE: each is one commit. Streams that read the table fail at
 * the next update unless they skip such commits, as with any change of rows.
 */
final class RowChanges {
  private final SessionTools tools;

  RowChanges(SessionTools tools) {
    this.tools = tools;
  }

  private Map<String, String> defaultsOf(TableName table) {
    return TableNotes.defaultsIn(tools.warehouse().table(table).snapshot().properties());
  }

  QueryResult run(SqlText text) {
    QueryAnalyzer analyzer = tools.analyzer().get();
    AnalyzedChange change =
        new ChangeAnalyzer(analyzer, this::defaultsOf).analyze(text, tools.scope().apply(analyzer));
    TableSnapshot table = tools.warehouse().table(change.target()).snapshot();
    checkAllowed(change, table, text);
    return change instanceof AnalyzedChange.Insert insert
        ? insert(insert, table, text)
        : rewrite((AnalyzedChange.Rewrite) change, table, text);
  }

  private void checkAllowed(AnalyzedChange change, TableSnapshot table, SqlText text) {
    if (DatasetKind.MATERIALIZED_VIEW.name().equals(table.properties().get(TableNotes.KIND))) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.STATEMENT_NOT_ALLOWED,
                  change.operation()
                      + " is not allowed on the materialized view "
                      + change.target().quoted()
                      + ": its rows are those of its query.")
              .at(text.span())
              .withFix("Change the rows of a table that the view reads, and run the pipeline."));
    }
  }

  private QueryResult insert(AnalyzedChange.Insert insert, TableSnapshot table, SqlText text) {
    StructType schema = schemaOf(table);
    LogicalPlan rows =
        new StoredRows(FunctionLookup.none())
            .fit(
                insert.rows(),
                insert.target(),
                givenColumns(insert, table, text),
                TableNotes.defaultsIn(table.properties()),
                TableNotes.generatedIn(table.properties()),
                text);
    WriteRequest request = request(rows, insert.target(), "WRITE", table, schema, text);
    Executor executor = executor(rows, text);
    WriteResult result =
        insert.replacesAll()
            ? executor.overwrite(request, WriteListener.none())
            : executor.append(request, WriteListener.none());
    return new Rows("num_affected_rows BIGINT, num_inserted_rows BIGINT")
        .add(result.rowsWritten(), result.rowsWritten())
        .result();
  }

  /** The columns of the table without those in which it numbers the rows itself. */
  private static StructType givenColumns(
      AnalyzedChange.Insert insert, TableSnapshot table, SqlText text) {
    List<String> given = Plans.list(insert.rows().output()).stream().map(Attribute::name).toList();
    StructType columns = schemaOf(table);
    for (IdentityColumn column : IdentityColumn.of(table.schemaJson())) {
      boolean isGiven = given.stream().anyMatch(column.name()::equalsIgnoreCase);
      if (isGiven && !column.isGivenAllowed()) {
        throw new ProjectException(
            Problem.of(
                    ProblemCode.INCOMPATIBLE_SCHEMA,
                    "IDENTITY_COLUMNS_EXPLICIT_INSERT_NOT_SUPPORTED: "
                        + insert.target().quoted()
                        + " numbers its rows itself in column `"
                        + column.name()
                        + "`.")
                .at(text.span())
                .withFix("Name the other columns behind the table, and give values for them."));
      }
      if (!isGiven) {
        columns =
            new StructType(
                Arrays.stream(columns.fields())
                    .filter(field -> !field.name().equalsIgnoreCase(column.name()))
                    .toArray(StructField[]::new));
      }
    }
    return columns;
  }

  private QueryResult rewrite(AnalyzedChange.Rewrite change, TableSnapshot table, SqlText text) {
    Map<String, String> generated = TableNotes.generatedIn(table.properties());
    generated.keySet().stream()
        .filter(change.assigned()::contains)
        .findFirst()
        .ifPresent(column -> refuseGenerated(column, change, text));
    change.clashes().ifPresent(sizes -> checkClashes(sizes, change.target(), text));
    Map<String, Long> counts = counts(change.counts(), text);
    long affected = counts.values().stream().mapToLong(Long::longValue).sum();
    if (affected > 0) {
      ApplyRequest changes = changes(change, generated, table, text);
      executor(changes.query().plan(), text).applyChanges(changes, WriteListener.none());
    }
    if (!change.operation().equals("MERGE")) {
      return new Rows("num_affected_rows BIGINT").add(affected).result();
    }
    return new Rows(
            "num_affected_rows BIGINT, num_updated_rows BIGINT, num_deleted_rows BIGINT,"
                + " num_inserted_rows BIGINT")
        .add(
            affected,
            counts.getOrDefault("update", 0L),
            counts.getOrDefault("delete", 0L),
            counts.getOrDefault("insert", 0L))
        .result();
  }

  private static void refuseGenerated(String column, AnalyzedChange.Rewrite change, SqlText text) {
    throw new ProjectException(
        Problem.of(
                ProblemCode.INCOMPATIBLE_SCHEMA,
                "Column `%s` of %s is generated and takes no value."
                    .formatted(column, change.target().quoted()))
            .at(text.span())
            .withFix("Set the columns from which it follows."));
  }

  /** Only files that hold rows which the change is about are written anew. */
  private ApplyRequest changes(
      AnalyzedChange.Rewrite change,
      Map<String, String> generated,
      TableSnapshot table,
      SqlText text) {
    LogicalPlan changes =
        generated.isEmpty()
            ? change.changes()
            : new StoredRows(FunctionLookup.none())
                .withGenerated(change.changes(), schemaOf(table), generated, change.target(), text);
    WriteRequest whole =
        request(marked(changes), change.target(), change.operation(), table, schemaOf(table), text);
    return new ApplyRequest(
        whole.query(),
        SourceRelation.POSITION,
        Optional.empty(),
        table.files(),
        change.operation(),
        table.version(),
        "true".equalsIgnoreCase(table.properties().get(PropertyNames.CHANGE_DATA_FEED)),
        DeletionVectors.of(table, DeletionVectors.NEVER),
        whole.target(),
        Optional.empty());
  }

  /** With the action as an executor wants it. */
  private static LogicalPlan marked(LogicalPlan changes) {
    List<NamedExpression> columns = new ArrayList<>();
    for (Attribute column : Plans.list(changes.output())) {
      if (!column.name().equals(AnalyzedChange.Rewrite.ACTION)) {
        columns.add(column);
        continue;
      }
      List<Tuple2<Expression, Expression>> kinds = new ArrayList<>();
      for (RowChange kind : List.of(RowChange.INSERT, RowChange.UPDATE)) {
        Expression isKind =
            new EqualTo(
                column, Literal.create(kind.name().toLowerCase(Locale.ROOT), DataTypes.StringType));
        kinds.add(new Tuple2<>(isKind, number(kind)));
      }
      columns.add(
          Plans.named(
              new CaseWhen(Plans.seq(kinds), Option.apply(number(RowChange.DELETE))),
              RowChange.COLUMN));
    }
    return new Project(Plans.seq(columns), changes);
  }

  private static Expression number(RowChange kind) {
    return Literal.create(kind.ordinal(), DataTypes.IntegerType);
  }

  private Map<String, Long> counts(LogicalPlan plan, SqlText text) {
    Map<String, Long> counts = new HashMap<>();
    for (List<?> row : collect(plan, text).rows()) {
      String action = String.valueOf(row.get(0)).split(" ")[0];
      if (!action.equals("keep")) {
        counts.merge(action, (Long) row.get(1), Long::sum);
      }
    }
    return counts;
  }

  private void checkClashes(LogicalPlan sizes, TableName target, SqlText text) {
    List<? extends List<?>> rows = collect(sizes, text).rows();
    if (!rows.get(0).get(0).equals(rows.get(1).get(0))) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.MERGE_CARDINALITY_VIOLATION,
                  "Several rows of the source match one row of "
                      + target.quoted()
                      + ", and which of them counts cannot be told.")
              .at(text.span())
              .withFix("Let the source have one row for each row of the table."));
    }
  }

  private QueryResult collect(LogicalPlan plan, SqlText text) {
    return executor(plan, text).collect(SqlSession.bound(plan, text, tools), Integer.MAX_VALUE);
  }

  private Executor executor(LogicalPlan plan, SqlText text) {
    return SqlSession.at(text.span(), () -> tools.executor().apply(plan));
  }

  private WriteRequest request(
      LogicalPlan rows,
      TableName target,
      String operation,
      TableSnapshot table,
      StructType schema,
      SqlText text) {
    BoundPlan bound = SqlSession.bound(new AnalyzedQuery(rows).plan(), text, tools);
    return new WriteRequest(
        bound,
        List.of(),
        new WriteTarget(
            target,
            tools.warehouse().pathOf(target),
            schema,
            table.partitionColumns(),
            Map.of(),
            Optional.empty(),
            IdentityColumn.of(table.schemaJson())),
        Optional.empty(),
        Optional.of(new WriteRequest.Operation(operation, table.version())));
  }

  private static StructType schemaOf(TableSnapshot table) {
    return (StructType) DataType.fromJson(table.schemaJson());
  }
}
