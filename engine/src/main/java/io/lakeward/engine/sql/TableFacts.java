/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.sql;

import io.lakeward.analysis.query.QueryAnalyzer;
import io.lakeward.engine.catalog.PublishedView;
import io.lakeward.engine.catalog.TableNotes;
import io.lakeward.engine.executor.QueryResult;
import io.lakeward.language.sql.SqlCommand;
import io.lakeward.model.name.SqlQuoting;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.SqlFunction;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.DidYouMean;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceFile;
import io.lakeward.tables.DataFile;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.HistoryEntry;
import io.lakeward.tables.PropertyNames;
import io.lakeward.tables.TableSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Answers DESCRIBE and SHOW for one table, view or function. */
final class TableFacts {
  private static final int LONGEST_HISTORY = 1000;

  private final SessionTools tools;
  private final TemporaryViews temporary;

  TableFacts(SessionTools tools) {
    this(tools, new TemporaryViews());
  }

  TableFacts(SessionTools tools, TemporaryViews temporary) {
    this.tools = tools;
    this.temporary = temporary;
  }

  QueryResult describe(SqlCommand.Describe describe) {
    return switch (describe.facts()) {
      case COLUMNS, EXTENDED -> columns(describe);
      case HISTORY -> history(describe.name(), describe.limit().orElse(LONGEST_HISTORY));
      case DETAIL -> detail(describe.name());
      case FUNCTION -> function(describe.name());
      case SCHEMA -> schema(describe.name());
    };
  }

  QueryResult show(SqlCommand.ShowPart show) {
    return switch (show.part()) {
      case COLUMNS -> {
        Rows rows = new Rows("col_name STRING");
        columnsOf(show.name()).forEach(rows::add);
        yield rows.result();
      }
      case PROPERTIES -> {
        Rows rows = new Rows("key STRING, value STRING");
        Map<String, String> properties = properties(snapshot(show.name()));
        if (show.key().isPresent()) {
          String key = show.key().get();
          String value = properties.get(PropertyNames.canonical(key));
          rows.add(
              key,
              value != null
                  ? value
                  : "Table %s does not have property: %s".formatted(show.name().quoted(), key));
        } else {
          properties.forEach(rows::add);
        }
        yield rows.result();
      }
      case PARTITIONS -> partitions(show.name());
      case STATEMENT -> new Rows("createtab_stmt STRING").add(statement(show.name())).result();
    };
  }

