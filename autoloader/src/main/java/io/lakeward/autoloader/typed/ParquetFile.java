/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import io.lakeward.autoloader.typed.ParquetValues.Rebase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Parquet, read by Parquet's own library. */
final class ParquetFile implements TypedFile {
  private static final String SPARK_VERSION = "org.apache.spark.version";
  private static final String LEGACY_TIMES = "org.apache.spark.legacyDateTime";
  private static final String LEGACY_INT96 = "org.apache.spark.legacyINT96";
  private static final String WRITER_ZONE = "org.apache.spark.timeZone";

  private final ParquetFileReader reader;
  private final Rebase rebase;

  private ParquetFile(ParquetFileReader reader, TypedOptions options) {
    this.reader = reader;
    Map<String, String> written = reader.getFileMetaData().getKeyValueMetaData();
    this.rebase =
        new Rebase(
            rebase(written, LEGACY_TIMES, "3.0.0", options.legacyTimes()),
            rebase(written, LEGACY_INT96, "3.1.0", options.legacyInt96()),
            written.getOrDefault(WRITER_ZONE, options.zone()));
  }

  /** Row groups whose middle lies in the range. */
  static ParquetFile open(Path file, long start, long end, TypedOptions options)
      throws IOException {
    ParquetReadOptions part =
        ParquetReadOptions.builder(new PlainParquetConfiguration())
            .withRange(start, end)
            .usePageChecksumVerification(true)
            .build();
    return new ParquetFile(ParquetFileReader.open(new LocalInputFile(file), part), options);
  }

  /** What Spark itself wrote says which calendar it used; of others the options tell. */
  private static DateRebase rebase(
      Map<String, String> written, String legacy, String since, boolean otherwise) {
    Optional<String> version = Optional.ofNullable(written.get(SPARK_VERSION));
    boolean julian =
        version.map(v -> v.compareTo(since) < 0 || written.containsKey(legacy)).orElse(otherwise);
    return julian ? DateRebase.JULIAN : DateRebase.NONE;
  }

  @Override
  public StructType schema() {
    return ParquetTypes.struct(reader.getFileMetaData().getSchema());
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
