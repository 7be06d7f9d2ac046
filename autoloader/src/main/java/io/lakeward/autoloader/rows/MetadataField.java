/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.rows;

import java.util.Locale;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** A field of the hidden {@code _metadata} column. */
public enum MetadataField {
  FILE_PATH,
  FILE_NAME,
  FILE_SIZE,
  FILE_BLOCK_START,
  FILE_BLOCK_LENGTH,
  FILE_MODIFICATION_TIME;

  /** The field's name inside {@code _metadata}. */
  public String columnName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public DataType type() {
    return switch (this) {
      case FILE_PATH, FILE_NAME -> DataTypes.StringType;
      case FILE_SIZE, FILE_BLOCK_START, FILE_BLOCK_LENGTH -> DataTypes.LongType;
      case FILE_MODIFICATION_TIME -> DataTypes.TimestampType;
    };
  }

  /** The type of {@code _metadata}: all fields in order. */
  public static StructType structType() {
    StructType struct = new StructType();
    for (MetadataField field : values()) {
      struct = struct.add(field.columnName(), field.type(), false);
    }
    return struct;
  }
}
