/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;

/** Which types hold all values of which others, by Lakeflow's table of type widening. */
public final class TypeWidening {
  private static final List<DataType> INTEGERS =
      List.of(DataTypes.ByteType, DataTypes.ShortType, DataTypes.IntegerType, DataTypes.LongType);

  private TypeWidening() {}

  /** Whether a value of one type can be read as another without loss. */
  public static boolean canRead(DataType found, DataType wanted) {
    if (found.equals(wanted) || found instanceof NullType) {
      return true;
    }
    int from = INTEGERS.indexOf(found);
    if (from >= 0 && INTEGERS.indexOf(wanted) > from) {
      return true;
    }
    if (wanted instanceof DoubleType) {
      return found instanceof FloatType || (from >= 0 && !(found instanceof LongType));
    }
    if (wanted instanceof DecimalType decimal) {
      Optional<DecimalType> asDecimal = decimalOf(found);
      return asDecimal.isPresent()
          && decimal.scale() >= asDecimal.get().scale()
          && decimal.precision() - decimal.scale()
              >= asDecimal.get().precision() - asDecimal.get().scale();
    }
    return found instanceof DateType && wanted instanceof TimestampNTZType;
  }

  /** Whether a column of one type can become one of another while what is stored of it stays. */
  static boolean isStored(DataType stored, DataType wider) {
    return !stored.equals(wider) && !(stored instanceof NullType) && canRead(stored, wider);
  }

  private static Optional<DecimalType> decimalOf(DataType type) {
    if (type instanceof DecimalType decimal) {
      return Optional.of(decimal);
    }
    if (type instanceof LongType) {
      return Optional.of(new DecimalType(20, 0));
    }
    return type instanceof ByteType || type instanceof ShortType || type instanceof IntegerType
        ? Optional.of(new DecimalType(10, 0))
        : Optional.empty();
  }

  /** The narrowest type that holds both; empty if there is none. */
  public static Optional<DataType> common(DataType a, DataType b) {
    if (a instanceof NullType || canRead(a, b)) {
      return Optional.of(b);
    }
    if (canRead(b, a)) {
      return Optional.of(a);
    }
    Optional<DecimalType> left = decimalOf(a);
    Optional<DecimalType> right = decimalOf(b);
    if (left.isPresent()
        && right.isPresent()
        && (a instanceof DecimalType || b instanceof DecimalType)) {
      int scale = Math.max(left.get().scale(), right.get().scale());
      int whole =
          Math.max(
              left.get().precision() - left.get().scale(),
              right.get().precision() - right.get().scale());
      return whole + scale > DecimalType.MAX_PRECISION()
          ? Optional.empty()
          : Optional.of(new DecimalType(whole + scale, scale));
    }
    if (a instanceof ArrayType x && b instanceof ArrayType y) {
      return common(x.elementType(), y.elementType()).map(t -> new ArrayType(t, true));
    }
    if (a instanceof MapType x && b instanceof MapType y) {
      Optional<DataType> key = common(x.keyType(), y.keyType());
      return common(x.valueType(), y.valueType())
          .flatMap(value -> key.map(k -> new MapType(k, value, true)));
    }
    return a instanceof StructType x && b instanceof StructType y ? struct(x, y) : Optional.empty();
  }

  /** Fields of both, the first one's order and spelling first. */
  private static Optional<DataType> struct(StructType a, StructType b) {
    List<StructField> fields = new ArrayList<>(Arrays.asList(a.fields()));
    for (StructField field : b.fields()) {
      int at = indexOf(fields, field.name());
      if (at < 0) {
        fields.add(field);
        continue;
      }
      Optional<DataType> both = common(fields.get(at).dataType(), field.dataType());
      if (both.isEmpty()) {
        return Optional.empty();
      }
      fields.set(at, new StructField(fields.get(at).name(), both.get(), true, field.metadata()));
    }
    return Optional.of(new StructType(fields.toArray(StructField[]::new)));
  }

  private static int indexOf(List<StructField> fields, String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().toLowerCase(Locale.ROOT).equals(wanted)) {
        return i;
      }
    }
    return -1;
  }
}
