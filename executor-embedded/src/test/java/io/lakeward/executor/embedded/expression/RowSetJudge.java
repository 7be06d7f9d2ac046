/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import io.lakeward.analysis.plan.Plans;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.WindowExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Window;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DoubleType;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Compares aggregates and window functions with a running Spark. The table has a group {@code g}, a
 * unique {@code id} and value columns {@code a}, {@code b}.
 */
final class RowSetJudge implements AutoCloseable {
  private static final int ROWS = 80;
  private final SparkSession spark;
  private final TestAnalyzer analyzer = new TestAnalyzer("UTC", true);
  private final Connection connection;
  final CatalystFunctions functions;
  private final Map<String, Table> tables = new HashMap<>();
  long comparisons;

  private record Table(String name, List<Attribute> columns) {}

  RowSetJudge(SparkSession spark) throws SQLException {
    this.spark = spark;
    this.connection = DriverManager.getConnection("jdbc:duckdb:");
    for (String setting : ExpressionTranslator.databaseSettings("UTC")) {
      execute(setting);
    }
    this.functions = new CatalystFunctions(connection);
  }

  List<String> judgeAggregate(String call, String ddl) throws SQLException {
    Table table = table(ddl);
    Aggregate plan =
        (Aggregate) analyzer.analyze("SELECT " + call + " AS r FROM t GROUP BY g", table.columns());
    Expression expression = ((Alias) plan.aggregateExpressions().head()).child();
    String sql = translator().aggregate((AggregateExpression) expression);
    String key = ColumnNames.of(table.columns().get(0));
    return compare(
        "SELECT g, " + call + " AS r FROM " + table.name() + " GROUP BY g",
        expression.dataType(),
        packed ->
            "SELECT "
                + key
                + ", "
                + packed
                + ", typeof(x) FROM (SELECT "
                + key
                + ", "
                + sql
                + " AS x FROM "
                + table.name()
                + " GROUP BY 1)",
        call.startsWith("collect_set"));
  }

  List<String> judgeWindow(String call, String ddl) throws SQLException {
    Table table = table(ddl);
    LogicalPlan plan = analyzer.analyze("SELECT " + call + " AS r FROM t", table.columns());
    while (!(plan instanceof Window)) {
      plan = plan.children().head();
    }
    WindowExpression window =
        (WindowExpression) ((Alias) ((Window) plan).windowExpressions().head()).child();
    String sql = translator().window(window);
    List<String> inputs = new ArrayList<>();
    Project child = (Project) plan.children().head();
    for (NamedExpression column : CollectionConverters.asJava(child.projectList())) {
      inputs.add(
          translator().translate((Expression) column)
              + " AS "
              + ColumnNames.of(column.toAttribute()));
    }
    String source =
        "(SELECT "
            + String.join(", ", inputs)
            + (child.projectList().exists(c -> c.name().equals("id"))
                ? ""
                : ", " + ColumnNames.of(table.columns().get(1)))
            + " FROM "
            + table.name()
            + ")";
    String id = ColumnNames.of(table.columns().get(1));
    return compare(
        "SELECT id, " + call + " AS r FROM " + table.name(),
        window.dataType(),
        packed ->
            "SELECT "
                + id
                + ", "
                + packed
                + ", typeof(x) FROM (SELECT "
                + id
                + ", "
                + sql
                + " AS x FROM "
                + source
                + ")",
        false);
  }

  private ExpressionTranslator translator() {
    return new ExpressionTranslator(
        functions, new EvaluationSettings(analyzer.conf, Instant.EPOCH), p -> "");
  }

  private interface Query {
    String of(String packed);
  }

  private List<String> compare(
      String sparkQuery, DataType type, Query duckQuery, boolean unordered) {
    ArrayType wrapped = new ArrayType(type, true);
    List<String> mismatches = new ArrayList<>();
    Map<Object, String> expected = null;
    String sparkFailure = "";
    try {
      expected = new HashMap<>();
      for (InternalRow row :
          (InternalRow[]) spark.sql(sparkQuery).queryExecution().executedPlan().executeCollect()) {
        Object value = row.isNullAt(1) ? null : row.get(1, type);
        expected.put(
            row.isNullAt(0) ? null : row.getInt(0),
            NestedText.write(
                wrapped,
                new org.apache.spark.sql.catalyst.util.GenericArrayData(new Object[] {value})));
      }
    } catch (Exception e) {
      expected = null;
      sparkFailure = String.valueOf(e.getMessage());
    }
    String query = duckQuery.of(new ValueTransport().pack(wrapped, "[x]"));
    try (Statement statement = connection.createStatement();
        ResultSet results = statement.executeQuery(query)) {
      if (expected == null) {
        mismatches.add("Spark fails (" + sparkFailure + "), DuckDB does not");
        return mismatches;
      }
      int rows = 0;
      while (results.next()) {
        rows++;
        comparisons++;
        Object key = results.getObject(1);
        String actual = NestedText.write(wrapped, NestedText.read(wrapped, results.getString(2)));
        if (!isSame(type, expected.get(key), actual, unordered)) {
          mismatches.add(key + ": Spark " + expected.get(key) + ", DuckDB " + actual);
        }
        String duckType =
            DuckTypes.of(type)
                .replace(", ", ",")
                .replace("TIMESTAMPTZ", "TIMESTAMP WITH TIME ZONE")
                .replace("\"", "");
        if (!results.getString(3).replace(", ", ",").replace("\"", "").equals(duckType)) {
          mismatches.add("type " + results.getString(3) + " instead of " + duckType);
          break;
        }
      }
      if (rows != expected.size()) {
        mismatches.add("rows " + rows + " instead of " + expected.size());
      }
    } catch (SQLException e) {
      comparisons++;
      if (expected != null) {
        mismatches.add("DuckDB fails where Spark does not: " + e.getMessage());
      }
    }
    return mismatches;
  }