  /** Each combination of values of the partition columns that the table has files of. */
  private QueryResult partitions(TableName name) {
    TableSnapshot table = snapshot(name);
    if (table.partitionColumns().isEmpty()) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.STATEMENT_NOT_ALLOWED,
                  "The table " + name.quoted() + " is not partitioned.")
              .withFix("DESCRIBE EXTENDED tells how a table is."));
    }
    Rows rows = new Rows("partition STRING");
    table.files().stream()
        .map(
            file ->
                table.partitionColumns().stream()
                    .map(column -> column + "=" + partition(file, column))
                    .collect(Collectors.joining("/")))
        .distinct()
        .sorted()
        .forEach(rows::add);
    return rows.result();
  }

  private static String partition(DataFile file, String column) {
    return Optional.ofNullable(file.partitionValues().get(column))
        .orElse("__HIVE_DEFAULT_PARTITION__");
  }

  /** What a query gives. */
  static QueryResult columns(StructType schema) {
    Rows rows = new Rows("col_name STRING, data_type STRING, comment STRING");
    for (StructField field : schema.fields()) {
      rows.add(field.name(), field.dataType().catalogString(), comment(field));
    }
    return rows.result();
  }

  List<String> columnsOf(TableName name) {
    return List.of(schemaOf(name).fieldNames());
  }

  private StructType schemaOf(TableName name) {
    Optional<PublishedView> view = temporary.find(name);
    if (view.isPresent()) {
      return schemaOf(view.get().text());
    }
    Optional<TableSnapshot> table = tools.warehouse().table(name).findSnapshot();
    return table.isPresent()
        ? (StructType) DataType.fromJson(table.get().schemaJson())
        : schemaOf(view(name));
  }

  private StructType schemaOf(PublishedView view) {
    String sql = "SELECT * FROM " + view.name().quoted();
    SourceFile file = new SourceFile("<query>", sql);
    return schemaOf(
        new SqlText(file.span(0, sql.length()), sql, view.catalog(), view.schema(), view.conf()));
  }

  private StructType schemaOf(SqlText query) {
    QueryAnalyzer analyzer = tools.analyzer().get();
    return analyzer.analyze(query, tools.scope().apply(analyzer)).schema();
  }

  private PublishedView view(TableName name) {
    return tools.views().find(name).orElseThrow(() -> new ProjectException(notFound(name)));
  }

  private TableSnapshot snapshot(TableName name) {
    return tools
        .warehouse()
        .table(name)
        .findSnapshot()
        .orElseThrow(() -> new ProjectException(notFound(name)));
  }

  Problem notFound(TableName name) {
    List<String> known = new ArrayList<>();
    tools.warehouse().tables().forEach(table -> known.add(table.table()));
    tools.views().all().forEach(view -> known.add(view.name().table()));
    Problem problem =
        Problem.of(
            ProblemCode.TABLE_OR_VIEW_NOT_FOUND,
            "Table or view " + name.quoted() + " does not exist.");
    return DidYouMean.closest(name.table(), known)
        .map(near -> problem.withFix("Did you mean " + near + "?"))
        .orElseGet(() -> problem.withFix("SHOW TABLES lists the tables of a schema."));
  }

  private QueryResult columns(SqlCommand.Describe describe) {
    TableName name = describe.name();
    StructType schema = schemaOf(name);
    if (describe.column().isPresent()) {
      return column(schema, describe.column().get());
    }
    Rows rows = new Rows("col_name STRING, data_type STRING, comment STRING");
    for (StructField field : schema.fields()) {
      rows.add(field.name(), field.dataType().catalogString(), comment(field));
    }
    Optional<TableSnapshot> table = tools.warehouse().table(name).findSnapshot();
    table.ifPresent(snapshot -> partitions(rows, snapshot, schema));
    if (describe.facts() == SqlCommand.Facts.EXTENDED) {
      rows.add("", "", "");
      rows.add("# Detailed Table Information", "", "");
      rows.add("Catalog", name.catalog(), "");
      rows.add("Database", name.schema(), "");
      rows.add("Table", name.table(), "");
      if (table.isPresent()) {
        details(rows, name, table.get());
        keys(rows, table.get());
        if (table.get().properties().containsKey(TableNotes.IDENTITY)) {
          RefreshFacts.addTo(rows, name, tools.events());
        }
      } else {
        PublishedView view = view(name);
        rows.add("Type", "VIEW", "");
        view.comment().ifPresent(comment -> rows.add("Comment", comment, ""));
        rows.add("View Text", view.sql(), "");
      }
    }
    return rows.result();
  }

  private static QueryResult column(StructType schema, String column) {
    for (StructField field : schema.fields()) {
      if (field.name().equalsIgnoreCase(column)) {
        return new Rows("info_name STRING, info_value STRING")
            .add("col_name", field.name())
            .add("data_type", field.dataType().catalogString())
            .add("comment", field.getComment().getOrElse(() -> "NULL"))
            .result();
      }
    }
    Problem problem =
        Problem.of(ProblemCode.UNRESOLVED_COLUMN, "Column " + column + " cannot be resolved.");
    throw new ProjectException(
        DidYouMean.closest(column, List.of(schema.fieldNames()))
            .map(near -> problem.withFix("Did you mean " + near + "?"))
            .orElse(problem));
  }

  private static void partitions(Rows rows, TableSnapshot table, StructType schema) {
    if (table.partitionColumns().isEmpty()) {
      return;
    }
    rows.add("# Partition Information", "", "");
    rows.add("# col_name", "data_type", "comment");
    for (String partition : table.partitionColumns()) {
      for (StructField field : schema.fields()) {
        if (field.name().equalsIgnoreCase(partition)) {
          rows.add(field.name(), field.dataType().catalogString(), comment(field));
        }
      }
    }
  }

  private void details(Rows rows, TableName name, TableSnapshot table) {
    rows.add("Type", kind(table), "");
    rows.add("Provider", "delta", "");
    if (table.properties().containsKey(TableNotes.INACTIVE)) {
      rows.add("Status", "INACTIVE", "no definition in the pipeline any more");
    }
    table.description().ifPresent(comment -> rows.add("Comment", comment, ""));
    rows.add("Location", tools.warehouse().pathOf(name).toUri().toString(), "");
    rows.add("Version", String.valueOf(table.version()), "");
    rows.add("Last Updated", table.timestamp().toString(), "");
    rows.add(
        "Table Properties",
        properties(table).entrySet().stream()
            .map(e -> e.getKey() + "=" + e.getValue())
            .collect(Collectors.joining(",", "[", "]")),
        "");
    policies(rows, table);
  }

  private static void keys(Rows rows, TableSnapshot table) {
    Map<String, String> keys = TableNotes.keysIn(table.properties());
    if (!keys.isEmpty()) {
      rows.add("# Constraints", "", "");
      new TreeMap<>(keys).forEach((name, key) -> rows.add(name, key, ""));
    }
  }

  private static void policies(Rows rows, TableSnapshot table) {
    var policy = TableNotes.policyIn(table.properties());
    policy.rowFilter().ifPresent(filter -> rows.add("Row Filter", filter.sql(), ""));
    new TreeMap<>(policy.masks())
        .forEach((column, mask) -> rows.add("Column Mask", column + ": " + mask.sql(), ""));
    Map<String, String> tags = TableNotes.tagsIn(table.properties());
    new TreeMap<>(tags).forEach((tag, value) -> rows.add("Tag", tag, value));
  }

  private static String kind(TableSnapshot table) {
    String kind = table.properties().get(TableNotes.KIND);
    return kind == null || kind.equals("TABLE") ? "MANAGED" : kind;
  }

  /** The properties that a user set. */
  private static Map<String, String> properties(TableSnapshot table) {
    Map<String, String> own = new TreeMap<>(table.properties());
    own.keySet().removeIf(key -> key.startsWith("lakeward."));
    return own;
  }

  private static @Nullable String comment(StructField field) {
    return field.getComment().isDefined() ? field.getComment().get() : null;
  }

  private QueryResult history(TableName name, int limit) {
    DeltaTable table = tools.warehouse().table(name);
    snapshot(name);
    Rows rows =
        new Rows(
            "version BIGINT, timestamp TIMESTAMP, operation STRING, operationParameters MAP<STRING,"
                + " STRING>, operationMetrics MAP<STRING, STRING>, engineInfo STRING");
    for (HistoryEntry entry : table.history(limit)) {
      rows.add(
          entry.version(),
          entry.timestamp(),
          entry.operation(),
          new TreeMap<>(entry.operationParameters()),
          new TreeMap<>(entry.operationMetrics()),
          entry.engineInfo().orElse(null));
    }
    return rows.result();
  }

  private QueryResult detail(TableName name) {
    TableSnapshot table = snapshot(name);
    return new Rows(
            "format STRING, id STRING, name STRING, description STRING, location STRING,"
                + " lastModified TIMESTAMP, partitionColumns ARRAY<STRING>, numFiles BIGINT,"
                + " sizeInBytes BIGINT, properties MAP<STRING, STRING>")
        .add(
            "delta",
            table.id(),
            name.quoted(),
            table.description().orElse(null),
            tools.warehouse().pathOf(name).toUri().toString(),
            table.timestamp(),
            new ArrayList<>(table.partitionColumns()),
            (long) table.files().size(),
            table.files().stream().mapToLong(DataFile::size).sum(),
            properties(table))
        .result();
  }

  private QueryResult function(TableName name) {
    SqlFunction function =
        tools
            .functions()
            .find(name)
            .orElseThrow(
                () ->
                    new ProjectException(
                        Problem.of(
                                ProblemCode.UNRESOLVED_ROUTINE,
                                "Function " + name.quoted() + " does not exist.")
                            .withFix("SHOW FUNCTIONS lists those of a schema.")));
    Rows rows = new Rows("function_desc STRING");
    rows.add("Function: " + function.name().quoted());
    rows.add(
        "Input: "
            + function.parameters().stream()
                .map(p -> p.name() + " " + p.type())
                .collect(Collectors.joining(", ")));
    function.returnType().ifPresent(type -> rows.add("Returns: " + type));
    function.rows().ifPresent(columns -> rows.add("Returns: " + returned(columns)));
    function.comment().ifPresent(comment -> rows.add("Comment: " + comment));
    rows.add("Body: " + function.body());
    return rows.result();
  }

  private static String returned(List<SqlFunction.ResultColumn> columns) {
    return columns.isEmpty()
        ? "TABLE"
        : columns.stream()
            .map(column -> SqlQuoting.quoteIfNeeded(column.name()) + " " + column.type())
            .collect(Collectors.joining(", ", "TABLE (", ")"));
  }

  private QueryResult schema(TableName schema) {
    boolean exists =
        tools.warehouse().tables().stream()
            .anyMatch(
                t ->
                    t.catalog().equalsIgnoreCase(schema.catalog())
                        && t.schema().equalsIgnoreCase(schema.schema()));
    if (!exists) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.TABLE_OR_VIEW_NOT_FOUND,
                  "There is no schema " + schema.catalog() + "." + schema.schema() + ".")
              .withFix("SHOW SCHEMAS lists the schemas of a catalog."));
    }
    return new Rows("database_description_item STRING, database_description_value STRING")
        .add("Catalog Name", schema.catalog())
        .add("Namespace Name", schema.schema())
        .result();
  }

  private String statement(TableName name) {
    Optional<TableSnapshot> table = tools.warehouse().table(name).findSnapshot();
    if (table.isEmpty()) {
      PublishedView view = view(name);
      return "CREATE VIEW " + name.quoted() + " AS " + view.sql();
    }
    StructType schema = schemaOf(name);
    List<String> columns = new ArrayList<>();
    for (StructField field : schema.fields()) {
      columns.add(
          "  "
              + SqlQuoting.quoteIfNeeded(field.name())
              + " "
              + field.dataType().sql()
              + (field.nullable() ? "" : " NOT NULL")
              + (field.getComment().isEmpty()
                  ? ""
                  : " COMMENT " + SqlQuoting.string(field.getComment().get())));
    }
    StringBuilder sql = new StringBuilder("CREATE ");
    sql.append(
        kind(table.get()).replace("MANAGED", "TABLE").replace('_', ' ').toUpperCase(Locale.ROOT));
    sql.append(' ').append(name.quoted()).append(" (\n");
    sql.append(String.join(",\n", columns)).append(")\nUSING delta");
    if (!table.get().partitionColumns().isEmpty()) {
      sql.append("\nPARTITIONED BY (")
          .append(
              table.get().partitionColumns().stream()
                  .map(SqlQuoting::quoteIfNeeded)
                  .collect(Collectors.joining(", ")))
          .append(')');
    }
    table.get().description().ifPresent(c -> sql.append("\nCOMMENT ").append(SqlQuoting.string(c)));
    Map<String, String> properties = properties(table.get());
    if (!properties.isEmpty()) {
      sql.append("\nTBLPROPERTIES (")
          .append(
              properties.entrySet().stream()
                  .map(e -> SqlQuoting.string(e.getKey()) + " = " + SqlQuoting.string(e.getValue()))
                  .collect(Collectors.joining(", ")))
          .append(')');
    }
    return sql.toString();
  }
}
