/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimeType;

/** Spark's types for those of Avro. */
final class AvroTypes {
  /** What becomes of the branches of a union. */
  enum Union {
    /** One branch beside null: the value itself. */
    OPTIONAL,

    /** INT and LONG, or FLOAT and DOUBLE: the wider one. */
    WIDENED,

    /** Anything else: a struct with a field for each branch, of which one has a value. */
    MEMBERS
  }

  private AvroTypes() {}

  static StructType struct(Schema record, Set<String> around) {
    StructType struct = new StructType();
    for (Schema.Field field : record.getFields()) {
      struct = struct.add(field.name(), of(field.schema(), around), true);
    }
    return struct;
  }

  static DataType of(Schema schema, Set<String> around) {
    LogicalType logical = schema.getLogicalType();
    return switch (schema.getType()) {
      case NULL -> DataTypes.NullType;
      case BOOLEAN -> DataTypes.BooleanType;
      case FLOAT -> DataTypes.FloatType;
      case DOUBLE -> DataTypes.DoubleType;
      case STRING, ENUM -> DataTypes.StringType;
      case INT ->
          logical instanceof LogicalTypes.Date
              ? DataTypes.DateType
              : logical instanceof LogicalTypes.TimeMillis
                  ? new TimeType(6)
                  : DataTypes.IntegerType;
      case LONG -> ofLong(logical);
      case BYTES, FIXED ->
          logical instanceof LogicalTypes.Decimal decimal
              ? new DecimalType(decimal.getPrecision(), decimal.getScale())
              : DataTypes.BinaryType;
      case ARRAY -> new ArrayType(of(schema.getElementType(), around), true);
      case MAP -> new MapType(DataTypes.StringType, of(schema.getValueType(), around), true);
      case RECORD -> {
        Set<String> inside = new HashSet<>(around);
        // A record within itself has no end, and so no type.
        yield inside.add(schema.getFullName())
            ? struct(schema, inside)
            : DataTypes.CalendarIntervalType;
      }
      case UNION -> ofUnion(schema, around);
    };
  }

  private static DataType ofLong(@org.jspecify.annotations.Nullable LogicalType logical) {
    if (logical instanceof LogicalTypes.TimestampMillis
        || logical instanceof LogicalTypes.TimestampMicros
        || logical instanceof LogicalTypes.TimestampNanos) {
      return DataTypes.TimestampType;
    }
    if (logical instanceof LogicalTypes.LocalTimestampMillis
        || logical instanceof LogicalTypes.LocalTimestampMicros
        || logical instanceof LogicalTypes.LocalTimestampNanos) {
      return DataTypes.TimestampNTZType;
    }
    return logical instanceof LogicalTypes.TimeMicros ? new TimeType(6) : DataTypes.LongType;
  }

  static List<Schema> branches(Schema union) {
    List<Schema> branches = new ArrayList<>(union.getTypes());
    branches.removeIf(b -> b.getType() == Schema.Type.NULL);
    return branches;
  }

  static Union kind(Schema union) {
    List<Schema> branches = branches(union);
    if (branches.size() < 2) {
      return Union.OPTIONAL;
    }
    Set<Schema.Type> types = new HashSet<>();
    branches.forEach(b -> types.add(b.getType()));
    boolean widened =
        branches.size() == 2
            && (types.equals(Set.of(Schema.Type.INT, Schema.Type.LONG))
                || types.equals(Set.of(Schema.Type.FLOAT, Schema.Type.DOUBLE)));
    return widened ? Union.WIDENED : Union.MEMBERS;
  }

  private static DataType ofUnion(Schema union, Set<String> around) {
    List<Schema> branches = branches(union);
    switch (kind(union)) {
      case OPTIONAL:
        return branches.isEmpty() ? DataTypes.NullType : of(branches.get(0), around);
      case WIDENED:
        boolean whole = branches.stream().anyMatch(b -> b.getType() == Schema.Type.LONG);
        return whole ? DataTypes.LongType : DataTypes.DoubleType;
      default:
        StructType struct = new StructType();
        for (int i = 0; i < branches.size(); i++) {
          struct = struct.add("member" + i, of(branches.get(i), around), true);
        }
        return struct;
    }
  }
}
