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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.BindReferences;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/**
 * Compares DuckDB's answer to a translated expression with Catalyst's own evaluation, row by row.
 */
final class Judge implements AutoCloseable {
  private static final int ERROR_ROWS = 4;
  private static final int MIXED_ROWS = 70;

  final TestAnalyzer analyzer;
  final Connection connection;
  final CatalystFunctions functions;
  private final NativeFunctions natives;
  private final Map<List<DataType>, Table> tables = new HashMap<>();
  long comparisons;

  Judge(String zone, boolean ansi, NativeFunctions natives) throws SQLException {
    this.analyzer = new TestAnalyzer(zone, ansi);
    this.natives = natives;
    this.connection = DriverManager.getConnection("jdbc:duckdb:");
    for (String setting : ExpressionTranslator.databaseSettings(zone)) {
      execute(setting);
    }
    this.functions = new CatalystFunctions(connection);
  }

  /** How a call is run, and what differed. */
  record Verdict(String path, String sql, List<String> mismatches) {}

  record Table(String name, List<Attribute> columns, List<Object[]> rows) {}

  Verdict judge(String template, List<DataType> types) throws SQLException {
    Table table = table(types);
    LogicalPlan plan = analyzer.analyze("SELECT " + template + " AS r FROM t", table.columns());
    if (!(plan instanceof Project project)) {
      throw new IllegalArgumentException("Not a scalar expression: " + template + "\n" + plan);
    }
    Expression expression = (Expression) project.projectList().head();
    EvaluationSettings settings =
        new EvaluationSettings(analyzer.conf, Instant.parse("2024-05-06T07:08:09.123456Z"));
    ExpressionTranslator translator =
        new ExpressionTranslator(functions, settings, p -> "", natives);
    String sql = translator.translate(expression);
    Expression normal = translator.normalize(expression);
    String path = path(normal);
    List<String> mismatches = new ArrayList<>();
    compare(table, normal, sql, mismatches);
    return new Verdict(path, sql, mismatches);
  }

  /** How a call runs: "native" or "catalyst". */
  String path(String template, List<DataType> types) {
    LogicalPlan plan =
        analyzer.analyze("SELECT " + template + " AS r FROM t", TestAnalyzer.columns(types));
    EvaluationSettings settings = new EvaluationSettings(analyzer.conf, Instant.EPOCH);
    return path(
        new Normalizer(settings).normalize((Expression) ((Project) plan).projectList().head()));
  }

  private String path(Expression normal) {
    return normal.foldable()
            || normal instanceof Attribute
            || natives.find(normal, e -> "x", 1000) != null
        ? "native"
        : "catalyst";
  }

  private void compare(Table table, Expression normal, String sql, List<String> mismatches)
      throws SQLException {
    Expression bound =
        (Expression)
            BindReferences.bindReference(
                normal,
                org.apache.spark.sql.catalyst.expressions.package$.MODULE$.AttributeSeq(
                    Plans.seq(table.columns())),
                false);
    DataType type = normal.dataType();
    ArrayType wrapped = new ArrayType(type, true);
    Map<Integer, String> expected = new HashMap<>();
    Map<Integer, Throwable> failing = new HashMap<>();
    for (int i = 0; i < table.rows().size(); i++) {
      try {
        Object value =
            CatalystEvaluator.evaluate(
                bound, new GenericInternalRow(table.rows().get(i)), analyzer.conf);
        expected.put(
            i,
            NestedText.write(
                wrapped,
                new org.apache.spark.sql.catalyst.util.GenericArrayData(new Object[] {value})));
      } catch (EmbeddedLimitException e) {
        // Not a value that DuckDB could hold: an error at run time is the promise.
        failing.put(i, e);
      } catch (Exception e) {
        failing.put(i, e);
      }
    }
    String packed = new ValueTransport().pack(wrapped, "[" + sql + "]");
    String query = "SELECT id, " + packed + ", typeof(" + sql + ") FROM " + table.name();
    if (!expected.isEmpty()) {
      String ids =
          expected.keySet().stream().map(String::valueOf).collect(Collectors.joining(", "));
      compareValues(table, wrapped, query + " WHERE id IN (" + ids + ")", expected, mismatches);
    }
    int checked = 0;
    for (Map.Entry<Integer, Throwable> failure : failing.entrySet()) {
      if (checked++ < ERROR_ROWS) {
        requireFailure(
            table,
            query + " WHERE id = " + failure.getKey(),
            failure.getKey(),
            failure.getValue(),
            mismatches);
      }
    }
  }

