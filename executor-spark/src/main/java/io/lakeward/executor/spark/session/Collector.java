/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.session;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.engine.executor.QueryResult;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.Dataset$;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.unsafe.types.VariantVal;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/** Fetches the rows of a plan. */
public final class Collector {
  private Collector() {}

  /** At most so many rows. */
  public static QueryResult collect(
      SparkSession session, LogicalPlan plan, StructType schema, int limit) {
    // The newer date types are what a result has.
    session.conf().set("spark.sql.datetime.java8API.enabled", "true");
    List<Row> fetched =
        SQLConf.withExistingConf(
            session.sessionState().conf(),
            () -> new ArrayList<>(limitPlusOne(session, plan, limit)));
    boolean truncated = fetched.size() > limit;
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (Row row : fetched.subList(0, truncated ? limit : fetched.size())) {
      rows.add(values(row, schema));
    }
    return new QueryResult(schema, rows, truncated);
  }

  private static List<Row> limitPlusOne(SparkSession session, LogicalPlan plan, int limit) {
    var all = Dataset$.MODULE$.ofRows(session, plan);
    return limit == Integer.MAX_VALUE ? all.collectAsList() : all.limit(limit + 1).collectAsList();
  }

  private static List<@Nullable Object> values(Row row, StructType schema) {
    List<@Nullable Object> values = new ArrayList<>();
    StructField[] fields = schema.fields();
    for (int i = 0; i < fields.length; i++) {
      values.add(value(row.isNullAt(i) ? null : row.get(i), fields[i].dataType()));
    }
    return values;
  }

  private static @Nullable Object value(@Nullable Object value, DataType type) {
    if (value == null) {
      return null;
    }
    if (value instanceof Row row && type instanceof StructType struct) {
      return values(row, struct);
    }
    if (type instanceof ArrayType array) {
      List<@Nullable Object> items = new ArrayList<>();
      for (Object item : Plans.list((scala.collection.Iterable<Object>) iterable(value))) {
        items.add(value(item, array.elementType()));
      }
      return items;
    }
    if (type instanceof MapType map) {
      Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
      CollectionConverters.asJava((scala.collection.Map<?, ?>) value)
          .forEach((k, v) -> entries.put(value(k, map.keyType()), value(v, map.valueType())));
      return entries;
    }
    if (value instanceof scala.math.BigDecimal decimal) {
      return decimal.bigDecimal();
    }
    if (type instanceof VariantType && value instanceof VariantVal variant) {
      return variant.toString();
    }
    return value instanceof BigDecimal decimal ? decimal : value;
  }

  @SuppressWarnings("unchecked") // Spark gives arrays as sequences of Scala
  private static scala.collection.Iterable<Object> iterable(Object value) {
    return (scala.collection.Iterable<Object>) value;
  }
}
