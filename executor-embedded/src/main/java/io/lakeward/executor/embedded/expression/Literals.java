/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** SQL text of constants. */
final class Literals {
  private Literals() {}

  static String of(@Nullable Object value, DataType type, ValueTransport transport) {
    try {
      return written(value, type, transport);
    } catch (EmbeddedLimitException e) {
      throw new UnsupportedExpressionException(String.valueOf(e.getMessage()));
    }
  }

  private static String written(@Nullable Object value, DataType type, ValueTransport transport) {
    String duckType = DuckTypes.of(type);
    if (value == null) {
      return "CAST(NULL AS " + duckType + ")";
    }
    if (DuckTypes.isNested(type)) {
      return "CAST("
          + transport.unpack(type, text(NestedText.write(type, value)))
          + " AS "
          + duckType
          + ")";
    }
    if (type instanceof StringType) {
      return text(NestedText.checkedString((UTF8String) value));
    }
    if (type instanceof BinaryType) {
      return "unhex('" + HexFormat.of().formatHex((byte[]) value) + "')";
    }
    if (type instanceof BooleanType) {
      return value.toString();
    }
    if (value instanceof Decimal decimal) {
      return "CAST('" + decimal.toJavaBigDecimal().toPlainString() + "' AS " + duckType + ")";
    }
    if (type instanceof DoubleType || type instanceof FloatType) {
      return "CAST('" + value + "' AS " + duckType + ")";
    }
    return transport.unpack(
        type, "CAST('" + value + "' AS " + ValueTransport.columnType(type) + ")");
  }

  /**
   * A string constant; control characters do not survive in SQL text, so such a string is written
   * as its bytes.
   */
  static String text(String value) {
    if (value.chars().anyMatch(c -> c < ' ')) {
      return "decode(unhex('"
          + HexFormat.of().formatHex(value.getBytes(StandardCharsets.UTF_8))
          + "'))";
    }
    return "'" + value.replace("'", "''") + "'";
  }
}
