/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.scan;

import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.autoloader.rows.MetadataField;
import io.lakeward.autoloader.typed.ParquetFit;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.SourceReads;
import io.lakeward.executor.embedded.duckdb.ExecutionProblems;
import io.lakeward.executor.embedded.expression.ColumnNames;
import io.lakeward.executor.embedded.expression.DuckTypes;
import io.lakeward.executor.embedded.expression.SqlQuotes;
import io.lakeward.executor.embedded.plan.EmptyScans;
import io.lakeward.executor.embedded.plan.LeafScans;
import io.lakeward.executor.embedded.plan.UnsupportedPlanException;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.DataFile;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/** The leaves of one query, bound to their slices, and what was read from them. */
public final class SliceScans implements LeafScans, AutoCloseable {
  private final Connection connection;
  private final Map<String, Slice> slices;
  private final RecordFunction records;
  private final VolumePaths paths;
  private final String sessionTimeZone;
  // One source for each id, also if a self-join reads it twice.
  private final Map<String, Long> offered = new LinkedHashMap<>();
  private final Map<String, RecordSource> sources = new HashMap<>();
  private final Map<String, Long> plainRows = new HashMap<>();
  private long tableRows;
  private final List<String> countedTables = new ArrayList<>();

  /**
   * @param connection to look into files; it stays the caller's
   */
  public SliceScans(
      Connection connection,
      Map<String, Slice> slices,
      RecordFunction records,
      VolumePaths paths,
      String sessionTimeZone) {
    this.connection = connection;
    this.slices = slices;
    this.records = records;
    this.paths = paths;
    this.sessionTimeZone = sessionTimeZone;
  }

  @Override
  public String select(SourceRelation relation) {
    Slice slice = slices.get(relation.id());
    if (slice == null) {
      throw ExecutionProblems.sliceMissing(relation.id());
    }
    List<Attribute> output = CollectionConverters.asJava(relation.output());
    if (slice instanceof Slice.TableFiles table) {
      return tableFiles(relation, output, table);
    }
    Slice.SourceFiles files = (Slice.SourceFiles) slice;
    if (files.files().isEmpty()) {
      return new EmptyScans().select(relation);
    }
    return sourceFiles(relation.id(), output, files);
  }

  private String tableFiles(
      SourceRelation relation, List<Attribute> output, Slice.TableFiles table) {
    if (table.files().isEmpty()) {
      return new EmptyScans().select(relation);
    }
    if (!countedTables.contains(relation.id())) {
      countedTables.add(relation.id());
      for (DataFile file : table.files()) {
        tableRows += file.numRecords().orElse(0L);
      }
    }
    try {
      List<String> parts = new ArrayList<>();
      for (Slice.TableFiles part : table.byDeletion()) {
        parts.add(select(output, part));
      }
      return String.join(" UNION ALL ", parts);
    } catch (SQLException e) {
      throw ExecutionProblems.filesUnreadable(relation.id(), e);
    }
  }

  private String select(List<Attribute> output, Slice.TableFiles table) throws SQLException {
    if (output.stream().anyMatch(SourceRelation::isPosition)) {
      return withPositions(output, table);
    }
    Set<Path> legacy = LegacyTimestamps.find(connection, sessionTimeZone, output, table);
    Optional<StoredColumns> stored =
        legacy.isEmpty() ? StoredColumns.find(connection, table.files()) : Optional.empty();
    return TableFilesScan.select(connection, output, table, legacy, stored);
  }

  private String withPositions(List<Attribute> output, Slice.TableFiles table) throws SQLException {
    StructType columns = new StructType();
    List<String> items = new ArrayList<>();
    for (Attribute attribute : output) {
      items.add(SqlQuotes.identifier(attribute.name()) + " AS " + ColumnNames.of(attribute));
      if (!SourceRelation.isPosition(attribute)) {
        columns = columns.add(attribute.name(), attribute.dataType());
      }
    }
    return "SELECT %s FROM (%s) AS p"
        .formatted(String.join(", ", items), TablePositions.select(connection, columns, table));
  }

  private String sourceFiles(String id, List<Attribute> output, Slice.SourceFiles slice) {
    Optional<String> plain = plainParquet(id, output, slice);
    if (plain.isPresent()) {
      return plain.get();
    }
    RecordSource source =
        sources.computeIfAbsent(id, x -> new RecordSource(slice, paths, sessionTimeZone));
    long number = offered.computeIfAbsent(id, x -> records.offer(source));
    List<String> items = new ArrayList<>();
    for (Attribute attribute : output) {
      items.add(value(attribute, slice.schema(), source) + " AS " + ColumnNames.of(attribute));
    }
    if (items.isEmpty()) {
      items.add("1 AS \"#one\"");
    }
    return "SELECT " + String.join(", ", items) + " FROM " + RecordFunction.call(number);
  }

