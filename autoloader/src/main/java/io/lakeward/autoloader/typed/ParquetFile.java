/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import io.lakeward.autoloader.store.StorePath;
import io.lakeward.autoloader.typed.ParquetValues.Rebase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopStreams;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Parquet, read by Parquet's own library. */
final class ParquetFile implements TypedFile {
  private static final String LEGACY_INT96 = "org.apache.spark.legacyINT96";

  private final ParquetFileReader reader;
  private final Rebase rebase;

  private ParquetFile(ParquetFileReader reader, TypedOptions options) {
    this.reader = reader;
    Map<String, String> written = reader.getFileMetaData().getKeyValueMetaData();
    this.rebase =
        new Rebase(
            DateRebase.of(written, DateRebase.LEGACY_TIMES, "3.0.0", options.legacyTimes()),
            DateRebase.of(written, LEGACY_INT96, "3.1.0", options.legacyInt96()),
            DateRebase.zone(written, options.zone()));
  }

  /** Row groups whose middle lies in the range. */
  static ParquetFile open(Path file, long start, long end, TypedOptions options)
      throws IOException {
    ParquetReadOptions part =
        ParquetReadOptions.builder(new PlainParquetConfiguration())
            .withRange(start, end)
            .usePageChecksumVerification(true)
            .build();
    return new ParquetFile(ParquetFileReader.open(input(file), part), options);
  }

  private static InputFile input(Path file) throws IOException {
    return new UnnamedInput(
        file instanceof StorePath stored
            ? new StoredInput(stored, stored.status().getLen())
            : new LocalInputFile(file));
  }

  private record StoredInput(StorePath file, long length) implements InputFile {
    @Override
    public long getLength() {
      return length;
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
      return HadoopStreams.wrap(file.open());
    }
  }

  /** Parquet's messages begin with the input's text; the file's name stands before them. */
  private record UnnamedInput(InputFile file) implements InputFile {
    @Override
    public long getLength() throws IOException {
      return file.getLength();
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
      return file.newStream();
    }

    @Override
    public String toString() {
      return "it";
    }
  }

  @Override
  public StructType schema() {
    return ParquetTypes.struct(reader.getFileMetaData().getSchema());
  }

  @Override
  public boolean isPlain(int column) {
    Type type = reader.getFileMetaData().getSchema().getType(column);
    boolean rebased = rebase.times() != DateRebase.NONE || rebase.int96() != DateRebase.NONE;
    return !rebased && ParquetTypes.isPlain(type);
  }

  @Override
  public long rows() {
    return reader.getRecordCount();
  }

  @Override
  public TypedRecords records(int[] columns) {
    MessageType all = reader.getFileMetaData().getSchema();
    List<Type> wanted = new ArrayList<>();
    for (int column : columns) {
      wanted.add(all.getType(column));
    }
    MessageType requested = new MessageType(all.getName(), wanted);
    reader.setRequestedSchema(requested);
    return new Records(requested, new ColumnIOFactory().getColumnIO(requested, all));
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  private final class Records implements TypedRecords {
    private final MessageType requested;
    private final MessageColumnIO columns;
    private @Nullable RecordReader<@Nullable Object[]> group;
    private long left;

    Records(MessageType requested, MessageColumnIO columns) {
      this.requested = requested;
      this.columns = columns;
    }

    @Override
    public @Nullable Object @Nullable [] next() throws IOException {
      while (left == 0) {
        PageReadStore pages = reader.readNextRowGroup();
        if (pages == null) {
          return null;
        }
        left = pages.getRowCount();
        group =
            requested.getFieldCount() == 0
                ? null
                : columns.getRecordReader(pages, new ParquetValues(requested, rebase));
      }
      left--;
      return group == null ? new Object[0] : group.read();
    }
  }
}
