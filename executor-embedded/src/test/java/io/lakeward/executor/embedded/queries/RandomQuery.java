/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.queries;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A query over the sample tables {@code t} and {@code u}, made from a seed. Its rows follow from
 * the tables alone: what depends on the order of rows is asked for only where the order is total,
 * and nothing in it can overflow or divide by zero.
 */
final class RandomQuery {
  private enum Type {
    INT,
    LONG,
    STRING,
    DOUBLE,
    DECIMAL,
    BOOLEAN,
    DATE,
    TIMESTAMP
  }

  private record Column(String name, Type type) {}

  /** What a FROM clause brings. */
  private record From(String sql, List<Column> columns) {}

  /**
   * @param ordered the rows come in an order that is total
   */
  record Text(String sql, boolean ordered) {}

  private record Select(String sql, List<Type> types) {}

  private static final List<Column> TABLE =
      List.of(
          new Column("a", Type.INT),
          new Column("b", Type.INT),
          new Column("c", Type.LONG),
          new Column("s", Type.STRING),
          new Column("d", Type.DOUBLE),
          new Column("m", Type.DECIMAL),
          new Column("bo", Type.BOOLEAN),
          new Column("ts", Type.TIMESTAMP),
          new Column("dt", Type.DATE));

  private final Random random;
  private int aliases;

  private RandomQuery(long seed) {
    random = new Random(seed);
  }

  static Text of(long seed) {
    return new RandomQuery(seed).whole();
  }

  private Text whole() {
    Select select = select(2);
    if (chance(5)) {
      Select other = selectOf(select.types(), 1);
      String operator =
          pick("UNION ALL", "UNION", "INTERSECT", "INTERSECT ALL", "EXCEPT", "EXCEPT ALL");
      select =
          new Select(
              "(" + select.sql() + ") " + operator + " (" + other.sql() + ")", select.types());
    }
    String sql = select.sql();
    if (chance(6)) {
      sql = "WITH q AS (" + sql + ") SELECT * FROM q";
    } else if (chance(6)) {
      sql = "SELECT x.* FROM (" + sql + ") AS x";
    }
    boolean ordered = chance(2);
    if (ordered) {
      sql =
          "SELECT * FROM ("
              + sql
              + ") AS o ORDER BY "
              + IntStream.rangeClosed(1, select.types().size())
                  .mapToObj(i -> i + pick("", " DESC", " NULLS LAST", " DESC NULLS FIRST"))
                  .collect(Collectors.joining(", "));
      if (chance(3)) {
        sql += " LIMIT " + random.nextInt(12);
      }
      if (chance(6)) {
        sql += " OFFSET " + random.nextInt(4);
      }
    }
    return new Text(sql, ordered);
  }

