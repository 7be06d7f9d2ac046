/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.plan;

import io.lakeward.executor.embedded.expression.ColumnNames;
import io.lakeward.executor.embedded.expression.DuckTypes;
import io.lakeward.executor.embedded.expression.FieldNames;
import io.lakeward.executor.embedded.expression.SqlQuotes;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Explode;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Generator;
import org.apache.spark.sql.catalyst.expressions.GeneratorOuter;
import org.apache.spark.sql.catalyst.expressions.Inline;
import org.apache.spark.sql.catalyst.expressions.PosExplode;
import org.apache.spark.sql.catalyst.expressions.Stack;
import org.apache.spark.sql.catalyst.plans.logical.Generate;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/** EXPLODE and its relatives, in the select list or as LATERAL VIEW. */
final class Generators {
  private final PlanTranslator plans;

  Generators(PlanTranslator plans) {
    this.plans = plans;
  }

  Fragment generate(Generate generate) {
    Generator generator = generate.generator();
    boolean outer = generate.outer();
    if (generator instanceof GeneratorOuter wrapped) {
      generator = wrapped.child();
      outer = true;
    }
    Fragment child = plans.fragment(generate.child());
    List<Attribute> output = CollectionConverters.asJava(generate.generatorOutput());
    if (generator instanceof Explode explode) {
      return explode(child, explode.child(), output, false, outer);
    }
    if (generator instanceof PosExplode explode) {
      return explode(child, explode.child(), output, true, outer);
    }
    if (generator instanceof Inline inline) {
      return inline(child, plans.expression(inline.child()), fieldNames(inline), output, outer);
    }
    if (generator instanceof Stack stack) {
      return stack(child, stack, output, outer);
    }
    throw new UnsupportedPlanException(
        "The table function `" + ((Expression) generator).prettyName() + "` is not supported.");
  }

  private Fragment explode(
      Fragment child,
      Expression collection,
      List<Attribute> output,
      boolean positions,
      boolean outer) {
    boolean map = collection.dataType() instanceof MapType;
    String sql = plans.expression(collection);
    List<Attribute> values = positions ? output.subList(1, output.size()) : output;
    String list = plans.hiddenColumn();
    String item = plans.hiddenColumn();
    String source =
        "(SELECT *, "
            + (map ? "map_entries(" + sql + ")" : sql)
            + " AS "
            + list
            + " FROM "
            + child.from()
            + ")";
    String position = plans.hiddenColumn();
    List<String> generated = new ArrayList<>();
    generated.add(unnest(list, list, outer) + " AS " + item);
    if (positions) {
      generated.add(unnest("range(len(" + list + "))", list, outer) + " AS " + position);
    }
    List<String> items = new ArrayList<>();
    if (positions) {
      items.add("CAST(" + position + " AS INTEGER) AS " + ColumnNames.of(output.get(0)));
    }
    if (map) {
      items.add(item + ".\"key\" AS " + ColumnNames.of(values.get(0)));
      items.add(item + ".\"value\" AS " + ColumnNames.of(values.get(1)));
    } else {
      items.add(item + " AS " + ColumnNames.of(values.get(0)));
    }
    String hidden = list + ", " + item + (positions ? ", " + position : "");
    return Fragment.of(
        "SELECT * EXCLUDE ("
            + hidden
            + "), "
            + String.join(", ", items)
            + " FROM (SELECT *, "
            + String.join(", ", generated)
            + " FROM "
            + source
            + ")");
  }

  /** One row for each item of a list; for an empty list or NULL one row with NULL if outer. */
  private static String unnest(String list, String condition, boolean outer) {
    return outer
        ? "unnest(CASE WHEN len(" + condition + ") > 0 THEN " + list + " ELSE [NULL] END)"
        : "unnest(" + list + ")";
  }

  private static List<String> fieldNames(Inline inline) {
    StructType struct = (StructType) ((ArrayType) inline.child().dataType()).elementType();
    return List.of(struct.fieldNames());
  }

  private Fragment inline(
      Fragment child, String list, List<String> fields, List<Attribute> output, boolean outer) {
    String column = plans.hiddenColumn();
    String item = plans.hiddenColumn();
    List<String> items = new ArrayList<>();
    for (int i = 0; i < output.size(); i++) {
      items.add(
          item
              + "."
              + SqlQuotes.identifier(fields.get(i))
              + " AS "
              + ColumnNames.of(output.get(i)));
    }
    return Fragment.of(
        "SELECT * EXCLUDE ("
            + column
            + ", "
            + item
            + "), "
            + String.join(", ", items)
            + " FROM (SELECT *, "
            + unnest(column, column, outer)
            + " AS "
            + item
            + " FROM (SELECT *, "
            + list
            + " AS "
            + column
            + " FROM "
            + child.from()
            + "))");
  }

  private Fragment stack(Fragment child, Stack stack, List<Attribute> output, boolean outer) {
    List<Expression> arguments = CollectionConverters.asJava(stack.children());
    if (!arguments.get(0).foldable()) {
      throw new UnsupportedPlanException("STACK needs a constant number of rows.");
    }
    int rows = (Integer) arguments.get(0).eval(null);
    List<String> names = new ArrayList<>();
    List<String> structs = new ArrayList<>();
    for (int column = 0; column < output.size(); column++) {
      names.add("c" + column);
    }
    for (int row = 0; row < rows; row++) {
      List<String> fields = new ArrayList<>();
      for (int column = 0; column < output.size(); column++) {
        int index = 1 + row * output.size() + column;
        DataType type = output.get(column).dataType();
        String value = index < arguments.size() ? item(arguments.get(index), type) : "NULL";
        fields.add("c" + column + " := CAST(" + value + " AS " + DuckTypes.of(type) + ")");
      }
      structs.add("struct_pack(" + String.join(", ", fields) + ")");
    }
    return inline(child, "[" + String.join(", ", structs) + "]", names, output, outer);
  }

  private String item(Expression argument, DataType type) {
    return FieldNames.renamed(plans.expression(argument), argument.dataType(), type);
  }
}
