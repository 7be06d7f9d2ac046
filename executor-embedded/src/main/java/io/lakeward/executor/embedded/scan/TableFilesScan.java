/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.scan;

import io.lakeward.engine.executor.Slice;
import io.lakeward.executor.embedded.duckdb.ExecutionProblems;
import io.lakeward.executor.embedded.expression.ColumnNames;
import io.lakeward.executor.embedded.expression.DuckTypes;
import io.lakeward.executor.embedded.expression.SqlQuotes;
import io.lakeward.executor.embedded.plan.UnsupportedPlanException;
import io.lakeward.tables.DataFile;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * The SELECT over Parquet files of a Delta table. Columns are found by name, in the type that the
 * table declares; a file that was written before a column or a nested field existed gives NULL.
 */
final class TableFilesScan {
  private TableFilesScan() {}

  /**
   * @param connection on which the SELECT will run
   * @param stored what the files hold, if that is known
   * @param legacy those of the files that hold timestamps in the old INT96 form, which DuckDB takes
   *     for local times; in them they are UTC
   */
  static String select(
      Connection connection,
      List<Attribute> output,
      Slice.TableFiles slice,
      Set<Path> legacy,
      Optional<StoredColumns> stored)
      throws SQLException {
    requirePlain(slice);
    Optional<String> plain = stored.flatMap(columns -> asStored(output, slice, columns));
    if (plain.isPresent()) {
      return plain.get();
    }
    List<DataFile> old = slice.files().stream().filter(f -> legacy.contains(f.path())).toList();
    List<DataFile> others = slice.files().stream().filter(f -> !old.contains(f)).toList();
    List<String> parts = new ArrayList<>();
    for (List<DataFile> files : byPartitionColumns(others)) {
      parts.add(select(connection, output, new Slice.TableFiles(files, slice.schema()), false));
    }
    for (List<DataFile> files : byPartitionColumns(old)) {
      parts.add(select(connection, output, new Slice.TableFiles(files, slice.schema()), true));
    }
    return String.join(" UNION ALL ", parts);
  }

  /** In a change feed some files have the kind of change in their rows, others for all of them. */
  private static Collection<List<DataFile>> byPartitionColumns(List<DataFile> files) {
    Map<Set<String>, List<DataFile>> groups = new LinkedHashMap<>();
    files.forEach(
        file ->
            groups
                .computeIfAbsent(file.partitionValues().keySet(), columns -> new ArrayList<>())
                .add(file));
    return groups.values();
  }

  /** The rows if every column is stored as the table has it. */
  private static Optional<String> asStored(
      List<Attribute> output, Slice.TableFiles slice, StoredColumns stored) {
    boolean plain =
        !output.isEmpty()
            && partitionColumns(slice).isEmpty()
            && slice.files().stream().noneMatch(DataFile::hasDeletionVector)
            && output.stream().allMatch(stored::holds);
    return plain
        ? Optional.of(
            output.stream()
                .map(a -> SqlQuotes.identifier(a.name()) + " AS " + ColumnNames.of(a))
                .collect(
                    Collectors.joining(
                        ", ", "SELECT ", " FROM " + StoredColumns.asTheyAre(slice.files()))))
        : Optional.empty();
  }

  private static String select(
      Connection connection,
      List<Attribute> output,
      Slice.TableFiles slice,
      boolean legacyTimestamps)
      throws SQLException {
    Set<String> partitionColumns = partitionColumns(slice);
    List<String> items = new ArrayList<>();
    List<String> schema = new ArrayList<>();
    for (Attribute attribute : output) {
      String type = DuckTypes.of(attribute.dataType());
      String name = attribute.name();
      if (partitionColumns.contains(name.toLowerCase(Locale.ROOT))) {
        items.add(
            "CAST(" + partitionColumn(name) + " AS " + type + ") AS " + ColumnNames.of(attribute));
      } else {
        String column = SqlQuotes.identifier(name);
        if (legacyTimestamps && hasTimestamp(attribute.dataType())) {
          requireTopLevel(attribute);
          column = "(" + column + " AT TIME ZONE 'UTC')";
          type = "TIMESTAMP";
        }
        items.add(column + " AS " + ColumnNames.of(attribute));
        schema.add(
            SqlQuotes.literal(name)
                + ": {name: "
                + SqlQuotes.literal(name)
                + ", type: "
                + SqlQuotes.literal(type)
                + ", default_value: NULL}");
      }
    }
    if (schema.isEmpty()) {
      // The reader wants at least one column; no file has this one.
      schema.add("'#none': {name: '#none', type: 'BOOLEAN', default_value: NULL}");
    }
    if (items.isEmpty()) {
      items.add("1 AS \"#one\"");
    }
    String deleted = DeletedRows.without(connection, slice.files(), "file_row_number");
    if (!deleted.isEmpty()) {
      requireNoColumn(output, slice);
    }
    return "SELECT "
        + String.join(", ", items)
        + " FROM "
        + from(slice, schema, partitionColumns)
        + deleted;
  }

