/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.sql;

import io.lakeward.analysis.query.QueryAnalyzer;
import io.lakeward.engine.catalog.PublishedView;
import io.lakeward.engine.catalog.TableNotes;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.language.sql.SqlCommand;
import io.lakeward.model.name.SqlQuoting;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.ColumnDefinition;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.TableSnapshot;
import io.lakeward.tables.TableTransaction;
import io.lakeward.tables.WriteMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/** Makes and changes tables and views that no pipeline owns, such as sources to try things with. */
final class FreeTables {
  private final SessionTools tools;

  FreeTables(SessionTools tools) {
    this.tools = tools;
  }

  void create(SqlCommand.CreateTable create) {
    TableName name = create.table().name();
    DeltaTable table = tools.warehouse().table(name);
    if (table.exists()) {
      if (create.ifAbsent()) {
        return;
      }
      checkFree(name, create.where());
      if (!create.replace()) {
        throw exists(name, create.where());
      }
    }
    if (create.query().isPresent()) {
      createFrom(create.query().get(), create.table(), table, create.where());
    } else {
      StructType schema = schemaOf(create.table().columns(), create.where());
      putAside(name, table);
      commitNew(create.table(), table, schema);
    }
  }

  private void createFrom(SqlText query, Dataset dataset, DeltaTable table, SourceSpan where) {
    QueryAnalyzer analyzer = tools.analyzer().get();
    LogicalPlan plan =
        SqlSession.at(where, () -> analyzer.analyze(query, tools.scope().apply(analyzer))).plan();
    StructType schema = plan.schema().asNullable();
    var bound = SqlSession.bound(plan, query, tools);
    putAside(dataset.name(), table);
    tools
        .executor()
        .apply(plan)
        .overwrite(
            new WriteRequest(
                bound,
                List.of(),
                new WriteTarget(
                    dataset.name(),
                    table.path(),
                    schema,
                    dataset.partitionColumns(),
                    properties(dataset),
                    dataset.comment()),
                Optional.empty(),
                Optional.of(new WriteRequest.Operation("CREATE TABLE AS SELECT", -1))),
            WriteListener.none());
  }

  private void commitNew(Dataset dataset, DeltaTable table, StructType schema) {
    TableTransaction transaction =
        table
            .newTransaction(WriteMode.APPEND, "CREATE TABLE")
            .withSchema(schema.json())
            .withPartitionColumns(dataset.partitionColumns())
            .withProperties(properties(dataset));
    dataset.comment().ifPresent(transaction::withDescription);
    transaction.commit();
  }

  private static Map<String, String> properties(Dataset dataset) {
    Map<String, String> properties = new HashMap<>(dataset.properties());
    properties.putAll(TableNotes.of(dataset));
    return properties;
  }

  /** A table that is replaced is another one; streams that read it have to start over. */
  private void putAside(TableName name, DeltaTable table) {
    if (table.exists()) {
      tools.dropped().drop(name, table.path(), tools.services().stateOf(name));
    }
  }

  void createView(SqlCommand.CreateView create) {
    TableName name = create.view().name();
    Optional<PublishedView> known = tools.views().find(name);
    boolean isTaken = known.isPresent() || tools.warehouse().exists(name);
    if (isTaken && create.ifAbsent()) {
      return;
    }
    boolean isOwned = known.map(view -> !view.pipelineId().isEmpty()).orElse(false);
    if (tools.warehouse().exists(name) || isOwned || (isTaken && !create.replace())) {
      throw exists(name, create.where());
    }
    QueryAnalyzer analyzer = tools.analyzer().get();
    SqlText query = create.query();
    SqlSession.at(create.where(), () -> analyzer.analyze(query, tools.scope().apply(analyzer)));
    tools.views().put(view(create));
  }

  static PublishedView view(SqlCommand.CreateView create) {
    SqlText query = create.query();
    return new PublishedView(
        create.view().name(),
        query.sql(),
        query.catalog(),
        query.schema(),
        query.conf(),
        create.view().columns().stream().map(ColumnDefinition::name).toList(),
        create.view().comment(),
        "");
  }

  void addColumns(
      TableName name, TableSnapshot table, List<ColumnDefinition> added, SourceSpan where) {
    StructType columns = (StructType) DataType.fromJson(table.schemaJson());
    for (var field : schemaOf(added, where).fields()) {
      if (List.of(columns.fieldNames()).stream().anyMatch(field.name()::equalsIgnoreCase)) {
        throw new ProjectException(
            Problem.of(
                    ProblemCode.INCOMPATIBLE_SCHEMA,
                    "The table " + name.quoted() + " has a column " + field.name() + ".")
                .at(where)
                .withFix("Give the new column another name."));
      }
      columns = columns.add(field.name(), field.dataType(), true, field.metadata());
    }
    tools
        .warehouse()
        .table(name)
        .newTransaction(WriteMode.APPEND, "ADD COLUMNS")
        .withSchema(columns.json())
        .commit();
  }

  void truncate(SqlCommand.Truncate truncate) {
    free(truncate.name(), truncate.where());
    tools
        .warehouse()
        .table(truncate.name())
        .newTransaction(WriteMode.OVERWRITE, "TRUNCATE")
        .commit();
  }

  private TableSnapshot free(TableName name, SourceSpan where) {
    TableSnapshot table =
        tools
            .warehouse()
            .table(name)
            .findSnapshot()
            .orElseThrow(
                () -> new ProjectException(new TableFacts(tools).notFound(name).at(where)));
    checkFree(name, where);
    return table;
  }

  private void checkFree(TableName name, SourceSpan where) {
    if (tools.warehouse().table(name).snapshot().properties().containsKey(TableNotes.IDENTITY)) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.STATEMENT_NOT_ALLOWED,
                  "ALTER_NOT_ALLOWED_FOR_PIPELINE_TABLE: "
                      + name.quoted()
                      + " belongs to a pipeline and is changed where it is defined.")
              .at(where)
              .withFix("Change the CREATE statement in the pipeline's file and run the pipeline."));
    }
  }

  private static ProjectException exists(TableName name, SourceSpan where) {
    return new ProjectException(
        Problem.of(
                ProblemCode.TABLE_OR_VIEW_ALREADY_EXISTS,
                "There is a table or view " + name.quoted() + " already.")
            .at(where)
            .withFix("Choose another name, or write CREATE OR REPLACE or IF NOT EXISTS."));
  }

  private static StructType schemaOf(List<ColumnDefinition> columns, SourceSpan where) {
    String ddl =
        columns.stream()
            .map(
                column ->
                    "`"
                        + column.name().replace("`", "``")
                        + "` "
                        + column.type().orElse("STRING")
                        + (column.nullable() ? "" : " NOT NULL")
                        + column.comment().map(c -> " COMMENT " + SqlQuoting.string(c)).orElse(""))
            .collect(Collectors.joining(", "));
    try {
      return StructType.fromDDL(ddl);
    } catch (Exception e) { // Spark's parser throws checked exceptions undeclared
      throw new ProjectException(
          Problem.of(
                  ProblemCode.INCOMPATIBLE_SCHEMA,
                  "A column has a type that does not exist: " + ddl + ".")
              .at(where)
              .withFix("Use types such as STRING, INT, BIGINT, DOUBLE, DATE or TIMESTAMP."),
          e);
    }
  }
}
