/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import io.lakeward.model.problem.ProjectException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.csv.CSVOptions;
import org.apache.spark.sql.catalyst.csv.UnivocityParser;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Where each column of a read schema comes from and goes to; shared by all threads of a reader. */
final class ReadPlan {
  private final SourceOptions options;
  private final StructType schema;
  private final VolumePaths paths;
  private final String zone;
  private final PartitionFolders folders;
  private final boolean[] partition;
  private final int rescued;
  private final int corrupt;
  private final int[] delivered;
  private final boolean[] wanted;
  private final List<ValueKind> kinds = new ArrayList<>();

  ReadPlan(
      SourceOptions options,
      StructType schema,
      List<DiscoveredFile> files,
      Projection projection,
      VolumePaths paths,
      String zone) {
    this.options = options;
    this.schema = schema;
    this.paths = paths;
    this.zone = zone;
    Path root = paths.resolve(FileDiscovery.fixedPart(options.path()));
    this.folders = new PartitionFolders(root);
    List<String> names = Arrays.asList(schema.fieldNames());
    for (StructField field : schema.fields()) {
      ValueKind kind = ValueKind.of(field.dataType());
      if (kind == null) {
        throw new ProjectException(
            SourceProblems.columnTypeUnsupported(field.name(), field.dataType().sql()));
      }
      kinds.add(kind);
    }
    for (MetadataField field : MetadataField.values()) {
      kinds.add(
          field.type().equals(DataTypes.StringType)
              ? ValueKind.STRING
              : field.type().equals(DataTypes.LongType) ? ValueKind.LONG : ValueKind.TIMESTAMP);
    }
    this.rescued = options.rescuedColumnIn(schema).map(names::indexOf).orElse(-1);
    this.corrupt = stringColumn(names.indexOf(options.corruptRecordColumn()));
    this.partition = partitionColumns(files);
    this.delivered = delivered(projection, names);
    this.wanted = wanted();
  }

  private int stringColumn(int column) {
    return column >= 0 && kinds.get(column) == ValueKind.STRING ? column : -1;
  }

  private boolean[] partitionColumns(List<DiscoveredFile> files) {
    Set<String> keys =
        options
            .partitionColumns()
            .map(Set::copyOf)
            .orElseGet(() -> Set.of(folders.infer(files, Optional.empty(), false).fieldNames()));
    boolean[] fromFolder = new boolean[schema.length()];
    for (int i = 0; i < fromFolder.length; i++) {
      fromFolder[i] = keys.contains(schema.fields()[i].name());
    }
    return fromFolder;
  }

  private int[] delivered(Projection projection, List<String> names) {
    int[] columns = new int[projection.columns().size() + projection.metadata().size()];
    int next = 0;
    for (String column : projection.columns()) {
      int position = names.indexOf(column);
      if (position < 0) {
        throw new IllegalArgumentException("no column " + column + " in " + names);
      }
      columns[next++] = position;
    }
    for (MetadataField field : projection.metadata()) {
      columns[next++] = schema.length() + field.ordinal();
    }
    return columns;
  }

  /** What is not delivered need not fit its type, unless a misfit would have an effect. */
  private boolean[] wanted() {
    boolean all =
        isDelivered(rescued) || isDelivered(corrupt) || options.mode() != ParseMode.PERMISSIVE;
    boolean[] columns = new boolean[schema.length()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = isFromRecord(i) && (all || isDelivered(i));
    }
    return columns;
  }

  private boolean isDelivered(int column) {
    return column >= 0 && Arrays.stream(delivered).anyMatch(c -> c == column);
  }

  boolean isFromRecord(int column) {
    return column != rescued && column != corrupt && !partition[column];
  }

  boolean[] fromRecord() {
    boolean[] columns = new boolean[schema.length()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = isFromRecord(i);
    }
    return columns;
  }

  boolean[] wantedColumns() {
    return wanted;
  }

  SourceOptions options() {
    return options;
  }

  StructType schema() {
    return schema;
  }

  String zone() {
    return zone;
  }

  /** The rescued-data column, or -1. */
  int rescuedColumn() {
    return rescued;
  }

  /** The corrupt-record column, or -1. */
  int corruptColumn() {
    return corrupt;
  }

  boolean isRescuing() {
    return isDelivered(rescued);
  }

  String displayPath(DiscoveredFile file) {
    return paths.display(file.path());
  }

  RowBuffer newRow() {
    boolean[] fixed = new boolean[kinds.size()];
    for (int i = 0; i < fixed.length; i++) {
      fixed[i] = i >= schema.length() || partition[i];
    }
    return new RowBuffer(kinds, fixed, delivered);
  }

  /** Sets what all rows of a split share: partition columns and metadata. */
  void startSplit(FileSplit split, RowBuffer row) {
    DiscoveredFile file = split.file();
    Map<String, Optional<String>> values = folders.values(file.path());
    for (int i = 0; i < schema.length(); i++) {
      if (partition[i]) {
        row.putInternal(i, partitionValue(schema.fields()[i], values));
      }
    }
    text(row, MetadataField.FILE_PATH, displayPath(file));
    text(row, MetadataField.FILE_NAME, file.path().getFileName().toString());
    bits(row, MetadataField.FILE_SIZE, file.size());
    bits(row, MetadataField.FILE_BLOCK_START, split.start());
    bits(row, MetadataField.FILE_BLOCK_LENGTH, split.end() - split.start());
    bits(row, MetadataField.FILE_MODIFICATION_TIME, file.modifiedMillis() * 1000);
  }

  private @Nullable Object partitionValue(StructField field, Map<String, Optional<String>> values) {
    Optional<String> value = values.getOrDefault(field.name(), Optional.empty());
    if (value.isEmpty()) {
      return null;
    }
    CSVOptions plain =
        new CSVOptions(
            scala.collection.immutable.Map$.MODULE$.empty(), false, zone, "_corrupt_record");
    UnivocityParser parser = new UnivocityParser(new StructType(), plain);
    try {
      return parser.makeConverter(field.name(), field.dataType(), true).apply(value.get());
    } catch (RuntimeException e) {
      return null;
    }
  }

  private void text(RowBuffer row, MetadataField field, String value) {
    row.putText(
        schema.length() + field.ordinal(), value.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  private void bits(RowBuffer row, MetadataField field, long value) {
    row.putBits(schema.length() + field.ordinal(), value);
  }
}
