/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.discovery;

import java.math.BigDecimal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Columns that stand in the folders' names, as {@code dt=2026-01-02/region=007}. */
public final class PartitionFolders {
  private static final String MISSING = "__HIVE_DEFAULT_PARTITION__";

  private final Path root;

  /**
   * @param root folders at and above this one do not count
   */
  public PartitionFolders(Path root) {
    this.root = root;
  }

  /** The values by key, in the order of the folders; a missing one is empty. */
  public Map<String, Optional<String>> values(Path file) {
    Map<String, Optional<String>> values = new LinkedHashMap<>();
    Path parent = file.getParent();
    if (parent == null || !parent.startsWith(root)) {
      return values;
    }
    for (int i = root.getNameCount(); i < parent.getNameCount(); i++) {
      String name = parent.getName(i).toString();
      int equals = name.indexOf('=');
      if (equals > 0) {
        String value = decoded(name.substring(equals + 1));
        values.put(
            decoded(name.substring(0, equals)),
            value.isEmpty() || value.equals(MISSING) ? Optional.empty() : Optional.of(value));
      }
    }
    return values;
  }

  private static String decoded(String text) {
    try {
      return text.indexOf('%') < 0
          ? text
          : URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  /**
   * The partition columns of the files: those asked for, else those that every file has. Files of
   * different layouts have none.
   */
  public StructType infer(List<DiscoveredFile> files, Optional<List<String>> asked, boolean typed) {
    Map<String, List<String>> seen = new LinkedHashMap<>();
    List<String> layout = null;
    boolean uniform = true;
    for (DiscoveredFile file : files) {
      Map<String, Optional<String>> values = values(file.shown());
      List<String> keys = List.copyOf(values.keySet());
      uniform &= layout == null || layout.equals(keys);
      layout = keys;
      values.forEach(
          (key, value) -> {
            List<String> all = seen.computeIfAbsent(key, k -> new ArrayList<>());
            value
                .filter(v -> all.isEmpty() || !all.get(all.size() - 1).equals(v))
                .ifPresent(all::add);
          });
    }
    List<String> names = asked.orElse(uniform ? List.copyOf(seen.keySet()) : List.of());
    StructType columns = new StructType();
    for (String name : names) {
      List<String> values = seen.getOrDefault(name, List.of());
      columns = columns.add(name, typed ? commonType(values) : DataTypes.StringType);
    }
    return columns;
  }

  private static DataType commonType(List<String> values) {
    DataType common = null;
    for (String value : values) {
      DataType type = typeOf(value);
      common = common == null ? type : merge(common, type);
    }
    return common == null ? DataTypes.StringType : common;
  }

  private static DataType merge(DataType a, DataType b) {
    List<DataType> numbers =
        List.of(DataTypes.IntegerType, DataTypes.LongType, DataTypes.DoubleType);
    List<DataType> times = List.of(DataTypes.DateType, DataTypes.TimestampType);
    for (List<DataType> widening : List.of(numbers, times)) {
      if (widening.contains(a) && widening.contains(b)) {
        return widening.get(Math.max(widening.indexOf(a), widening.indexOf(b)));
      }
    }
    return a.equals(b) ? a : DataTypes.StringType;
  }

  private static DataType typeOf(String value) {
    try {
      BigDecimal number = new BigDecimal(value);
      if (number.scale() > 0 || value.indexOf('e') >= 0 || value.indexOf('E') >= 0) {
        return DataTypes.DoubleType;
      }
      if (number.precision() <= 10 && number.longValueExact() == number.intValue()) {
        return DataTypes.IntegerType;
      }
      return number.unscaledValue().bitLength() < 64 && number.scale() == 0
          ? DataTypes.LongType
          : DataTypes.StringType;
    } catch (NumberFormatException e) {
      return timeTypeOf(value);
    }
  }

  private static DataType timeTypeOf(String value) {
    try {
      if (value.length() == 10) {
        LocalDate.parse(value);
        return DataTypes.DateType;
      }
      if (value.length() >= 19) {
        LocalDateTime.parse(value.replace(' ', 'T'));
        return DataTypes.TimestampType;
      }
    } catch (DateTimeException e) {
      return DataTypes.StringType;
    }
    return DataTypes.StringType;
  }
}
