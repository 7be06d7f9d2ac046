/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.write;

import io.lakeward.executor.embedded.expression.SqlQuotes;
import io.lakeward.tables.ColumnStatistics;
import io.lakeward.tables.FileStatistics;
import io.lakeward.tables.NewDataFile;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * The smallest and largest values that COPY reports rounded or not at all, floating-point numbers
 * and long texts, looked up in the files that it wrote.
 */
final class MissingBounds {
  private MissingBounds() {}

  /** The files with bounds for every column that can have some. */
  static List<NewDataFile> complete(List<NewDataFile> files, StructType schema, Statement statement)
      throws SQLException {
    Set<List<String>> missing = new LinkedHashSet<>();
    for (NewDataFile file : files) {
      for (ColumnStatistics column : columns(file)) {
        if (isMissing(column, file.numRecords(), schema)) {
          missing.add(column.column());
        }
      }
    }
    if (missing.isEmpty()) {
      return files;
    }
    Map<Path, Map<List<String>, Bounds>> found = lookUp(files, missing, statement);
    List<NewDataFile> complete = new ArrayList<>();
    for (NewDataFile file : files) {
      Map<List<String>, Bounds> bounds = found.getOrDefault(file.path(), Map.of());
      List<ColumnStatistics> columns = new ArrayList<>();
      for (ColumnStatistics column : columns(file)) {
        Bounds exact = bounds.get(column.column());
        columns.add(
            exact == null
                ? column
                : new ColumnStatistics(
                    column.column(), exact.min(), exact.max(), column.nullCount()));
      }
      complete.add(file.withStatistics(new FileStatistics(columns)));
    }
    return complete;
  }

  private record Bounds(Optional<?> min, Optional<?> max) {}

  private static List<ColumnStatistics> columns(NewDataFile file) {
    return file.statistics().map(FileStatistics::columns).orElse(List.of());
  }

  private static boolean isMissing(ColumnStatistics column, long rows, StructType schema) {
    boolean onlyNulls = column.nullCount().isPresent() && column.nullCount().getAsLong() == rows;
    DataType type = StatisticsText.leafType(column.column(), schema).orElse(null);
    return !onlyNulls
        && (column.min().isEmpty() || column.max().isEmpty())
        && (type instanceof FloatType || type instanceof DoubleType || type instanceof StringType);
  }

  private static Map<Path, Map<List<String>, Bounds>> lookUp(
      List<NewDataFile> files, Set<List<String>> columns, Statement statement) throws SQLException {
    StringBuilder sql = new StringBuilder("SELECT filename");
    for (List<String> column : columns) {
      String value = column.stream().map(SqlQuotes::identifier).collect(Collectors.joining("."));
      sql.append(", min(").append(value).append("), max(").append(value).append(')');
    }
    sql.append(" FROM read_parquet([")
        .append(
            files.stream()
                .map(f -> SqlQuotes.literal(f.path().toString()))
                .collect(Collectors.joining(", ")))
        .append("], filename = true, hive_partitioning = false) GROUP BY filename");
    Map<Path, Map<List<String>, Bounds>> found = new LinkedHashMap<>();
    try (ResultSet result = statement.executeQuery(sql.toString())) {
      while (result.next()) {
        Map<List<String>, Bounds> bounds = new LinkedHashMap<>();
        int at = 2;
        for (List<String> column : columns) {
          bounds.put(
              column, new Bounds(bound(result.getObject(at)), bound(result.getObject(at + 1))));
          at += 2;
        }
        found.put(Path.of(result.getString(1)), bounds);
      }
    }
    return found;
  }

  private static Optional<?> bound(@Nullable Object value) {
    return Optional.ofNullable(value);
  }
}