  /** One that DuckDB would take for the number of the row. */
  private static void requireNoColumn(List<Attribute> output, Slice.TableFiles slice) {
    if (output.stream().anyMatch(a -> a.name().equalsIgnoreCase("file_row_number"))) {
      throw ExecutionProblems.tableFeature(
          slice.files().get(0).path(), "deletion vectors beside a column file_row_number");
    }
  }

  static boolean hasTimestamp(DataType type) {
    return DuckTypes.contains(type, TimestampType.class::isInstance);
  }

  private static void requireTopLevel(Attribute attribute) {
    if (!(attribute.dataType() instanceof TimestampType)) {
      throw new UnsupportedPlanException(
          "The column `%s` holds nested timestamps in the old INT96 form, which is not supported."
              .formatted(attribute.name()));
    }
  }

  private static String from(
      Slice.TableFiles slice, List<String> schema, Set<String> partitionColumns) {
    // A change feed may have a file twice, as it came and as it went; the join brings both.
    Set<String> paths = new LinkedHashSet<>();
    for (DataFile file : slice.files()) {
      paths.add(SqlQuotes.fileLiteral(file.path().toString()));
    }
    String read =
        "read_parquet(["
            + String.join(", ", paths)
            + "], schema = MAP {"
            + String.join(", ", schema)
            + "}, hive_partitioning = false";
    if (partitionColumns.isEmpty()) {
      boolean isTold = slice.files().stream().anyMatch(DataFile::hasDeletionVector);
      return read + (isTold ? ", filename = '#file')" : ")");
    }
    return read
        + ", filename = '#file') JOIN "
        + partitionValues(slice, partitionColumns)
        + " ON \"#file\" = \"#path\"";
  }

  static String partitionValues(Slice.TableFiles slice, Set<String> columns) {
    List<String> rows = new ArrayList<>();
    for (DataFile file : slice.files()) {
      Map<String, @Nullable String> values = new LinkedHashMap<>();
      file.partitionValues().forEach((k, v) -> values.put(k.toLowerCase(Locale.ROOT), v));
      List<String> row = new ArrayList<>();
      row.add(SqlQuotes.literal(file.path().toString()));
      for (String column : columns) {
        String value = values.get(column);
        row.add(value == null || value.isEmpty() ? "NULL" : SqlQuotes.literal(value));
      }
      rows.add("(" + String.join(", ", row) + ")");
    }
    List<String> names = new ArrayList<>();
    names.add("\"#path\"");
    columns.forEach(c -> names.add(partitionColumn(c)));
    return "(VALUES " + String.join(", ", rows) + ") AS p(" + String.join(", ", names) + ")";
  }

  static String partitionColumn(String name) {
    return SqlQuotes.identifier("#p_" + name.toLowerCase(Locale.ROOT));
  }

  static Set<String> partitionColumns(Slice.TableFiles slice) {
    Set<String> columns = new LinkedHashSet<>();
    for (DataFile file : slice.files()) {
      file.partitionValues().keySet().forEach(k -> columns.add(k.toLowerCase(Locale.ROOT)));
    }
    return columns;
  }

  static void requirePlain(Slice.TableFiles slice) {
    for (StructField field : slice.schema().fields()) {
      if (field.metadata().contains("delta.columnMapping.physicalName")
          && !slice.files().isEmpty()) {
        throw ExecutionProblems.tableFeature(slice.files().get(0).path(), "column mapping");
      }
    }
  }
}