  private void compareValues(
      Table table,
      ArrayType wrapped,
      String query,
      Map<Integer, String> expected,
      List<String> mismatches) {
    String duckType =
        DuckTypes.of(wrapped.elementType())
            .replace(", ", ",")
            .replace("TIMESTAMPTZ", "TIMESTAMP WITH TIME ZONE")
            .replace("\"", "");
    try (Statement statement = connection.createStatement();
        ResultSet results = statement.executeQuery(query)) {
      int rows = 0;
      while (results.next()) {
        rows++;
        comparisons++;
        int id = results.getInt(1);
        String actual = NestedText.write(wrapped, NestedText.read(wrapped, results.getString(2)));
        if (!actual.equals(expected.get(id))) {
          mismatches.add(show(table, id) + ": Spark " + expected.get(id) + ", DuckDB " + actual);
        }
        String actualType = results.getString(3).replace(", ", ",").replace("\"", "");
        if (!actualType.equals(duckType)
            && !(wrapped.elementType() instanceof org.apache.spark.sql.types.NullType)) {
          mismatches.add("type " + actualType + " instead of " + duckType);
          return;
        }
      }
      if (rows != expected.size()) {
        mismatches.add("rows " + rows + " instead of " + expected.size());
      }
    } catch (SQLException e) {
      mismatches.add(
          "DuckDB fails where Spark does not: "
              + e.getMessage()
              + " in "
              + query.substring(0, Math.min(400, query.length())));
    }
  }

  private void requireFailure(
      Table table, String query, int id, Throwable failure, List<String> mismatches) {
    comparisons++;
    try (Statement statement = connection.createStatement();
        ResultSet results = statement.executeQuery(query)) {
      results.next();
      mismatches.add(
          show(table, id)
              + ": Spark fails ("
              + failure.getMessage()
              + "), DuckDB gives "
              + results.getString(2));
    } catch (SQLException e) {
      EvaluationFailure explained = functions.explain(e);
      if (failure instanceof org.apache.spark.SparkThrowable spark
          && !String.valueOf(spark.getCondition()).equals(explained.condition())) {
        mismatches.add(
            show(table, id)
                + ": condition "
                + explained.condition()
                + " instead of "
                + spark.getCondition());
      }
    }
  }

  private static String show(Table table, int id) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      Object value = table.rows().get(id)[i];
      values.add(
          value == null ? "NULL" : NestedText.write(table.columns().get(i).dataType(), value));
    }
    return "(" + String.join("; ", values) + ")";
  }

  Table table(List<DataType> types) throws SQLException {
    Table known = tables.get(types);
    if (known != null) {
      return known;
    }
    Table table = new Table("t" + tables.size(), TestAnalyzer.columns(types), rows(types));
    ValueTransport transport = new ValueTransport();
    List<String> lines = new ArrayList<>();
    for (Object[] row : table.rows()) {
      List<String> items = new ArrayList<>();
      items.add(String.valueOf(lines.size()));
      for (int i = 0; i < row.length; i++) {
        items.add(Literals.of(row[i], types.get(i), transport));
      }
      lines.add("(" + String.join(", ", items) + ")");
    }
    String columns =
        table.columns().stream()
            .map(c -> ", " + ColumnNames.of(c) + " " + DuckTypes.of(c.dataType()))
            .collect(Collectors.joining());
    execute("CREATE TABLE " + table.name() + " (id INTEGER" + columns + ")");
    execute("INSERT INTO " + table.name() + " VALUES " + String.join(", ", lines));
    tables.put(types, table);
    return table;
  }

  private static List<Object[]> rows(List<DataType> types) {
    Random random = new Random(42);
    List<List<@Nullable Object>> pools =
        types.stream().map(type -> TestValues.of(type, random)).toList();
    List<Object[]> rows = new ArrayList<>();
    if (types.isEmpty()) {
      rows.add(new Object[0]);
    } else if (types.size() == 1) {
      pools.get(0).forEach(value -> rows.add(new Object[] {value}));
    } else if (types.size() == 2 && pools.get(0).size() * pools.get(1).size() < 5 * MIXED_ROWS) {
      pools
          .get(0)
          .forEach(left -> pools.get(1).forEach(right -> rows.add(new Object[] {left, right})));
    } else {
      for (int i = 0; i < MIXED_ROWS * types.size(); i++) {
        Object[] row = new Object[types.size()];
        for (int j = 0; j < row.length; j++) {
          List<@Nullable Object> pool = pools.get(j);
          row[j] = pool.get(random.nextInt(pool.size()));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  static List<DataType> types(String ddl) {
    List<DataType> types = new ArrayList<>();
    for (String part : ddl.isBlank() ? new String[0] : ddl.trim().split("\\s*;\\s*")) {
      types.add(DataType.fromDDL(part));
    }
    return types;
  }

  static void quietly(SQLConf conf) {
    SQLConf.setSQLConfGetter(() -> conf);
  }
}