  /** Parquet that needs no care is read by DuckDB itself, which is several times faster. */
  private Optional<String> plainParquet(
      String id, List<Attribute> output, Slice.SourceFiles slice) {
    List<String> names = output.stream().map(Attribute::name).toList();
    Map<String, DataType> types = new HashMap<>();
    for (StructField field : slice.schema().fields()) {
      types.put(field.name(), field.dataType());
    }
    boolean scalars =
        output.stream()
            .allMatch(
                a ->
                    types.containsKey(a.name())
                        && types.get(a.name()).asNullable().equals(a.dataType().asNullable()));
    if (!scalars || slice.source().format().filter(f -> !f.equals("parquet")).isPresent()) {
      return Optional.empty();
    }
    return ParquetFit.find(
            slice.source(), slice.schema(), names, slice.files(), paths, sessionTimeZone)
        .map(
            fit -> {
              plainRows.put(id, fit.rows());
              return plainParquet(output, fit);
            });
  }

  private static String plainParquet(List<Attribute> output, ParquetFit fit) {
    List<String> items = new ArrayList<>();
    for (Attribute attribute : output) {
      String value =
          fit.columns().contains(attribute.name())
              ? SqlQuotes.identifier(attribute.name())
              : "CAST(NULL AS " + DuckTypes.of(attribute.dataType()) + ")";
      items.add(value + " AS " + ColumnNames.of(attribute));
    }
    if (items.isEmpty()) {
      items.add("1 AS \"#one\"");
    }
    String files =
        String.join(
            ", ", fit.files().stream().map(p -> SqlQuotes.fileLiteral(p.toString())).toList());
    return "SELECT "
        + String.join(", ", items)
        + " FROM read_parquet(["
        + files
        + "], union_by_name = true, hive_partitioning = false)";
  }

  private static String value(Attribute attribute, StructType schema, RecordSource source) {
    StructField[] fields = schema.fields();
    for (int i = 0; i < fields.length; i++) {
      if (fields[i].name().equalsIgnoreCase(attribute.name())) {
        requireReadable(fields[i]);
        String decoded = VectorType.of(fields[i].dataType()).decoded(RecordFunction.column(i));
        return fields[i].dataType().asNullable().equals(attribute.dataType().asNullable())
            ? decoded
            : "CAST(" + decoded + " AS " + DuckTypes.of(attribute.dataType()) + ")";
      }
    }
    if (attribute.name().equals(SourceRelation.METADATA_COLUMN)
        && attribute.dataType() instanceof StructType struct) {
      return metadata(struct, source);
    }
    return "CAST(NULL AS " + DuckTypes.of(attribute.dataType()) + ")";
  }

  private static String metadata(StructType struct, RecordSource source) {
    List<String> fields = new ArrayList<>();
    for (StructField field : struct.fields()) {
      String value = null;
      for (MetadataField known : MetadataField.values()) {
        if (known.columnName().equals(field.name())) {
          String column = RecordFunction.column(source.indexOf(known));
          value = VectorType.of(known.type()).decoded(column);
        }
      }
      if (value == null) {
        throw new UnsupportedPlanException(
            "The field `" + field.name() + "` of _metadata is not supported.");
      }
      fields.add(SqlQuotes.identifier(field.name()) + " := " + value);
    }
    return "struct_pack(" + String.join(", ", fields) + ")";
  }

  private static void requireReadable(StructField field) {
    DataType type = field.dataType();
    boolean nestedBinary =
        !(type instanceof BinaryType) && DuckTypes.contains(type, BinaryType.class::isInstance);
    if (nestedBinary) {
      throw new UnsupportedPlanException(
          "Binary values inside the column `" + field.name() + "` of files are not supported.");
    }
  }

  /** What the leaves have read so far. */
  public SourceReads reads() {
    return new SourceReads(
        tableRows
            + plainRows.values().stream().mapToLong(Long::longValue).sum()
            + sources.values().stream().mapToLong(RecordSource::records).sum(),
        sources.values().stream().mapToLong(RecordSource::malformed).sum(),
        sources.values().stream().mapToLong(RecordSource::rescued).sum(),
        sources.values().stream().flatMap(source -> source.skipped().stream()).toList());
  }

  /** What a reader of source files threw, if one did. */
  public Optional<ProjectException> failure() {
    for (RecordSource source : sources.values()) {
      @Nullable ProjectException failure = source.failure();
      if (failure != null) {
        return Optional.of(failure);
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    offered.values().forEach(records::withdraw);
  }
}
