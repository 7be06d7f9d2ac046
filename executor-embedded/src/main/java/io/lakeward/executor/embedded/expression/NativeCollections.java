/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import io.lakeward.executor.embedded.expression.NativeFunctions.Rule;
import io.lakeward.executor.embedded.expression.NativeFunctions.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.CreateArray;
import org.apache.spark.sql.catalyst.expressions.CreateNamedStruct;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetArrayItem;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.MapKeys;
import org.apache.spark.sql.catalyst.expressions.MapValues;
import org.apache.spark.sql.catalyst.expressions.Size;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Building and reading arrays, maps and structs. */
final class NativeCollections {
  private static final String INVALID_INDEX =
      NativeFunctions.error(
          "INVALID_ARRAY_INDEX",
          "22003",
          "The index is out of bounds. Use the SQL function `get()` to tolerate accessing element"
              + " at invalid index and return NULL instead.");

  private NativeCollections() {}

  static void addTo(Map<Class<?>, Rule> rules) {
    rules.put(GetStructField.class, (e, s) -> structField((GetStructField) e, s));
    rules.put(CreateNamedStruct.class, (e, s) -> struct((CreateNamedStruct) e, s));
    rules.put(CreateArray.class, (e, s) -> array((CreateArray) e, s));
    rules.put(Size.class, (e, s) -> size((Size) e, s));
    rules.put(GetArrayItem.class, (e, s) -> arrayItem((GetArrayItem) e, s));
    rules.put(MapKeys.class, NativeFunctions.unary(x -> "map_keys(" + x + ")"));
    rules.put(MapValues.class, NativeFunctions.unary(x -> "map_values(" + x + ")"));
  }

  private static String structField(GetStructField e, Scope s) {
    StructField field = ((StructType) e.child().dataType()).fields()[e.ordinal()];
    DuckTypes.of(e.child().dataType());
    return "struct_extract(" + s.of(e.child()) + ", " + Literals.text(field.name()) + ")";
  }

  private static @Nullable String struct(CreateNamedStruct e, Scope s) {
    StructType type = (StructType) e.dataType();
    if (!DuckTypes.isSupported(type)) {
      return null;
    }
    List<Expression> values = scala.jdk.javaapi.CollectionConverters.asJava(e.valExprs());
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      fields.add(SqlQuotes.identifier(type.fields()[i].name()) + " := " + s.of(values.get(i)));
    }
    return "struct_pack(" + String.join(", ", fields) + ")";
  }

  private static @Nullable String array(CreateArray e, Scope s) {
    List<Expression> items = Trees.children(e);
    String elementType = DuckTypes.of(((ArrayType) e.dataType()).elementType());
    boolean same =
        items.stream().allMatch(item -> DuckTypes.of(item.dataType()).equals(elementType));
    return same && !items.isEmpty()
        ? "[" + items.stream().map(s::of).collect(Collectors.joining(", ")) + "]"
        : null;
  }

  private static @Nullable String size(Size e, Scope s) {
    if (e.legacySizeOfNull()) {
      return null;
    }
    String function = e.child().dataType() instanceof MapType ? "cardinality" : "len";
    return "CAST(" + function + "(" + s.of(e.child()) + ") AS INTEGER)";
  }

  private static String arrayItem(GetArrayItem e, Scope s) {
    String array = s.repeated(e.child());
    String index = s.repeated(e.ordinal());
    String outside = "(" + index + " < 0 OR " + index + " >= len(" + array + "))";
    String otherwise = e.failOnError() ? INVALID_INDEX : "NULL";
    return "CASE WHEN "
        + array
        + " IS NOT NULL AND "
        + outside
        + " THEN "
        + otherwise
        + " ELSE ("
        + array
        + ")[CAST("
        + index
        + " AS BIGINT) + 1] END";
  }
}
