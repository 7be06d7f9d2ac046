/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import io.lakeward.autoloader.store.StorePath;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.TypeDescription;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** ORC, read by ORC's own library. */
final class OrcFile implements TypedFile {
  private final Reader reader;
  private final FileSystem local;
  private final TypeDescription schema;
  private final OrcValues values;
  private final long start;
  private final long end;
  private @Nullable RecordReader rows;

  private OrcFile(Path file, long start, long end, TypedOptions options) throws IOException {
    Configuration configuration = new Configuration(false);
    local = new RawLocalFileSystem();
    local.initialize(URI.create("file:///"), configuration);
    boolean isStored = file instanceof StorePath;
    reader =
        org.apache.orc.OrcFile.createReader(
            isStored ? ((StorePath) file).hadoop() : new org.apache.hadoop.fs.Path(file.toUri()),
            org.apache.orc.OrcFile.readerOptions(configuration)
                .filesystem(isStored ? ((StorePath) file).reader() : local)
                .useUTCTimestamp(true)
                .convertToProlepticGregorian(true));
    schema = reader.getSchema();
    values = new OrcValues(options.zone());
    this.start = start;
    this.end = end;
    if (schema.getCategory() != TypeDescription.Category.STRUCT) {
      close();
      throw new IOException("its ORC schema is no struct but " + schema.getCategory());
    }
  }

  /** Stripes that begin in the range. */
  static OrcFile open(Path file, long start, long end, TypedOptions options) throws IOException {
    return new OrcFile(file, start, end, options);
  }

  @Override
  public StructType schema() {
    return OrcTypes.struct(schema);
  }

  @Override
  public TypedRecords records(int[] columns) throws IOException {
    boolean[] included = new boolean[schema.getMaximumId() + 1];
    included[0] = true;
    for (int column : columns) {
      TypeDescription type = schema.getChildren().get(column);
      for (int id = type.getId(); id <= type.getMaximumId(); id++) {
        included[id] = true;
      }
    }
    RecordReader opened = reader.rows(reader.options().range(start, end - start).include(included));
    rows = opened;
    return new Records(opened, columns);
  }

  @Override
  public void close() throws IOException {
    if (rows != null) {
      rows.close();
    }
    reader.close();
    local.close();
  }

  private final class Records implements TypedRecords {
    private final RecordReader opened;
    private final int[] columns;
    private final VectorizedRowBatch batch = schema.createRowBatch();
    private int next;

    Records(RecordReader opened, int[] columns) {
      this.opened = opened;
      this.columns = columns;
    }

    @Override
    public @Nullable Object @Nullable [] next() throws IOException {
      if (next >= batch.size) {
        next = 0;
        if (!opened.nextBatch(batch) || batch.size == 0) {
          return null;
        }
      }
      @Nullable Object[] record = new Object[columns.length];
      for (int i = 0; i < columns.length; i++) {
        record[i] =
            values.value(schema.getChildren().get(columns[i]), batch.cols[columns[i]], next);
      }
      next++;
      return record;
    }
  }
}
