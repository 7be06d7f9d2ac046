/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.write;

import io.lakeward.tables.ColumnStatistics;
import io.lakeward.tables.FileStatistics;
import io.lakeward.tables.NewDataFile;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Reads what COPY reports about the files that it wrote. */
final class WrittenFiles {
  private WrittenFiles() {}

  static List<NewDataFile> read(ResultSet result, StructType schema) throws SQLException {
    List<NewDataFile> files = new ArrayList<>();
    while (result.next()) {
      Path path = Path.of(result.getString("filename"));
      long rows = result.getLong("count");
      long size = result.getLong("file_size_bytes");
      Map<?, ?> statistics = (Map<?, ?>) result.getObject("column_statistics");
      Object keys = result.getObject("partition_keys");
      files.add(
          new NewDataFile(
              path,
              size,
              rows,
              partitionValues(keys),
              Optional.of(new FileStatistics(columns(statistics, schema)))));
    }
    return files;
  }

  private static Map<String, @Nullable String> partitionValues(@Nullable Object keys) {
    Map<String, @Nullable String> values = new HashMap<>();
    if (keys instanceof Map<?, ?> map) {
      // In a Delta log an empty text as a partition value means NULL, for every reader.
      map.forEach(
          (k, v) ->
              values.put(
                  String.valueOf(k), v == null || v.toString().isEmpty() ? null : v.toString()));
    }
    return values;
  }

  private static List<ColumnStatistics> columns(@Nullable Map<?, ?> reported, StructType schema) {
    List<ColumnStatistics> columns = new ArrayList<>();
    if (reported == null) {
      return columns;
    }
    for (Map.Entry<?, ?> entry : reported.entrySet()) {
      List<String> path = StatisticsText.path(String.valueOf(entry.getKey()));
      Map<?, ?> facts = (Map<?, ?>) entry.getValue();
      StatisticsText.leafType(path, schema)
          .ifPresent(
              type ->
                  columns.add(
                      new ColumnStatistics(
                          path,
                          StatisticsText.bound(text(facts, "min"), type),
                          StatisticsText.bound(text(facts, "max"), type),
                          count(text(facts, "null_count")))));
    }
    return columns;
  }

  private static OptionalLong count(@Nullable String text) {
    return text == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
  }

  private static @Nullable String text(Map<?, ?> facts, String name) {
    Object value = facts.get(name);
    return value == null ? null : value.toString();
  }
}
