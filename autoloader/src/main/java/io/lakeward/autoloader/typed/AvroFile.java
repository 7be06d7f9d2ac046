/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.IndexedRecord;
import org.apache.spark.sql.types.StructType;

/** Avro, read by Avro's own library. */
final class AvroFile implements TypedFile {
  private final GenericDatumReader<IndexedRecord> datums;
  private final DataFileReader<IndexedRecord> reader;
  private final Schema schema;
  private final AvroValues values;
  private final long start;
  private final long end;

  private AvroFile(Path file, long start, long end, TypedOptions options) throws IOException {
    this.datums = new GenericDatumReader<>();
    this.reader = new DataFileReader<>(new SeekableFile(file), datums);
    this.start = start;
    this.end = end;
    this.schema =
        options.avroSchema().map(s -> new Schema.Parser().parse(s)).orElse(reader.getSchema());
    if (schema.getType() != Schema.Type.RECORD) {
      reader.close();
      throw new IOException("its Avro schema is no record but " + schema.getType());
    }
    Map<String, String> written = new HashMap<>();
    for (String key : reader.getMetaKeys()) {
      if (key.startsWith("org.apache.spark.")) {
        written.put(key, reader.getMetaString(key));
      }
    }
    DateRebase rebase =
        DateRebase.of(written, DateRebase.LEGACY_TIMES, "3.0.0", options.legacyTimes());
    this.values = new AvroValues(rebase, DateRebase.zone(written, options.zone()));
  }

  /** Blocks that begin in the range. */
  static AvroFile open(Path file, long start, long end, TypedOptions options) throws IOException {
    return new AvroFile(file, start, end, options);
  }

  @Override
  public StructType schema() {
    return AvroTypes.struct(schema, Set.of(schema.getFullName()));
  }

  @Override
  public TypedRecords records(int[] columns) throws IOException {
    List<Schema.Field> fields = new ArrayList<>();
    for (int column : columns) {
      fields.add(
          new Schema.Field(
              schema.getFields().get(column), schema.getFields().get(column).schema()));
    }
    Schema wanted =
        Schema.createRecord(
            schema.getName(), schema.getDoc(), schema.getNamespace(), schema.isError(), fields);
    schema.getAliases().forEach(wanted::addAlias);
    datums.setExpected(wanted);
    reader.sync(start);
    return () -> reader.hasNext() && !reader.pastSync(end) ? values.fields(reader.next()) : null;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
