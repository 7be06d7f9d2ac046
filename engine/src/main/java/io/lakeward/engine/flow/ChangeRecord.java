/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.graph.ChangeColumns;
import io.lakeward.analysis.graph.ChangeTarget;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.problem.FileProblems;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.DataFile;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.PropertyNames;
import io.lakeward.tables.TableCommit;
import io.lakeward.tables.TableSnapshot;
import io.lakeward.tables.WriteMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The record of all changes of one target: a Delta table in the pipeline's state. A batch of
 * changes is done once it is recorded; the target follows from the record.
 */
final class ChangeRecord {
  private static final String KEYS = "lakeward.cdc.keys";
  private static final String SCD_TYPE = "lakeward.cdc.scdType";

  private final Dataset dataset;
  private final ChangeTarget made;
  private final DeltaTable table;

  ChangeRecord(Dataset dataset, ChangeTarget made, Path folder) {
    this.dataset = dataset;
    this.made = made;
    this.table = DeltaTable.at(folder);
  }

  /** Where the record of a target lies that has a certain identity. */
  static Path folder(Path identityFolder) {
    return identityFolder.resolve("changes");
  }

  /** Deletes the records of identities that the target had before a full refresh. */
  static void deleteAllBut(Path identityFolder) {
    Path parent = Objects.requireNonNull(identityFolder.getParent());
    if (!Files.isDirectory(parent)) {
      return;
    }
    try (Stream<Path> folders = Files.list(parent)) {
      for (Path other : folders.filter(f -> !f.equals(identityFolder)).toList()) {
        if (Files.isDirectory(folder(other))) {
          delete(folder(other));
        }
      }
    } catch (IOException e) {
      throw FileProblems.failure("clean up", parent, e);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  ChangeTarget made() {
    return made;
  }

  DeltaTable table() {
    return table;
  }

  /** Where changes are appended. */
  WriteTarget target() {
    return new WriteTarget(
        dataset.name(), table.path(), columns(), List.of(), properties(), Optional.empty());
  }

  /** The columns of the record: those it has, and new ones. */
  StructType columns() {
    return table
        .findSnapshot()
        .map(t -> TableSchemas.evolved(dataset, TableMetadata.columnsOf(t), made.record()))
        .orElseGet(made::record);
  }

  /**
   * @throws ProjectException if the recorded changes were made under other keys, or cannot be
   *     ordered together with new ones
   */
  void check() {
    Optional<TableSnapshot> stored = table.findSnapshot();
    if (stored.isEmpty()) {
      return;
    }
    Map<String, String> before = stored.get().properties();
    if (!before.getOrDefault(KEYS, "").equals(properties().get(KEYS))) {
      throw drift("KEY_SCHEMA_DRIFT", "its KEYS were " + before.get(KEYS));
    }
    if (!before.getOrDefault(SCD_TYPE, "").equals(made.scdType().name())) {
      throw drift("SCD_TYPE_DRIFT", "it was STORED AS " + words(before.getOrDefault(SCD_TYPE, "")));
    }
    StructType columns = TableMetadata.columnsOf(stored.get());
    if (made.origin() == ChangeTarget.Origin.SNAPSHOTS
        && List.of(columns.fieldNames()).stream().noneMatch(ChangeColumns.SNAPSHOT::equals)) {
      throw drift("SOURCE_DRIFT", "it was made from streams of changes, not from snapshots");
    }
    for (StructField field : columns.fields()) {
      if (made.isKey(field.name()) && hasOtherType(field)) {
        throw drift(
            "KEY_SCHEMA_DRIFT",
            "the key %s had type %s".formatted(field.name(), field.dataType().sql()));
      }
      if (field.name().equals(ChangeColumns.SEQUENCE) && hasOtherType(field)) {
        throw drift("SEQUENCE_TYPE_DRIFT", "SEQUENCE BY had type " + field.dataType().sql());
      }
      if (field.name().equals(ChangeColumns.SYSTEM) && hasOtherType(field)) {
        throw drift("SEQUENCE_TYPE_DRIFT", "SYSTEM SEQUENCE BY had type " + field.dataType().sql());
      }
    }
  }

  private boolean hasOtherType(StructField stored) {
    return Stream.of(made.record().fields())
        .filter(field -> field.name().equalsIgnoreCase(stored.name()))
        .anyMatch(field -> !DataType.equalsIgnoreNullability(field.dataType(), stored.dataType()));
  }

  /** Gives a column that gets a wider type that type, if the target allows it. */
  void widen() {
    table
        .findSnapshot()
        .filter(stored -> TableSchemas.hasOtherTypes(TableMetadata.columnsOf(stored), columns()))
        .ifPresent(
            stored ->
                table
                    .newTransaction(WriteMode.APPEND, "CHANGE TABLE")
                    .withSchema(columns().json())
                    .withProperties(Map.of(PropertyNames.TYPE_WIDENING, "true"))
                    .commit());
  }

  private static String words(String scdType) {
    for (var type : io.lakeward.model.pipeline.ScdType.values()) {
      if (type.name().equals(scdType)) {
        return type.toString();
      }
    }
    return "something else";
  }

  private ProjectException drift(String condition, String was) {
    return new ProjectException(
        Problem.of(
                ProblemCode.AUTOCDC_INVALID_STATE,
                "%s: the changes of %s were recorded under another definition: %s."
                    .formatted(condition, dataset.name(), was))
            .at(dataset.where())
            .withFix(
                "Put the definition back, or apply all changes anew with --full-refresh %s."
                    .formatted(dataset.name().table())));
  }

  private Map<String, String> properties() {
    Map<String, String> properties = new HashMap<>();
    properties.put(KEYS, String.join(", ", made.keys()).toLowerCase(Locale.ROOT));
    properties.put(SCD_TYPE, made.scdType().name());
    return properties;
  }

  /**
   * The files in a state of the record that have come since a version. A change that had no effect
   * leaves no trace in the target; a file that was put together with others, or of which something
   * was forgotten, has been looked at all the same.
   */
  List<DataFile> appendedSince(long fromExclusive, TableSnapshot state) {
    Set<Path> active = state.files().stream().map(DataFile::path).collect(Collectors.toSet());
    List<DataFile> files = new ArrayList<>();
    for (TableCommit commit : table.changes(fromExclusive, state.version())) {
      commit.appendedFiles().stream()
          .filter(file -> active.contains(file.path()))
          .forEach(files::add);
    }
    return files;
  }
}
