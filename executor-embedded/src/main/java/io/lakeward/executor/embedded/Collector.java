/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded;

import io.lakeward.engine.executor.QueryResult;
import io.lakeward.executor.embedded.duckdb.DuckDbValues;
import io.lakeward.executor.embedded.expression.ColumnNames;
import io.lakeward.executor.embedded.expression.DuckTypes;
import io.lakeward.executor.embedded.plan.Query;
import io.lakeward.executor.embedded.query.RunningQuery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Fetches the rows of a query. */
final class Collector {
  private Collector() {}

  static QueryResult collect(RunningQuery running, StructType schema, int limit) {
    Query query = running.query();
    List<String> items = new ArrayList<>();
    for (Attribute column : query.output()) {
      String type = DuckTypes.of(column.dataType());
      items.add(
          DuckDbValues.fetch(
                  "CAST(" + ColumnNames.of(column) + " AS " + type + ")", column.dataType(), type)
              + " AS c"
              + items.size());
    }
    String list = items.isEmpty() ? "1" : String.join(", ", items);
    String sql =
        "SELECT "
            + list
            + " FROM ("
            + query.rows()
            + ") AS q"
            + query.orderBy()
            + " LIMIT "
            + (limit + 1L);
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (Statement statement = running.connection().createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (rows.size() < limit && result.next()) {
        rows.add(row(result, query.output()));
      }
      return new QueryResult(schema, rows, rows.size() == limit && result.next());
    } catch (SQLException e) {
      throw running.explain("its rows were fetched", e);
    }
  }

  private static List<@Nullable Object> row(ResultSet result, List<Attribute> columns)
      throws SQLException {
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      values.add(DuckDbValues.read(result, i + 1, columns.get(i).dataType()));
    }
    return values;
  }
}