  private static boolean isSame(
      DataType type, @Nullable String expected, String actual, boolean unordered) {
    if (actual.equals(expected)) {
      return true;
    }
    if (expected == null) {
      return false;
    }
    if (unordered) {
      List<String> left = new ArrayList<>(Arrays.asList(expected.split(",")));
      List<String> right = new ArrayList<>(Arrays.asList(actual.split(",")));
      left.replaceAll(s -> s.replaceAll("[\\[\\]]", ""));
      right.replaceAll(s -> s.replaceAll("[\\[\\]]", ""));
      Collections.sort(left);
      Collections.sort(right);
      return left.equals(right);
    }
    if (!(type instanceof DoubleType) || expected.contains("null") || actual.contains("null")) {
      return false;
    }
    double left = Double.parseDouble(expected.replaceAll("[\\[\\]\"]", ""));
    double right = Double.parseDouble(actual.replaceAll("[\\[\\]\"]", ""));
    return left == right
        || Math.abs(left - right) <= 1e-12 * Math.max(Math.abs(left), Math.abs(right));
  }

  private Table table(String ddl) throws SQLException {
    Table known = tables.get(ddl);
    if (known != null) {
      return known;
    }
    List<DataType> types = Judge.types(ddl);
    List<Attribute> columns = new ArrayList<>();
    columns.add(attribute("g", DataTypes.IntegerType));
    columns.add(attribute("id", DataTypes.IntegerType));
    for (DataType type : types) {
      columns.add(attribute(String.valueOf((char) ('a' + columns.size() - 2)), type));
    }
    String name = "v" + tables.size();
    List<Object[]> rows = rows(types);
    ValueTransport transport = new ValueTransport();
    List<String> lines = new ArrayList<>();
    List<InternalRow> sparkRows = new ArrayList<>();
    for (Object[] row : rows) {
      List<String> items = new ArrayList<>();
      for (int i = 0; i < row.length; i++) {
        items.add(Literals.of(row[i], columns.get(i).dataType(), transport));
      }
      lines.add("(" + String.join(", ", items) + ")");
      sparkRows.add(new GenericInternalRow(row));
    }
    execute(
        "CREATE TABLE "
            + name
            + " ("
            + columns.stream()
                .map(c -> ColumnNames.of(c) + " " + DuckTypes.of(c.dataType()))
                .collect(Collectors.joining(", "))
            + ")");
    execute("INSERT INTO " + name + " VALUES " + String.join(", ", lines));
    List<Attribute> sparkColumns =
        columns.stream().map(Attribute::newInstance).collect(Collectors.toList());
    LocalRelation relation =
        new LocalRelation(
            Plans.seq(sparkColumns), Plans.seq(sparkRows), false, scala.Option.empty());
    org.apache.spark.sql.classic.Dataset.ofRows(
            (org.apache.spark.sql.classic.SparkSession) spark, relation)
        .createOrReplaceTempView(name);
    Table table = new Table(name, columns);
    tables.put(ddl, table);
    return table;
  }

  /** Group 1 has one row, group 2 only NULLs, group NULL and the others a mixture. */
  private static List<Object[]> rows(List<DataType> types) {
    Random random = new Random(7);
    List<List<@Nullable Object>> pools =
        types.stream().map(type -> TestValues.of(type, random)).toList();
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      Object[] row = new Object[types.size() + 2];
      Integer group =
          i == 0
              ? (Integer) 1
              : i < 4 ? (Integer) 2 : i % 9 == 0 ? null : (Integer) (3 + random.nextInt(6));
      row[0] = group;
      row[1] = i;
      for (int j = 0; j < types.size(); j++) {
        List<@Nullable Object> pool = pools.get(j);
        row[j + 2] = i == 0 ? pool.get(1) : i < 4 ? null : pool.get(random.nextInt(pool.size()));
      }
      rows.add(row);
    }
    return rows;
  }

  private static Attribute attribute(String name, DataType type) {
    return new AttributeReference(
        name,
        type,
        true,
        org.apache.spark.sql.types.Metadata.empty(),
        NamedExpression.newExprId(),
        CollectionConverters.asScala(List.<String>of()).toSeq());
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
