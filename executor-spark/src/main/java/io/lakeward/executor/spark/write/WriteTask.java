/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.write;

import io.lakeward.analysis.plan.Plans;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalogUtils;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;
import scala.Option;

/** Writes the rows of one partition into files and counts the rules while they pass. */
final class WriteTask implements Serializable {
  private static final long serialVersionUID = 1L;

  /**
   * When a file is full.
   *
   * @param bytes as many as its rows take in memory, which is several times the size of the file
   */
  record FileLimit(long rows, long bytes) implements Serializable {
    /** Large tables get several files, so that readers can share them. */
    static final FileLimit USUAL = new FileLimit(20_000_000, Long.MAX_VALUE);

    /** Tables whose rows change get small ones, since a file is written anew as a whole. */
    static final FileLimit SMALL = new FileLimit(20_000_000, 16L << 20);
  }

  private final String folder;
  private final String prefix;
  private final StructType columns;
  private final int[] partitionColumns;
  private final boolean[] dropping;
  private final RowNumbering numbering;
  private final OutputWriterFactory writers;
  private final SerializableConfiguration configuration;
  private final String zone;
  private final FileLimit limit;

  /**
   * @param prefix begins the names of all files of this write
   * @param columns the target's
   * @param partitionColumns their indexes
   * @param dropping for each rule whether a row that breaks it is left out
   * @param numbering the columns that rows do not bring, and their values
   * @param writers for the columns without the partition columns
   */
  WriteTask(
      String folder,
      String prefix,
      StructType columns,
      int[] partitionColumns,
      boolean[] dropping,
      RowNumbering numbering,
      OutputWriterFactory writers,
      Configuration configuration,
      String zone,
      FileLimit limit) {
    this.folder = folder;
    this.prefix = prefix;
    this.columns = columns;
    this.partitionColumns = partitionColumns;
    this.dropping = dropping;
    this.numbering = numbering;
    this.writers = writers;
    this.configuration = new SerializableConfiguration(configuration);
    this.zone = zone;
    this.limit = limit;
  }

  /** Files of an attempt that fails or is killed are deleted: the write may be over already. */
  TaskOutput run(Iterator<InternalRow> rows) {
    Output output = new Output();
    boolean counts = false;
    try (output) {
      TaskOutput written = output.write(rows);
      counts = !isKilled();
      return written;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      if (!counts) {
        output.delete();
      }
    }
  }

  private static boolean isKilled() {
    TaskContext context = TaskContext.get();
    return context != null && context.isInterrupted();
  }

