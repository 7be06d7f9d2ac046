/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import java.util.Optional;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimeType;

/** Spark's types for those of Parquet. */
final class ParquetTypes {
  private ParquetTypes() {}

  static StructType struct(GroupType group) {
    StructType struct = new StructType();
    for (Type field : group.getFields()) {
      struct = struct.add(field.getName(), of(field), true);
    }
    return struct;
  }

  static DataType of(Type type) {
    DataType once =
        type.isPrimitive() ? primitive(type.asPrimitiveType()) : group(type.asGroupType());
    return type.isRepetition(Type.Repetition.REPEATED) ? new ArrayType(once, true) : once;
  }

  /** The type of one value, also of a repeated one. */
  static DataType ofValue(Type type) {
    return type.isPrimitive() ? primitive(type.asPrimitiveType()) : group(type.asGroupType());
  }

  private static DataType group(GroupType group) {
    if (isList(group)) {
      Type repeated = group.getType(0);
      return new ArrayType(
          isItem(repeated, group.getName())
              ? ofValue(repeated)
              : of(repeated.asGroupType().getType(0)),
          true);
    }
    if (isMap(group)) {
      GroupType entry = group.getType(0).asGroupType();
      return new MapType(of(entry.getType(0)), of(entry.getType(1)), true);
    }
    return struct(group);
  }

  static boolean isList(GroupType group) {
    return group.getLogicalTypeAnnotation()
            instanceof LogicalTypeAnnotation.ListLogicalTypeAnnotation
        && group.getFieldCount() == 1
        && group.getType(0).isRepetition(Type.Repetition.REPEATED);
  }

  static boolean isMap(GroupType group) {
    LogicalTypeAnnotation annotation = group.getLogicalTypeAnnotation();
    boolean marked =
        annotation instanceof LogicalTypeAnnotation.MapLogicalTypeAnnotation
            || annotation instanceof LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
    return marked
        && group.getFieldCount() == 1
        && !group.getType(0).isPrimitive()
        && group.getType(0).isRepetition(Type.Repetition.REPEATED)
        && group.getType(0).asGroupType().getFieldCount() == 2;
  }

  /** Whether the repeated field of a list is the item itself, by the rules for old writers. */
  static boolean isItem(Type repeated, String listName) {
    if (repeated.isPrimitive() || repeated.asGroupType().getFieldCount() > 1) {
      return true;
    }
    Type only = repeated.asGroupType().getType(0);
    return only.isRepetition(Type.Repetition.REPEATED)
        || repeated.getName().equals("array")
        || repeated.getName().equals(listName + "_tuple");
  }

  /** Whether the type is a scalar with a usual meaning. */
  static boolean isPlain(Type type) {
    if (!type.isPrimitive() || type.isRepetition(Type.Repetition.REPEATED)) {
      return false;
    }
    LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
    if (annotation == null) {
      PrimitiveType.PrimitiveTypeName name = type.asPrimitiveType().getPrimitiveTypeName();
      return name != PrimitiveType.PrimitiveTypeName.INT96
          && name != PrimitiveType.PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
    }
    if (annotation instanceof IntLogicalTypeAnnotation number) {
      return number.isSigned();
    }
    if (annotation instanceof TimestampLogicalTypeAnnotation time) {
      return time.getUnit() != LogicalTypeAnnotation.TimeUnit.NANOS;
    }
    return annotation instanceof LogicalTypeAnnotation.StringLogicalTypeAnnotation
        || annotation instanceof LogicalTypeAnnotation.DateLogicalTypeAnnotation
        || annotation instanceof DecimalLogicalTypeAnnotation;
  }

  private static DataType primitive(PrimitiveType type) {
    LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
    if (annotation instanceof LogicalTypeAnnotation.UnknownLogicalTypeAnnotation) {
      return DataTypes.NullType;
    }
    Optional<DataType> decimal =
        Optional.ofNullable(annotation)
            .filter(DecimalLogicalTypeAnnotation.class::isInstance)
            .map(DecimalLogicalTypeAnnotation.class::cast)
            .map(d -> new DecimalType(d.getPrecision(), d.getScale()));
    if (decimal.isPresent()) {
      return decimal.get();
    }
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> DataTypes.BooleanType;
      case FLOAT -> DataTypes.FloatType;
      case DOUBLE -> DataTypes.DoubleType;
      case INT32 -> int32(annotation);
      case INT64 -> int64(annotation);
      case INT96 -> DataTypes.TimestampType;
      case BINARY ->
          annotation instanceof LogicalTypeAnnotation.StringLogicalTypeAnnotation
                  || annotation instanceof LogicalTypeAnnotation.EnumLogicalTypeAnnotation
                  || annotation instanceof LogicalTypeAnnotation.JsonLogicalTypeAnnotation
              ? DataTypes.StringType
              : DataTypes.BinaryType;
      case FIXED_LEN_BYTE_ARRAY -> {
        if (annotation instanceof LogicalTypeAnnotation.UUIDLogicalTypeAnnotation) {
          yield DataTypes.StringType;
        } else if (annotation instanceof LogicalTypeAnnotation.Float16LogicalTypeAnnotation) {
          yield DataTypes.FloatType;
        } else if (annotation instanceof LogicalTypeAnnotation.IntervalLogicalTypeAnnotation) {
          yield DataTypes.CalendarIntervalType;
        }
        yield DataTypes.BinaryType;
      }
    };
  }

  private static DataType int32(@org.jspecify.annotations.Nullable LogicalTypeAnnotation a) {
    if (a instanceof LogicalTypeAnnotation.DateLogicalTypeAnnotation) {
      return DataTypes.DateType;
    }
    if (a instanceof LogicalTypeAnnotation.TimeLogicalTypeAnnotation) {
      return new TimeType(6);
    }
    if (a instanceof IntLogicalTypeAnnotation number) {
      // An unsigned number needs the next bigger type.
      return switch (number.getBitWidth()) {
        case 8 -> number.isSigned() ? DataTypes.ByteType : DataTypes.ShortType;
        case 16 -> number.isSigned() ? DataTypes.ShortType : DataTypes.IntegerType;
        default -> number.isSigned() ? DataTypes.IntegerType : DataTypes.LongType;
      };
    }
    return DataTypes.IntegerType;
  }

  private static DataType int64(@org.jspecify.annotations.Nullable LogicalTypeAnnotation a) {
    if (a instanceof TimestampLogicalTypeAnnotation time) {
      return time.isAdjustedToUTC() ? DataTypes.TimestampType : DataTypes.TimestampNTZType;
    }
    if (a instanceof LogicalTypeAnnotation.TimeLogicalTypeAnnotation) {
      return new TimeType(6);
    }
    return a instanceof IntLogicalTypeAnnotation number && !number.isSigned()
        ? new DecimalType(20, 0)
        : DataTypes.LongType;
  }
}
