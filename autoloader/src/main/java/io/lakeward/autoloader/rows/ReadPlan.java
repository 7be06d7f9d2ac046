/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.rows;

import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.discovery.FileDiscovery;
import io.lakeward.autoloader.discovery.PartitionFolders;
import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.autoloader.options.ParseMode;
import io.lakeward.autoloader.options.SourceOptions;
import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.autoloader.text.JsonText;
import io.lakeward.autoloader.text.ValueKind;
import io.lakeward.model.problem.ProjectException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
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
public final class ReadPlan {
  private static final List<MetadataField> METADATA = List.of(MetadataField.values());

  private final SourceOptions options;
  private final StructType schema;
  private final VolumePaths paths;
  private final String zone;
  private final PartitionFolders folders;
  private final Optional<Set<String>> askedFolders;
  private final BitSet folderColumns;
  private final int rescued;
  private final int corrupt;
  private final int[] delivered;
  private final boolean rescuing;
  private final List<ValueKind> kinds = new ArrayList<>();

  public ReadPlan(
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
    for (MetadataField field : METADATA) {
      kinds.add(
          field.type().equals(DataTypes.StringType)
              ? ValueKind.STRING
              : field.type().equals(DataTypes.LongType) ? ValueKind.LONG : ValueKind.TIMESTAMP);
    }
    this.rescued = options.rescuedColumnIn(schema).map(names::indexOf).orElse(-1);
    // What badRecordsPath takes has no place in a column.
    this.corrupt =
        options.badRecordsPath().isPresent()
            ? -1
            : stringColumn(names.indexOf(options.corruptRecordColumn()));
    this.askedFolders = options.partitionColumns().map(Set::copyOf);
    this.delivered = delivered(projection, names);
    this.rescuing = isDelivered(rescued);
    this.folderColumns = new BitSet();
    files.forEach(file -> folderColumns.or(folderColumns(file)));
  }

  /** The column whose value is the whole record, or -1. */
  public int singleVariantColumn() {
    return options
        .singleVariantColumn()
        .map(column -> List.of(schema.fieldNames()).indexOf(column))
        .orElse(-1);
  }

  private int stringColumn(int column) {
    return column >= 0 && kinds.get(column) == ValueKind.STRING ? column : -1;
  }

  /**
   * The columns whose value is in the names of the file's folders. Each file is asked alone, since
   * files of one read may lie in different layouts, and a column must not depend on which files are
   * read together. Columns of the option {@code partitionColumns} always come from folders.
   */
  public BitSet folderColumns(DiscoveredFile file) {
    Set<String> keys = askedFolders.orElseGet(() -> folders.values(file.shown()).keySet());
    BitSet columns = new BitSet();
    for (int i = 0; i < schema.length(); i++) {
      columns.set(i, keys.contains(schema.fields()[i].name()));
    }
    return columns;
  }

  /** The columns that have their value from a folder in any file of this read. */
  public BitSet folderColumnsOfAnyFile() {
    return folderColumns;
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
      columns[next++] = metadataColumn(field);
    }
    return columns;
  }

  /** What is not delivered need not fit its type, unless a misfit would have an effect. */
  public boolean[] wantedColumns(BitSet fromFolder) {
    boolean all =
        isDelivered(rescued) || isDelivered(corrupt) || options.mode() != ParseMode.PERMISSIVE;
    boolean[] columns = new boolean[schema.length()];
    for (int i = 0; i < columns.length; i++) {
      boolean mayHoldUnknown = options.stopsAtUnknownFields() && kinds.get(i) == ValueKind.NESTED;
      columns[i] = isFromRecord(i, fromFolder) && (all || mayHoldUnknown || isDelivered(i));
    }
    return columns;
  }

  private boolean isDelivered(int column) {
    return column >= 0 && Arrays.stream(delivered).anyMatch(c -> c == column);
  }

  public boolean isFromRecord(int column, BitSet fromFolder) {
    return column != rescued && column != corrupt && !fromFolder.get(column);
  }

  public SourceOptions options() {
    return options;
  }

  public StructType schema() {
    return schema;
  }

  public VolumePaths paths() {
    return paths;
  }

  public String zone() {
    return zone;
  }

  /** The rescued-data column, or -1. */
  public int rescuedColumn() {
    return rescued;
  }

  /** The corrupt-record column, or -1. */
  public int corruptColumn() {
    return corrupt;
  }

  public boolean isRescuing() {
    return rescuing;
  }

  /** Whether it matters which values do not fit, be they delivered or not. */
  public boolean keepsMisfits() {
    return isRescuing() || options.stopsAtValues();
  }

  public String displayPath(DiscoveredFile file) {
    return paths.display(file.shown());
  }

  public RowBuffer newRow() {
    return new RowBuffer(kinds, delivered);
  }

  /** Sets what all rows of a split share: partition columns and metadata. */
  public void startSplit(FileSplit split, RowBuffer row) {
    DiscoveredFile file = split.file();
    Map<String, Optional<String>> values = folders.values(file.shown());
    BitSet fixed = folderColumns(file);
    fixed.set(schema.length(), kinds.size());
    row.startFile(fixed);
    for (int i = fixed.nextSetBit(0); i < schema.length(); i = fixed.nextSetBit(i + 1)) {
      StructField field = schema.fields()[i];
      Object value = partitionValue(field, values);
      row.putInternal(i, value);
      if (value == null) {
        values
            .getOrDefault(field.name(), Optional.empty())
            .ifPresent(text -> row.addMisfit(field.name(), text));
      }
    }
    text(row, MetadataField.FILE_PATH, displayPath(file));
    text(row, MetadataField.FILE_NAME, file.shown().getFileName().toString());
    bits(row, MetadataField.FILE_SIZE, file.size());
    bits(row, MetadataField.FILE_BLOCK_START, split.start());
    bits(row, MetadataField.FILE_BLOCK_LENGTH, split.end() - split.start());
    bits(row, MetadataField.FILE_MODIFICATION_TIME, file.modifiedMillis() * 1000);
  }

  /** Puts what did not fit its column, of the record and of its folders, where it is kept. */
  public void putRescued(DiscoveredFile file, RescuedData rescued, RowBuffer row, ReadLog log) {
    if (isRescuing()) {
      row.misfits()
          .forEach((name, text) -> rescued.add(name, new JsonText().string(text).toString()));
      if (!rescued.isEmpty()) {
        row.putText(rescuedColumn(), rescued.toUtf8(displayPath(file)));
        log.addRescued();
      }
    }
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
    } catch (Exception e) {
      // Scala's code throws checked exceptions too, for a wall clock's time for example.
      return null;
    }
  }

  private int metadataColumn(MetadataField field) {
    return schema.length() + METADATA.indexOf(field);
  }

  private void text(RowBuffer row, MetadataField field, String value) {
    row.putText(metadataColumn(field), value.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  private void bits(RowBuffer row, MetadataField field, long value) {
    row.putBits(metadataColumn(field), value);
  }
}