  private Select select(int depth) {
    int count = 1 + random.nextInt(4);
    List<Type> types = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      types.add(type());
    }
    return selectOf(types, depth);
  }

  private Select selectOf(List<Type> types, int depth) {
    From from = from(depth);
    String where = chance(2) ? " WHERE " + condition(from.columns(), 2, depth) : "";
    if (chance(3)) {
      return grouped(types, from, where);
    }
    List<String> columns = new ArrayList<>();
    for (Type type : types) {
      columns.add(
          chance(6) && depth > 0 && from.columns().equals(qualified("t"))
              ? window(type)
              : expression(type, from.columns(), 2));
    }
    String distinct = chance(5) ? "DISTINCT " : "";
    return new Select("SELECT " + distinct + named(columns) + from.sql() + where, types);
  }

  private Select grouped(List<Type> types, From from, String where) {
    List<String> keys = new ArrayList<>();
    int count = random.nextInt(3);
    for (int i = 0; i < count; i++) {
      String key = expression(keyType(), from.columns(), 1);
      // A bare number would mean a column of the result.
      keys.add(key.matches("-?[0-9]+") ? key + " + 0" : key);
    }
    List<String> columns = new ArrayList<>();
    for (Type type : types) {
      columns.add(aggregate(type, from.columns()));
    }
    String grouping =
        keys.isEmpty()
            ? ""
            : " GROUP BY "
                + switch (random.nextInt(5)) {
                  case 0 -> "ROLLUP(" + String.join(", ", keys) + ")";
                  case 1 -> "CUBE(" + String.join(", ", keys) + ")";
                  default -> String.join(", ", keys);
                };
    String having =
        chance(4)
            ? " HAVING " + aggregate(Type.LONG, from.columns()) + " > " + random.nextInt(4)
            : "";
    return new Select("SELECT " + named(columns) + from.sql() + where + grouping + having, types);
  }

  private static String named(List<String> columns) {
    return IntStream.range(0, columns.size())
        .mapToObj(i -> columns.get(i) + " AS c" + i)
        .collect(Collectors.joining(", "));
  }

  private From from(int depth) {
    switch (random.nextInt(depth > 0 ? 5 : 2)) {
      case 0:
      case 1:
        String table = pick("t", "u");
        return new From(" FROM " + table, qualified(table));
      case 2:
        return join(depth);
      case 3:
        Select inner = select(depth - 1);
        String alias = "s" + aliases++;
        return new From(" FROM (" + inner.sql() + ") AS " + alias, columnsOf(alias, inner.types()));
      default:
        return join(depth);
    }
  }

  private From join(int depth) {
    String left = "l" + aliases++;
    String right = "r" + aliases++;
    Select inner = select(depth - 1);
    List<Column> leftColumns = qualified(left);
    List<Column> rightColumns = columnsOf(right, inner.types());
    List<Column> all = new ArrayList<>(leftColumns);
    all.addAll(rightColumns);
    Column key = rightColumns.get(random.nextInt(rightColumns.size()));
    String equal =
        expression(key.type(), leftColumns, 1) + pick(" = ", " = ", " <=> ") + key.name();
    String on = chance(3) ? equal + " AND " + condition(all, 1, 0) : equal;
    String kind =
        pick("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "LEFT SEMI JOIN", "LEFT ANTI JOIN");
    boolean onlyLeft = kind.contains("SEMI") || kind.contains("ANTI");
    return new From(
        " FROM %s AS %s %s (%s) AS %s ON %s"
            .formatted(pick("t", "u"), left, kind, inner.sql(), right, on),
        onlyLeft ? leftColumns : all);
  }

  private static List<Column> qualified(String alias) {
    return TABLE.stream().map(c -> new Column(alias + "." + c.name(), c.type())).toList();
  }

  private static List<Column> columnsOf(String alias, List<Type> types) {
    return IntStream.range(0, types.size())
        .mapToObj(i -> new Column(alias + ".c" + i, types.get(i)))
        .toList();
  }

  private Type type() {
    return Type.values()[random.nextInt(Type.values().length)];
  }

  private Type keyType() {
    return List.of(Type.INT, Type.STRING, Type.BOOLEAN, Type.DATE, Type.DOUBLE, Type.DECIMAL)
        .get(random.nextInt(6));
  }

  private String expression(Type type, List<Column> scope, int depth) {
    if (depth == 0 || chance(3)) {
      return leaf(type, scope);
    }
    switch (random.nextInt(7)) {
      case 0:
        return "CASE WHEN %s THEN %s ELSE %s END"
            .formatted(
                condition(scope, depth - 1, 0),
                expression(type, scope, depth - 1),
                expression(type, scope, depth - 1));
      case 1:
        return "coalesce(%s, %s)"
            .formatted(expression(type, scope, depth - 1), expression(type, scope, depth - 1));
      case 2:
        return "nullif(%s, %s)".formatted(expression(type, scope, depth - 1), leaf(type, scope));
      default:
        return call(type, scope, depth);
    }
  }

  private String call(Type type, List<Column> scope, int depth) {
    String number = expression(Type.INT, scope, depth - 1);
    String text = expression(Type.STRING, scope, depth - 1);
    return switch (type) {
      case INT ->
          pick(
              "(" + number + " % 5)",
              "least(" + number + ", " + leaf(Type.INT, scope) + ")",
              "greatest(" + number + ", 2)",
              "length(" + text + ")",
              "year(" + leaf(Type.DATE, scope) + ")",
              "datediff(" + leaf(Type.DATE, scope) + ", DATE'2020-01-01')",
              "(" + number + " % 7 - " + leaf(Type.INT, scope) + " % 3)",
              "cast(" + expression(Type.BOOLEAN, scope, depth - 1) + " AS INT)",
              "dayofweek(" + leaf(Type.TIMESTAMP, scope) + ")",
              "instr(" + text + ", 'i')");
      case LONG ->
          pick(
              "cast(" + number + " AS BIGINT)",
              "(" + leaf(Type.LONG, scope) + " % 1000 + " + number + " % 100)",
              "abs(" + leaf(Type.LONG, scope) + ")",
              "floor(" + leaf(Type.DECIMAL, scope) + ")",
              "(" + leaf(Type.LONG, scope) + " DIV 7)",
              "bigint(round(" + leaf(Type.DECIMAL, scope) + "))");
      case STRING ->
          pick(
              "upper(" + text + ")",
              "lower(" + text + ")",
              "concat(" + text + ", '-', " + leaf(Type.STRING, scope) + ")",
              "substring(" + text + ", " + (random.nextInt(5) - 2) + ", 2)",
              "trim(" + text + ")",
              "cast(" + number + " AS STRING)",
              "cast(" + leaf(Type.DATE, scope) + " AS STRING)",
              "cast(" + leaf(Type.DECIMAL, scope) + " AS STRING)",
              "lpad(" + text + ", 3, '*')",
              "replace(" + text + ", 'i', 'ß')",
              "date_format(" + leaf(Type.TIMESTAMP, scope) + ", 'yyyy-MM-dd HH')",
              "concat_ws('/', " + text + ", " + leaf(Type.STRING, scope) + ")");
      case DOUBLE ->
          pick(
              "(" + leaf(Type.DOUBLE, scope) + " / 2)",
              "cast(" + number + " AS DOUBLE)",
              "-(" + leaf(Type.DOUBLE, scope) + ")",
              "try_divide(cast(" + number + " AS DOUBLE), " + leaf(Type.DOUBLE, scope) + ")",
              "nanvl(" + leaf(Type.DOUBLE, scope) + ", 1.5D)",
              "cast(" + leaf(Type.DECIMAL, scope) + " AS DOUBLE)");
      case DECIMAL ->
          pick(
              "cast(" + number + " % 1000 AS DECIMAL(10, 2))",
              "cast(round(" + leaf(Type.DECIMAL, scope) + ", 1) AS DECIMAL(10, 2))",
              "cast(" + leaf(Type.DECIMAL, scope) + " % 10 * 1.1 AS DECIMAL(10, 2))",
              "abs(" + leaf(Type.DECIMAL, scope) + ")");
      case BOOLEAN -> condition(scope, depth - 1, 0);
      case DATE ->
          pick(
              "date_add(" + leaf(Type.DATE, scope) + ", " + number + " % 100)",
              "cast(" + leaf(Type.TIMESTAMP, scope) + " AS DATE)",
              "last_day(" + leaf(Type.DATE, scope) + ")",
              "trunc(" + leaf(Type.DATE, scope) + ", 'MONTH')",
              "add_months(" + leaf(Type.DATE, scope) + ", " + number + " % 12)");
      case TIMESTAMP ->
          pick(
              "date_trunc('HOUR', " + leaf(Type.TIMESTAMP, scope) + ")",
              "date_trunc('WEEK', " + leaf(Type.TIMESTAMP, scope) + ")",
              "cast(" + leaf(Type.DATE, scope) + " AS TIMESTAMP)",
              leaf(Type.TIMESTAMP, scope) + " + INTERVAL '1' DAY",
              leaf(Type.TIMESTAMP, scope) + " - INTERVAL '90' MINUTE");
    };
  }

  private String leaf(Type type, List<Column> scope) {
    List<Column> fitting = scope.stream().filter(c -> c.type() == type).toList();
    return fitting.isEmpty() || chance(5)
        ? literal(type)
        : fitting.get(random.nextInt(fitting.size())).name();
  }

  private String literal(Type type) {
    if (chance(6)) {
      return "cast(NULL AS " + sqlName(type) + ")";
    }
    return switch (type) {
      case INT -> pick("0", "1", "3", "-2", "17");
      case LONG -> pick("0L", "5L", "-7L", "9000000000L");
      case STRING -> pick("''", "'x'", "'İi'", "'a b'", "'ß'", "' pad '");
      case DOUBLE -> pick("0.0D", "1.5D", "-0.0D", "double('NaN')", "double('-Infinity')", "0.1D");
      case DECIMAL -> "cast(" + pick("0", "1.25", "-3.5", "99.99") + " AS DECIMAL(10, 2))";
      case BOOLEAN -> pick("true", "false");
      case DATE -> pick("DATE'2020-02-29'", "DATE'1999-12-31'", "DATE'2020-01-05'");
      case TIMESTAMP ->
          pick("TIMESTAMP'2020-01-28 10:00:00'", "TIMESTAMP'1969-12-31 23:59:59.999999Z'");
    };
  }

  private static String sqlName(Type type) {
    return switch (type) {
      case LONG -> "BIGINT";
      case DECIMAL -> "DECIMAL(10, 2)";
      default -> type.name();
    };
  }

  private String condition(List<Column> scope, int depth, int subqueries) {
    if (depth > 0 && chance(3)) {
      return "(%s %s %s)"
          .formatted(
              condition(scope, depth - 1, subqueries),
              pick("AND", "OR"),
              condition(scope, depth - 1, subqueries));
    }
    if (subqueries > 0 && chance(5)) {
      return subquery(scope);
    }
    Type type = type();
    String left = expression(type, scope, Math.max(0, depth));
    return switch (random.nextInt(7)) {
      case 0 -> "(" + left + " IS " + pick("", "NOT ") + "NULL)";
      case 1 ->
          "(%s %sIN (%s, %s))".formatted(left, pick("", "NOT "), leaf(type, scope), literal(type));
      case 2 -> "(NOT coalesce(" + condition(scope, depth - 1, 0) + ", false))";
      case 3 -> "(" + left + " BETWEEN " + leaf(type, scope) + " AND " + leaf(type, scope) + ")";
      case 4 ->
          "("
              + expression(Type.STRING, scope, 0)
              + " LIKE "
              + pick("'%i%'", "'x'", "'_'", "'%'")
              + ")";
      default ->
          "(" + left + pick(" = ", " <> ", " < ", " >= ", " <=> ", " > ") + leaf(type, scope) + ")";
    };
  }

  private String subquery(List<Column> scope) {
    Type type = keyType();
    Column inner =
        qualified("i" + aliases).stream().filter(c -> c.type() == type).findFirst().orElseThrow();
    String from = " FROM " + pick("t", "u") + " AS i" + aliases++;
    String outer = leaf(type, scope);
    return switch (random.nextInt(4)) {
      case 0 -> "(%s %sIN (SELECT %s%s))".formatted(outer, pick("", "NOT "), inner.name(), from);
      case 1 ->
          "(%sEXISTS (SELECT 1%s WHERE %s = %s))"
              .formatted(pick("", "NOT "), from, inner.name(), outer);
      case 2 -> "(%s >= (SELECT min(%s)%s))".formatted(outer, inner.name(), from);
      default ->
          "((SELECT count(*)%s WHERE %s = %s) > %d)"
              .formatted(from, inner.name(), outer, random.nextInt(4));
    };
  }

  private String aggregate(Type type, List<Column> scope) {
    String argument = expression(type, scope, 1);
    String filter = chance(5) ? " FILTER (WHERE " + condition(scope, 1, 0) + ")" : "";
    return switch (type) {
      case LONG ->
          pick(
                  "count(*)",
                  "count(" + leaf(type(), scope) + ")",
                  "count(DISTINCT " + leaf(keyType(), scope) + ")",
                  "sum(" + leaf(Type.INT, scope) + ")",
                  "sum(DISTINCT " + leaf(Type.INT, scope) + ")",
                  "max(" + argument + ")")
              + filter;
      case DOUBLE ->
          pick(
                  "avg(" + leaf(Type.INT, scope) + ")",
                  "min(" + argument + ")",
                  "max(" + argument + ")")
              + filter;
      case DECIMAL ->
          pick(
              "min(" + argument + ")" + filter,
              "cast(sum(" + leaf(Type.DECIMAL, scope) + " % 100)" + filter + " AS DECIMAL(10, 2))",
              "cast(avg(" + leaf(Type.DECIMAL, scope) + ")" + filter + " AS DECIMAL(10, 2))");
      case BOOLEAN -> pick("bool_and(", "bool_or(", "min(", "max(") + argument + ")" + filter;
      case INT, STRING, DATE, TIMESTAMP -> pick("min(", "max(") + argument + ")" + filter;
    };
  }

  /** Over t alone, in which c is unique. */
  private String window(Type type) {
    List<Column> scope = qualified("t");
    String partition = chance(2) ? "PARTITION BY " + leaf(keyType(), scope) + " " : "";
    String total = "(" + partition + "ORDER BY t.c" + pick("", " DESC");
    String frame =
        pick(
            ")",
            " ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)",
            " ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)",
            " ROWS BETWEEN 1 FOLLOWING AND 3 FOLLOWING)");
    String argument = expression(type, scope, 1);
    String over =
        switch (type) {
          case INT ->
              pick(
                  "row_number() OVER " + total + ")",
                  "rank() OVER (" + partition + "ORDER BY t.b)",
                  "dense_rank() OVER (" + partition + "ORDER BY t.s DESC)",
                  "ntile(3) OVER " + total + ")");
          case LONG -> pick("sum(t.a)", "count(*)", "count(t.s)") + " OVER " + total + frame;
          default ->
              pick(
                  "lag(" + argument + ") OVER " + total + ")",
                  "lead(" + argument + ", 2) OVER " + total + ")",
                  "first_value(" + argument + ") OVER " + total + frame,
                  "last_value(" + argument + ") OVER " + total + frame,
                  "max(" + argument + ") OVER " + total + frame);
        };
    return over;
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
