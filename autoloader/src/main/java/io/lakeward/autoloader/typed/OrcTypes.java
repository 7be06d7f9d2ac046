/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import java.util.List;
import org.apache.orc.TypeDescription;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;

/** Spark's types for those of ORC. */
final class OrcTypes {
  /** Where Spark notes a type that ORC does not have. */
  private static final String CATALYST_TYPE = "spark.sql.catalyst.type";

  private OrcTypes() {}

  static StructType struct(TypeDescription type) {
    StructType struct = new StructType();
    List<String> names = type.getFieldNames();
    for (int i = 0; i < names.size(); i++) {
      struct = struct.add(names.get(i), of(type.getChildren().get(i)), true);
    }
    return struct;
  }

  static DataType of(TypeDescription type) {
    return switch (type.getCategory()) {
      case BOOLEAN -> DataTypes.BooleanType;
      case BYTE -> DataTypes.ByteType;
      case SHORT -> DataTypes.ShortType;
      case INT -> DataTypes.IntegerType;
      case LONG -> isWithoutZone(type) ? DataTypes.TimestampNTZType : DataTypes.LongType;
      case FLOAT -> DataTypes.FloatType;
      case DOUBLE -> DataTypes.DoubleType;
      case STRING, CHAR, VARCHAR -> DataTypes.StringType;
      case BINARY -> DataTypes.BinaryType;
      case DATE -> DataTypes.DateType;
      case TIMESTAMP -> isWithoutZone(type) ? DataTypes.TimestampNTZType : DataTypes.TimestampType;
      case TIMESTAMP_INSTANT -> DataTypes.TimestampType;
      case DECIMAL -> new DecimalType(type.getPrecision(), type.getScale());
      case LIST -> new ArrayType(of(type.getChildren().get(0)), true);
      case MAP -> new MapType(of(type.getChildren().get(0)), of(type.getChildren().get(1)), true);
      case STRUCT -> struct(type);
      default -> DataTypes.CalendarIntervalType;
    };
  }

  static boolean isWithoutZone(TypeDescription type) {
    return "timestamp_ntz".equals(type.getAttributeValue(CATALYST_TYPE));
  }
}
