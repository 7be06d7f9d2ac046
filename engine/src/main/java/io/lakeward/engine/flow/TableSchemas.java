/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.model.pipeline.ColumnDefinition;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.IdentityColumn;
import io.lakeward.tables.PropertyNames;
import io.lakeward.tables.TypeWidening;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.AtomicType;
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
   * in a new column, new rows have NULL in one that the query no longer gives. A narrower type is
   * made the stored one; a wider one is stored if the table allows that.
   *
   * @throws ProjectException with {@code INCOMPATIBLE_SCHEMA} if a column's type changed
   */
  static StructType evolved(Dataset dataset, StructType stored, StructType wanted) {
    Merging merging = new Merging(mayWiden(dataset));
    List<StructField> fields = new ArrayList<>();
    for (StructField field : stored.fields()) {
      Optional<StructField> match = find(wanted, field.name());
      Optional<DataType> common =
          match.flatMap(other -> merging.common(field.dataType(), other.dataType()));
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
                .withFix(fix(dataset, field, match.get())));
      }
      fields.add(
          match
              .map(
                  m ->
                      new StructField(
                          field.name(),
                          common.orElse(field.dataType()),
                          field.nullable() || m.nullable(),
                          metadata(field.metadata(), m.metadata())))
              .orElse(field));
    }
    for (StructField field : wanted.fields()) {
      if (find(stored, field.name()).isEmpty()) {
        fields.add(new StructField(field.name(), field.dataType(), true, field.metadata()));
      }
    }
    return new StructType(fields.toArray(StructField[]::new));
  }

  private static String fix(Dataset dataset, StructField stored, StructField wanted) {
    boolean couldWiden = new Merging(true).common(stored.dataType(), wanted.dataType()).isPresent();
    return "Cast the column to %s in the query, %sor replace the table's rows with --full-refresh %s."
        .formatted(
            stored.dataType().sql(),
            couldWiden
                ? "let the table take the wider type with TBLPROPERTIES ("
                    + PropertyNames.TYPE_WIDENING
                    + " = true), "
                : "",
            dataset.name().table());
  }

  private static boolean mayWiden(Dataset dataset) {
    return dataset.properties().entrySet().stream()
        .anyMatch(
            property ->
                PropertyNames.canonical(property.getKey()).equals(PropertyNames.TYPE_WIDENING)
                    && "true".equalsIgnoreCase(property.getValue()));
  }

  /** The wanted notes, and what Delta says about the stored rows. */
  private static Metadata metadata(Metadata stored, Metadata wanted) {
    String typeChanges = "delta.typeChanges";
    MetadataBuilder notes = new MetadataBuilder().withMetadata(wanted);
    if (stored.contains(typeChanges)) {
      notes.putMetadataArray(typeChanges, stored.getMetadataArray(typeChanges));
    }
    for (String number : IdentityColumn.NUMBERS) {
      if (stored.contains(number)) {
        notes.putLong(number, stored.getLong(number));
      }
    }
    if (stored.contains(IdentityColumn.GIVEN_ALLOWED)) {
      notes.putBoolean(
          IdentityColumn.GIVEN_ALLOWED, stored.getBoolean(IdentityColumn.GIVEN_ALLOWED));
    }
    return notes.build();
  }

  /**
   * How two types become one.
   *
   * @param widens whether a stored type becomes wider
   */
  private record Merging(boolean widens) {
    /**
     * The stored type, with the fields that structs in it get. A struct that lacks a field has NULL
     * in it. Empty if the types differ otherwise.
     */
    Optional<DataType> common(DataType stored, DataType wanted) {
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
      if (stored instanceof MapType map && wanted instanceof MapType other) {
        return key(map.keyType(), other.keyType())
            .flatMap(
                key ->
                    common(map.valueType(), other.valueType())
                        .map(value -> new MapType(key, value, true)));
      }
      if (TypeWidening.isWider(name(wanted), name(stored))) {
        return Optional.of(stored);
      }
      return widens && TypeWidening.isWider(name(stored), name(wanted))
          ? Optional.of(wanted)
          : Optional.empty();
    }

    private static String name(DataType type) {
      return type.typeName();
    }

    private Optional<DataType> key(DataType stored, DataType wanted) {
      return stored instanceof AtomicType || DataType.equalsIgnoreNullability(stored, wanted)
          ? common(stored, wanted)
          : Optional.empty();
    }

    private Optional<DataType> common(StructType stored, StructType wanted) {
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
  }

  /** Whether a column or a part of one has another type than the stored one. */
  static boolean hasOtherTypes(DataType stored, DataType columns) {
    if (stored instanceof StructType struct && columns instanceof StructType other) {
      return List.of(struct.fields()).stream()
          .anyMatch(
              field ->
                  find(other, field.name())
                      .map(f -> hasOtherTypes(field.dataType(), f.dataType()))
                      .orElse(false));
    }
    if (stored instanceof ArrayType array && columns instanceof ArrayType other) {
      return hasOtherTypes(array.elementType(), other.elementType());
    }
    if (stored instanceof MapType map && columns instanceof MapType other) {
      return hasOtherTypes(map.keyType(), other.keyType())
          || hasOtherTypes(map.valueType(), other.valueType());
    }
    return !stored.equals(columns);
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
