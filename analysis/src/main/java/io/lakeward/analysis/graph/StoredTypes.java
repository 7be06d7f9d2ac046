/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.VariantType;

/** What types and columns look like in a stored table. */
final class StoredTypes {
  private StoredTypes() {}

  /** A name, at any depth, that a column of a Delta table cannot have. */
  static Optional<String> notStorableName(StructField field) {
    return field.name().chars().anyMatch(c -> " ,;{}()\n\t=".indexOf(c) >= 0)
        ? Optional.of(field.name())
        : notStorableName(field.dataType());
  }

  private static Optional<String> notStorableName(DataType type) {
    if (type instanceof ArrayType array) {
      return notStorableName(array.elementType());
    }
    if (type instanceof MapType map) {
      return notStorableName(map.keyType()).or(() -> notStorableName(map.valueType()));
    }
    return type instanceof StructType struct
        ? Stream.of(struct.fields())
            .map(StoredTypes::notStorableName)
            .flatMap(Optional::stream)
            .findFirst()
        : Optional.empty();
  }

  /** Whether every engine reads a value back from the text that Delta has of it in a log. */
  static boolean isPartitionable(DataType type) {
    return type instanceof StringType
        || type instanceof IntegralType
        || type instanceof BooleanType
        || type instanceof DateType
        || type instanceof DecimalType;
  }

  /** The part of a type that a Delta table cannot hold. */
  static Optional<DataType> notStorable(DataType type) {
    if (type instanceof ArrayType array) {
      return notStorable(array.elementType());
    }
    if (type instanceof MapType map) {
      return notStorable(map.keyType()).or(() -> notStorable(map.valueType()));
    }
    if (type instanceof StructType struct) {
      for (StructField field : struct.fields()) {
        Optional<DataType> part = notStorable(field.dataType());
        if (part.isPresent()) {
          return part;
        }
      }
      return Optional.empty();
    }
    boolean isStorable =
        type instanceof StringType
            || type instanceof NumericType
            || type instanceof BooleanType
            || type instanceof DateType
            || type instanceof TimestampType
            || type instanceof TimestampNTZType
            || type instanceof BinaryType
            || type instanceof VariantType;
    return isStorable ? Optional.empty() : Optional.of(type);
  }

  /**
   * A type without what only holds for the rows of one query, or for the table that the column came
   * from: everything may be NULL, and of the metadata only comments remain.
   */
  static DataType plain(DataType type) {
    if (type instanceof ArrayType array) {
      return new ArrayType(plain(array.elementType()), true);
    }
    if (type instanceof MapType map) {
      return new MapType(plain(map.keyType()), plain(map.valueType()), true);
    }
    if (type instanceof StructType struct) {
      StructField[] fields = new StructField[struct.fields().length];
      for (int i = 0; i < fields.length; i++) {
        fields[i] = plain(struct.fields()[i]);
      }
      return new StructType(fields);
    }
    return type;
  }

  static StructField plain(StructField field) {
    MetadataBuilder metadata = new MetadataBuilder();
    if (field.getComment().isDefined()) {
      metadata.putString("comment", field.getComment().get());
    }
    return new StructField(field.name(), plain(field.dataType()), true, metadata.build());
  }
}
