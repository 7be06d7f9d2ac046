/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.write;

import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.executor.embedded.duckdb.ExecutionProblems;
import io.lakeward.executor.embedded.expression.ColumnNames;
import io.lakeward.executor.embedded.expression.DuckTypes;
import io.lakeward.executor.embedded.expression.SqlQuotes;
import io.lakeward.executor.embedded.plan.Query;
import io.lakeward.model.pipeline.ViolationAction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/** The SELECT whose rows go into a table's files. */
final class WriteSelect {
  /** Begins the text of the error for a NULL where none may be; the column's name follows. */
  static final String NULL_ERROR = "lakeward-null:";

  private WriteSelect() {}

  /** The rows of a query that keep all rules; a trial of their conditions. */
  static String keeping(Query query, List<RowRule> rules) {
    return "SELECT * FROM (" + query.rows() + ") AS q WHERE " + keepsAll(query, rules);
  }

  /**
   * The rows of a query that pass the check, which is shown those only that break a rule: the
   * others are counted as they are written. If no rule drops rows, the check stands around a value,
   * for DuckDB writes rows more slowly behind a filter.
   */
  static String checked(Query query, List<RowRule> rules, RuleSequences sequences) {
    String check = keepsAll(query, rules) + " OR " + sequences.keep(query::expression);
    boolean isDropping = rules.stream().anyMatch(rule -> rule.action() == ViolationAction.DROP_ROW);
    Optional<String> carrier = isDropping ? Optional.empty() : uniqueColumn(query);
    // DuckDB moves a condition below DISTINCT and into both sides of EXCEPT and INTERSECT, where it
    // would count rows that the query does not give. A select list in between stops it.
    String rows = " FROM (SELECT * FROM (" + query.rows() + ") AS p) AS q";
    return carrier
        .map(c -> "SELECT * REPLACE (CASE WHEN %s THEN %s END AS %s)".formatted(check, c, c))
        .map(select -> select + rows)
        .orElseGet(() -> "SELECT *" + rows + " WHERE " + check);
  }

  /** SQL that is true of rows that keep all rules, and false or NULL of the others. */
  private static String keepsAll(Query query, List<RowRule> rules) {
    return rules.stream()
        .map(rule -> "(" + query.expression(rule.condition()) + ")")
        .collect(Collectors.joining(" AND ", "(", ")"));
  }

  /**
   * One that stands in the query once, so that a check around it is made once for each row; one of
   * numbers if there is one, because DuckDB may have texts as numbers of a dictionary, and would
   * write them out.
   */
  private static Optional<String> uniqueColumn(Query query) {
    List<String> names = query.output().stream().map(ColumnNames::of).toList();
    return query.output().stream()
        .filter(column -> Collections.frequency(names, ColumnNames.of(column)) == 1)
        .min(Comparator.comparing(column -> !(column.dataType() instanceof NumericType)))
        .map(ColumnNames::of);
  }

  /** Rows as the target's schema has them. */
  static String shaped(Query query, String rows, WriteTarget target) {
    requireKnown(query, target);
    List<String> items = new ArrayList<>();
    for (StructField field : target.schema().fields()) {
      Optional<Attribute> column =
          query.output().stream().filter(a -> a.name().equalsIgnoreCase(field.name())).findFirst();
      boolean maybeNull = column.isEmpty() ? !isNumbered(field, target) : column.get().nullable();
      String value =
          column.map(c -> value(c, field, target)).orElseGet(() -> missing(field, target));
      if (!field.nullable() && maybeNull) {
        value =
            "coalesce("
                + value
                + ", error("
                + SqlQuotes.literal(NULL_ERROR + field.name() + ":")
                + "))";
      }
      items.add(value + " AS " + SqlQuotes.identifier(field.name()));
    }
    return "SELECT " + String.join(", ", items) + " FROM (" + rows + ") AS w" + query.orderBy();
  }

  private static boolean isNumbered(StructField field, WriteTarget target) {
    return target.identityColumns().stream()
        .anyMatch(column -> column.name().equalsIgnoreCase(field.name()));
  }

  /** The row's number, or nothing. */
  private static String missing(StructField field, WriteTarget target) {
    return target.identityColumns().stream()
        .filter(column -> column.name().equalsIgnoreCase(field.name()))
        .findFirst()
        .map(c -> "(%d + (row_number() OVER () - 1) * %d)".formatted(c.next(), c.step()))
        .orElseGet(() -> "CAST(NULL AS " + DuckTypes.of(field.dataType()) + ")");
  }

  private static String value(Attribute column, StructField field, WriteTarget target) {
    if (!fits(column.dataType(), field.dataType())) {
      throw ExecutionProblems.typeMismatch(
          target.name().toString(), field.name(), column.dataType().sql(), field.dataType().sql());
    }
    return "CAST(" + ColumnNames.of(column) + " AS " + DuckTypes.of(field.dataType()) + ")";
  }

  private static void requireKnown(Query query, WriteTarget target) {
    List<String> unknown = new ArrayList<>();
    for (Attribute column : query.output()) {
      boolean known = false;
      for (String name : target.schema().fieldNames()) {
        known |= name.equalsIgnoreCase(column.name());
      }
      if (!known) {
        unknown.add(column.name());
      }
    }
    if (!unknown.isEmpty()) {
      throw ExecutionProblems.columnsNotInTarget(target.name().toString(), unknown);
    }
  }

  /** Whether every value of one type is one of the other, and DuckDB's cast finds it. */
  private static boolean fits(DataType from, DataType to) {
    if (from instanceof NullType || DuckTypes.of(from).equals(DuckTypes.of(to))) {
      return true;
    }
    if (from instanceof StructType struct && to instanceof StructType wider) {
      for (StructField field : struct.fields()) {
        boolean found = false;
        for (StructField other : wider.fields()) {
          found |=
              other.name().equalsIgnoreCase(field.name())
                  && fits(field.dataType(), other.dataType());
        }
        if (!found) {
          return false;
        }
      }
      return true;
    }
    if (from instanceof ArrayType array && to instanceof ArrayType wider) {
      return fits(array.elementType(), wider.elementType());
    }
    if (from instanceof MapType map && to instanceof MapType wider) {
      return fits(map.keyType(), wider.keyType()) && fits(map.valueType(), wider.valueType());
    }
    if (from instanceof NumericType && to instanceof NumericType) {
      return Cast.canUpCast(from, to);
    }
    return from instanceof DateType
        && (to instanceof TimestampType || to instanceof TimestampNTZType);
  }
}
