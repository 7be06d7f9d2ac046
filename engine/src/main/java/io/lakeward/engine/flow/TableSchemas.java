/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.model.pipeline.ColumnDefinition;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns of a stored table, from its query, its definition and what is stored already. */
final class TableSchemas {
  private TableSchemas() {}

  /**
   * The columns a dataset asks for: nullable unless declared {@code NOT NULL}, with the declared
   * comments.
   */
  static StructType declared(Dataset dataset, StructType query) {
    List<StructField> fields = new ArrayList<>();
    for (StructField field : query.asNullable().fields()) {
      Optional<ColumnDefinition> definition =
          dataset.columns().stream()
              .filter(c -> c.name().equalsIgnoreCase(field.name()))
              .findFirst();
      Metadata metadata =
          definition
              .flatMap(ColumnDefinition::comment)
              .map(comment -> new MetadataBuilder().putString("comment", comment).build())
              .orElse(Metadata.empty());
      fields.add(
          new StructField(
              field.name(),
              field.dataType(),
              definition.map(ColumnDefinition::nullable).orElse(true),
              metadata));
    }
    return new StructType(fields.toArray(StructField[]::new));
  }

  /**
   * The columns of a streaming table that exists: those it has, then new ones. Old rows have NULL
   * in a new column, new rows have NULL in one that the query no longer gives.
   *
   * @throws ProjectException with {@code INCOMPATIBLE_SCHEMA} if a column's type changed
   */
  static StructType evolved(Dataset dataset, StructType stored, StructType wanted) {
    List<StructField> fields = new ArrayList<>();
    for (StructField field : stored.fields()) {
      Optional<StructField> match = find(wanted, field.name());
      Optional<DataType> common =
          match.flatMap(other -> common(field.dataType(), other.dataType()));
      if (match.isPresent() && common.isEmpty()) {
        throw new ProjectException(
            Problem.of(
                    ProblemCode.INCOMPATIBLE_SCHEMA,
                    "Column `%s` of %s is stored as %s, but the query now gives %s."
                        .formatted(
                            field.name(),
                            dataset.name(),
                            field.dataType().sql(),
                            match.get().dataType().sql()))
                .at(dataset.where())
                .withFix(
                    "Cast the column to %s in the query, or replace the table's rows with --full-refresh %s."
                        .formatted(field.dataType().sql(), dataset.name().table())));
      }
      fields.add(
          match
              .map(
                  m ->
                      new StructField(
                          field.name(),
                          common.orElse(field.dataType()),
                          field.nullable() || m.nullable(),
                          m.metadata()))
              .orElse(field));
    }
    for (StructField field : wanted.fields()) {
      if (find(stored, field.name()).isEmpty()) {
        fields.add(new StructField(field.name(), field.dataType(), true, field.metadata()));
      }
    }
    return new StructType(fields.toArray(StructField[]::new));
  }

  /**
   * The stored type, with the fields that structs in it get. A struct that lacks a field has NULL
   * in it. Empty if the types differ otherwise.
   */
  private static Optional<DataType> common(DataType stored, DataType wanted) {
    if (DataType.equalsIgnoreNullability(stored, wanted)) {
      return Optional.of(stored);
    }
    if (stored instanceof StructType struct && wanted instanceof StructType other) {
      return common(struct, other);
    }
    if (stored instanceof ArrayType array && wanted instanceof ArrayType other) {
      return common(array.elementType(), other.elementType())
          .map(element -> new ArrayType(element, true));
    }
    if (stored instanceof MapType map
        && wanted instanceof MapType other
        && DataType.equalsIgnoreNullability(map.keyType(), other.keyType())) {
      return common(map.valueType(), other.valueType())
          .map(value -> new MapType(map.keyType(), value, true));
    }
    return Optional.empty();
  }

  private static Optional<DataType> common(StructType stored, StructType wanted) {
    List<StructField> fields = new ArrayList<>();
    for (StructField field : stored.fields()) {
      Optional<StructField> match = find(wanted, field.name());
      Optional<DataType> type =
          match.isEmpty()
              ? Optional.of(field.dataType())
              : common(field.dataType(), match.get().dataType());
      if (type.isEmpty()) {
        return Optional.empty();
      }
      fields.add(new StructField(field.name(), type.get(), true, field.metadata()));
    }
    for (StructField field : wanted.fields()) {
      if (find(stored, field.name()).isEmpty()) {
        fields.add(new StructField(field.name(), field.dataType(), true, field.metadata()));
      }
    }
    return Optional.of(new StructType(fields.toArray(StructField[]::new)));
  }

  private static Optional<StructField> find(StructType schema, String name) {
    for (StructField field : schema.fields()) {
      if (field.name().equalsIgnoreCase(name)) {
        return Optional.of(field);
      }
    }
    return Optional.empty();
  }
}
