/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.scan;

import io.lakeward.autoloader.RecordReader;
import io.lakeward.autoloader.rows.MetadataField;
import io.lakeward.autoloader.rows.RecordWorker;
import io.lakeward.executor.spark.failure.TaskFailures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Reads parts of source files inside tasks. */
final class RecordReaderFactory implements PartitionReaderFactory {
  private static final long serialVersionUID = 1L;
  private static final int CHUNK = 1024;

  private final RecordSpec spec;
  private final StructType wanted;
  private final ReadCounts counts;

  RecordReaderFactory(RecordSpec spec, StructType wanted, ReadCounts counts) {
    this.spec = spec;
    this.wanted = wanted;
    this.counts = counts;
  }

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    RecordTable.RecordPartition part = (RecordTable.RecordPartition) partition;
    return TaskFailures.carrying(() -> new Reader(part.part(), part.parts()));
  }

  private final class Reader implements PartitionReader<InternalRow> {
    private final int part;
    private final RecordReader reader;
    private final RecordWorker worker;
    private final RowSink sink;
    private int rows;
    private int next;
    private @Nullable InternalRow current;

    Reader(int part, int parts) {
      this.part = part;
      List<String> offered = Arrays.asList(spec.schema().fieldNames());
      List<String> columns = new ArrayList<>();
      boolean metadata = false;
      for (StructField field : wanted.fields()) {
        if (RecordTable.isMetadata(field, spec.schema())) {
          metadata = true;
        } else if (offered.contains(field.name())) {
          columns.add(field.name());
        }
      }
      sink = new RowSink(wanted, spec.schema(), CHUNK);
      reader =
          spec.open(columns, metadata ? List.of(MetadataField.values()) : List.of(), part, parts);
      worker = reader.newWorker();
    }

    @Override
    public boolean next() {
      if (next >= rows) {
        sink.start();
        rows = TaskFailures.carrying(() -> worker.readChunk(sink, CHUNK));
        next = 0;
        if (rows == 0) {
          return false;
        }
      }
      current = sink.row(next++);
      return true;
    }

    @Override
    public InternalRow get() {
      InternalRow row = current;
      if (row == null) {
        throw new IllegalStateException("no row yet");
      }
      return row;
    }

    @Override
    public void close() {
      var summary = reader.summary();
      List<ReadCounts.Skipped> skipped =
          summary.skippedFiles().stream().map(ReadCounts.Skipped::of).toList();
      counts.add(
          new ReadCounts.Part(
              part,
              summary.records(),
              summary.malformed(),
              summary.rescued(),
              new ArrayList<>(skipped)));
      TaskFailures.carrying(
          () -> {
            worker.close();
            return part;
          });
      reader.close();
    }
  }
}
