/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Adds to a schema the fields that later files have, at the end, and inside structs at the end of
 * the struct. What is there keeps its type, or gets one that holds its values and those of the
 * files where types may get wider. A name that differs from a known one only in case is none of
 * them: its values are rescued.
 */
public final class SchemaGrowth {
  private final Set<String> pinned;
  private final Predicate<String> isNoColumn;
  private final boolean widens;

  /**
   * @param pinned columns whose whole type a hint gives, in lower case; they do not grow
   * @param isNoColumn names that are no reason for a column
   * @param widens whether types get wider
   */
  public SchemaGrowth(Set<String> pinned, Predicate<String> isNoColumn, boolean widens) {
    this.pinned = pinned;
    this.isNoColumn = isNoColumn;
    this.widens = widens;
  }

  public StructType grown(StructType known, StructType seen) {
    List<StructField> kept = new ArrayList<>();
    for (StructField field : seen.fields()) {
      boolean isPinned = pinned.contains(field.name().toLowerCase(Locale.ROOT));
      if (!isPinned && !isNoColumn.test(field.name())) {
        kept.add(field);
      }
    }
    return merged(known, new StructType(kept.toArray(StructField[]::new)));
  }

  private StructType merged(StructType known, StructType seen) {
    List<StructField> fields = new ArrayList<>(Arrays.asList(known.fields()));
    for (StructField field : seen.fields()) {
      Optional<StructField> same = find(fields, field.name());
      if (same.isEmpty()) {
        fields.add(new StructField(field.name(), field.dataType(), true, field.metadata()));
      } else {
        StructField old = same.get();
        fields.set(
            fields.indexOf(old),
            new StructField(
                old.name(),
                merged(old.dataType(), field.dataType()),
                old.nullable(),
                old.metadata()));
      }
    }
    return new StructType(fields.toArray(StructField[]::new));
  }

  private DataType merged(DataType known, DataType seen) {
    if (known instanceof StructType struct && seen instanceof StructType other) {
      return merged(struct, other);
    }
    if (known instanceof ArrayType array && seen instanceof ArrayType other) {
      return new ArrayType(merged(array.elementType(), other.elementType()), array.containsNull());
    }
    if (known instanceof MapType map && seen instanceof MapType other) {
      return new MapType(
          map.keyType(), merged(map.valueType(), other.valueType()), map.valueContainsNull());
    }
    return widens
        ? TypeWidening.common(known, seen)
            .filter(type -> TypeWidening.isStored(known, type))
            .orElse(known)
        : known;
  }

  private static Optional<StructField> find(List<StructField> fields, String name) {
    return fields.stream()
        .filter(f -> f.name().equals(name))
        .findFirst()
        .or(() -> fields.stream().filter(f -> f.name().equalsIgnoreCase(name)).findFirst());
  }
}