  static StructType without(StructType columns, int[] left) {
    List<StructField> kept = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int index = i;
      if (Arrays.stream(left).noneMatch(p -> p == index)) {
        kept.add(columns.fields()[i]);
      }
    }
    return new StructType(kept.toArray(StructField[]::new));
  }

  /** One attempt of the task. */
  private final class Output implements java.io.Closeable {
    private final ArrayList<WrittenFile> files = new ArrayList<>();
    private final List<Path> begun = new ArrayList<>();
    private final long[] failed = new long[dropping.length];
    private final long attempt = TaskContext.get() == null ? 0 : TaskContext.get().taskAttemptId();
    private final StructType stored = without(columns, partitionColumns);
    private final UnsafeProjection values;
    private final UnsafeProjection keys;
    private final int task = TaskContext.get() == null ? 0 : TaskContext.get().partitionId();
    private final GenericInternalRow numbers =
        new GenericInternalRow(new Object[numbering.columns().length]);
    private final JoinedRow numberedRow = new JoinedRow();
    private long rowsInTask;
    private int number;
    private @Nullable InternalRow key;
    private @Nullable OutputWriter writer;
    private String path = "";
    private long rowsInFile;
    private long bytesInFile;

    Output() {
      List<Expression> valueParts = new ArrayList<>();
      List<Expression> keyParts = new ArrayList<>();
      for (int i = 0; i < columns.size(); i++) {
        StructField field = columns.fields()[i];
        int index = i;
        Expression reference = new BoundReference(cellOf(i), field.dataType(), true);
        if (Arrays.stream(partitionColumns).noneMatch(p -> p == index)) {
          valueParts.add(reference);
        }
      }
      for (int index : partitionColumns) {
        keyParts.add(
            new Cast(
                new BoundReference(index, columns.fields()[index].dataType(), true),
                DataTypes.StringType,
                Option.apply(zone)));
      }
      values = UnsafeProjection.create(Plans.<Expression>seq(valueParts));
      keys = UnsafeProjection.create(Plans.<Expression>seq(keyParts));
    }

    /** Where the value of a column is: in its place, or among the numbers behind the row. */
    private int cellOf(int column) {
      for (int i = 0; i < numbering.columns().length; i++) {
        if (numbering.columns()[i] == column) {
          return columns.size() + dropping.length + i;
        }
      }
      return column;
    }

    TaskOutput write(Iterator<InternalRow> rows) throws IOException {
      long seen = 0;
      long dropped = 0;
      while (rows.hasNext()) {
        InternalRow row = rows.next();
        seen++;
        if (!isKept(row)) {
          dropped++;
          continue;
        }
        String missing = missing(row);
        if (missing != null) {
          return new TaskOutput(files, seen, dropped, failed, missing);
        }
        put(row);
      }
      finishFile();
      return new TaskOutput(files, seen, dropped, failed, null);
    }

    private boolean isKept(InternalRow row) {
      boolean kept = true;
      int first = columns.size();
      for (int i = 0; i < dropping.length; i++) {
        if (!row.getBoolean(first + i)) {
          failed[i]++;
          kept &= !dropping[i];
        }
      }
      return kept;
    }

    private @Nullable String missing(InternalRow row) {
      for (int i = 0; i < columns.size(); i++) {
        StructField field = columns.fields()[i];
        if (!field.nullable() && row.isNullAt(i) && !numbering.fills(i)) {
          return field.name();
        }
      }
      return null;
    }

    private void put(InternalRow row) throws IOException {
      if (partitionColumns.length > 0) {
        InternalRow partition = keys.apply(row);
        if (!partition.equals(key)) {
          finishFile();
          key = partition.copy();
        }
      }
      if (rowsInFile >= limit.rows() || bytesInFile >= limit.bytes()) {
        finishFile();
      }
      OutputWriter open = writer;
      if (open == null) {
        open = newWriter();
        writer = open;
      }
      UnsafeRow written = values.apply(numbered(row));
      open.write(written);
      rowsInFile++;
      bytesInFile += written.getSizeInBytes();
    }

    private InternalRow numbered(InternalRow row) {
      if (numbering.isNone()) {
        return row;
      }
      numbering.fill(numbers, task, rowsInTask++);
      return numberedRow.apply(row, numbers);
    }

    private OutputWriter newWriter() throws IOException {
      // Digits after the write's own name, as every file of this program has them.
      Path file =
          Path.of(folder, partitionFolder())
              .resolve(prefix + "-" + attempt + String.format("%05d", number++) + ".parquet");
      Files.createDirectories(file.getParent());
      path = file.toString();
      begun.add(file);
      rowsInFile = 0;
      bytesInFile = 0;
      TaskAttemptContext context =
          new TaskAttemptContextImpl(
              configuration.value(), new TaskAttemptID("lakeward", 0, TaskType.REDUCE, 0, 0));
      return writers.newInstance(
          new org.apache.hadoop.fs.Path(file.toUri()).toString(), stored, context);
    }

    private String partitionFolder() {
      List<String> parts = new ArrayList<>();
      partitionValues()
          .forEach(
              (name, value) -> parts.add(ExternalCatalogUtils.getPartitionPathString(name, value)));
      return String.join("/", parts);
    }

    private HashMap<String, String> partitionValues() {
      // In the order of the partition columns, which is that of the folders.
      HashMap<String, String> texts = new java.util.LinkedHashMap<>();
      InternalRow partition = key;
      for (int i = 0; i < partitionColumns.length && partition != null; i++) {
        UTF8String text = partition.isNullAt(i) ? null : partition.getUTF8String(i);
        // In a Delta log an empty text as a partition value means NULL, for every reader.
        texts.put(
            columns.fields()[partitionColumns[i]].name(),
            text == null || text.numBytes() == 0 ? null : text.toString());
      }
      return texts;
    }

    private void finishFile() throws IOException {
      OutputWriter open = writer;
      if (open == null) {
        return;
      }
      writer = null;
      open.close();
      Path file = Path.of(path);
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      // Hadoop's own local files have their checksums beside them, which no table knows.
      Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
      files.add(new WrittenFile(path, Files.size(file), rowsInFile, partitionValues()));
      rowsInFile = 0;
    }

    @Override
    public void close() {
      OutputWriter open = writer;
      writer = null;
      if (open != null) {
        open.close();
      }
    }

    void delete() {
      begun.forEach(FileSet::delete);
    }
  }
}
