/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.rows;

import io.lakeward.autoloader.options.EvolutionMode;
import io.lakeward.autoloader.options.SourceOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Whether a field that the schema lacks ends the reading. It does not if it is only another
 * spelling of one that the schema has, or inside a column whose whole type the user gave. Where
 * types get wider, a value that its column cannot take ends it too.
 */
public final class UnknownFieldRule {
  /** None ends it. */
  static final UnknownFieldRule NONE =
      new UnknownFieldRule(EvolutionMode.RESCUE, new StructType(), Set.of(), false);

  private final EvolutionMode mode;
  private final StructType schema;
  private final Set<String> pinned;
  private final boolean stops;

  private UnknownFieldRule(
      EvolutionMode mode, StructType schema, Set<String> pinned, boolean stops) {
    this.mode = mode;
    this.schema = schema;
    this.pinned = pinned;
    this.stops = stops;
  }

  public static UnknownFieldRule of(SourceOptions options, StructType schema) {
    return new UnknownFieldRule(
        options.evolution(), schema, options.pinnedColumns(), options.stopsAtUnknownFields());
  }

  EvolutionMode mode() {
    return mode;
  }

  /**
   * @param name with the names of the fields around it, and numbers for items of arrays
   */
  boolean stopsAt(String name) {
    if (!stops) {
      return false;
    }
    List<String> path = List.of(name.split("\\.", -1));
    boolean isInPinned = path.size() > 1 && pinned.contains(path.get(0).toLowerCase(Locale.ROOT));
    return !isInPinned && !isKnown(schema, path);
  }

  /**
   * Whether the column may have to get another type.
   *
   * @param name a field at the top level with a value that was rescued
   */
  boolean stopsAtValueOf(String name) {
    return stops
        && mode == EvolutionMode.ADD_NEW_COLUMNS_WITH_TYPE_WIDENING
        && !pinned.contains(name.toLowerCase(Locale.ROOT))
        && isColumn(name);
  }

  boolean isColumn(String name) {
    return Arrays.asList(schema.fieldNames()).contains(name);
  }

  private static boolean isKnown(DataType at, List<String> path) {
    if (path.isEmpty()) {
      return true;
    }
    List<String> rest = path.subList(1, path.size());
    if (at instanceof ArrayType array) {
      boolean isNumber = path.get(0).chars().allMatch(c -> c >= '0' && c <= '9');
      return isKnown(array.elementType(), isNumber ? rest : path);
    }
    if (at instanceof MapType map) {
      return isKnown(map.valueType(), rest);
    }
    return at instanceof StructType struct
        && find(struct, path.get(0)).filter(type -> isKnown(type, rest)).isPresent();
  }

  private static Optional<DataType> find(StructType struct, String name) {
    List<StructField> fields = Arrays.asList(struct.fields());
    return fields.stream()
        .filter(f -> f.name().equals(name))
        .findFirst()
        .or(() -> fields.stream().filter(f -> f.name().equalsIgnoreCase(name)).findFirst())
        .map(StructField::dataType);
  }
}
