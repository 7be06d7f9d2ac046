/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.write;

import io.lakeward.tables.ColumnStatistics;
import io.lakeward.tables.FileStatistics;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a file's own footer says of its columns. A bound that cannot be told for sure is left out,
 * since a wrong one would hide rows.
 */
final class FooterStatistics {
  private static final Logger LOG = LoggerFactory.getLogger(FooterStatistics.class);

  private FooterStatistics() {}

  static FileStatistics of(Path file, StructType schema) {
    Map<List<String>, List<Statistics<?>>> byColumn = new LinkedHashMap<>();
    try (ParquetFileReader reader =
        ParquetFileReader.open(
            HadoopInputFile.fromPath(
                new org.apache.hadoop.fs.Path(file.toUri()), new Configuration(false)))) {
      for (BlockMetaData block : reader.getFooter().getBlocks()) {
        for (ColumnChunkMetaData column : block.getColumns()) {
          byColumn
              .computeIfAbsent(Arrays.asList(column.getPath().toArray()), c -> new ArrayList<>())
              .add(column.getStatistics());
        }
      }
    } catch (IOException e) {
      LOG.warn("The footer of {} could not be read; the file gets no statistics", file, e);
      return new FileStatistics(List.of());
    }
    List<ColumnStatistics> columns = new ArrayList<>();
    byColumn.forEach(
        (path, chunks) ->
            type(path, schema).ifPresent(type -> columns.add(statistics(path, type, chunks))));
    return new FileStatistics(columns);
  }

  private static ColumnStatistics statistics(
      List<String> path, DataType type, List<Statistics<?>> chunks) {
    boolean counted = chunks.stream().allMatch(c -> c != null && c.isNumNullsSet());
    OptionalLong nulls =
        counted
            ? OptionalLong.of(chunks.stream().mapToLong(Statistics::getNumNulls).sum())
            : OptionalLong.empty();
    Object min = null;
    Object max = null;
    for (Statistics<?> chunk : chunks) {
      if (chunk == null || chunk.isEmpty()) {
        return new ColumnStatistics(path, Optional.empty(), Optional.empty(), nulls);
      }
      if (chunk.hasNonNullValue()) {
        Object low = value(type, chunk.genericGetMin());
        Object high = value(type, chunk.genericGetMax());
        if (low == null || high == null) {
          return new ColumnStatistics(path, Optional.empty(), Optional.empty(), nulls);
        }
        min = min == null || compare(low, min) < 0 ? low : min;
        max = max == null || compare(high, max) > 0 ? high : max;
      }
    }
    return new ColumnStatistics(path, bound(min), bound(max), nulls);
  }

  private static Optional<?> bound(@Nullable Object value) {
    return value instanceof Binary text
        ? Optional.of(text.toStringUsingUTF8())
        : Optional.ofNullable(value);
  }

  /** Strings are ordered as their bytes in UTF-8 are. */
  @SuppressWarnings("unchecked") // each value is compared with others of its own column only
  private static int compare(Object one, Object other) {
    return one instanceof Binary text && other instanceof Binary second
        ? Arrays.compareUnsigned(text.getBytes(), second.getBytes())
        : ((Comparable<Object>) one).compareTo(other);
  }

  private static @Nullable Object value(DataType type, Object stored) {
    try {
      return plain(type, stored);
    } catch (DateTimeException | ArithmeticException e) {
      return null;
    }
  }

  private static @Nullable Object plain(DataType type, Object stored) {
    if (type instanceof ByteType && stored instanceof Integer number) {
      return number.byteValue();
    }
    if (type instanceof ShortType && stored instanceof Integer number) {
      return number.shortValue();
    }
    if (type instanceof IntegerType && stored instanceof Integer number) {
      return number;
    }
    if (type instanceof LongType && stored instanceof Long number) {
      return number;
    }
    if (type instanceof DateType && stored instanceof Integer days) {
      return LocalDate.ofEpochDay(days);
    }
    if (type instanceof TimestampType && stored instanceof Long micros) {
      return Instant.ofEpochSecond(
          Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000L);
    }
    if (type instanceof TimestampNTZType && stored instanceof Long micros) {
      return LocalDateTime.ofEpochSecond(
          Math.floorDiv(micros, 1_000_000L),
          (int) Math.floorMod(micros, 1_000_000L) * 1000,
          ZoneOffset.UTC);
    }
    if (type instanceof DecimalType decimal) {
      return decimal(decimal, stored);
    }
    // Parquet's writer keeps no bounds where a NaN is among the values, and widens both zeros.
    if (type instanceof FloatType && stored instanceof Float number) {
      return number.isNaN() ? null : number;
    }
    if (type instanceof DoubleType && stored instanceof Double number) {
      return number.isNaN() ? null : number;
    }
    return type instanceof StringType && stored instanceof Binary bytes ? bytes : null;
  }

  private static @Nullable BigDecimal decimal(DecimalType type, Object stored) {
    if (stored instanceof Integer || stored instanceof Long) {
      return BigDecimal.valueOf(((Number) stored).longValue(), type.scale());
    }
    return stored instanceof Binary bytes
        ? new BigDecimal(new BigInteger(bytes.getBytes()), type.scale())
        : null;
  }

  /** The type of a column that is reached through structs alone. */
  private static Optional<DataType> type(List<String> path, StructType schema) {
    DataType type = schema;
    for (String name : path) {
      DataType found = null;
      if (type instanceof StructType struct) {
        for (StructField field : struct.fields()) {
          if (field.name().equals(name)) {
            found = field.dataType();
          }
        }
      }
      if (found == null) {
        return Optional.empty();
      }
      type = found;
    }
    return type instanceof StructType ? Optional.empty() : Optional.of(type);
  }
}
