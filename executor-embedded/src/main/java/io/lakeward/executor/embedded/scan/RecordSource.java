/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.scan;

import io.lakeward.autoloader.RecordReader;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.discovery.SkippedFile;
import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.autoloader.rows.MetadataField;
import io.lakeward.autoloader.rows.Projection;
import io.lakeward.autoloader.rows.ReadSummary;
import io.lakeward.engine.executor.Slice;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * One leaf over source files while its query runs. The columns that it offers to DuckDB are those
 * of the slice's schema and then the fields of {@code _metadata}.
 */
final class RecordSource implements AutoCloseable {
  private final FileSource source;
  private final StructType schema;
  private final List<DiscoveredFile> files;
  private final VolumePaths paths;
  private final String sessionTimeZone;
  private final List<RecordReader> readers = new ArrayList<>();
  private @Nullable ProjectException failure;

  RecordSource(Slice.SourceFiles slice, VolumePaths paths, String sessionTimeZone) {
    this.source = slice.source();
    this.schema = slice.schema();
    this.files = slice.files();
    this.paths = paths;
    this.sessionTimeZone = sessionTimeZone;
  }

  List<VectorType> columns() {
    List<VectorType> types = new ArrayList<>();
    for (StructField field : schema.fields()) {
      types.add(VectorType.of(field.dataType()));
    }
    for (MetadataField field : MetadataField.values()) {
      types.add(VectorType.of(field.type()));
    }
    return types;
  }

  int indexOf(MetadataField field) {
    return schema.size() + field.ordinal();
  }

  /** Starts a reading of the columns with these indexes. */
  synchronized RecordReader open(List<Integer> columns) {
    List<String> names = new ArrayList<>();
    List<MetadataField> metadata = new ArrayList<>();
    for (int index : columns) {
      if (index < schema.size()) {
        names.add(schema.fields()[index].name());
      } else {
        metadata.add(MetadataField.values()[index - schema.size()]);
      }
    }
    RecordReader reader =
        RecordReader.open(
            source, schema, files, new Projection(names, metadata), paths, sessionTimeZone);
    readers.add(reader);
    return reader;
  }

  /** Keeps what a reader threw, because DuckDB passes on nothing but its text. */
  synchronized void failed(ProjectException exception) {
    if (failure == null) {
      failure = exception;
    }
  }

  synchronized @Nullable ProjectException failure() {
    return failure;
  }

  /** A self-join reads the files twice; its rows count once. */
  synchronized long records() {
    return readers.isEmpty() ? 0 : readers.get(0).summary().records();
  }

  synchronized long malformed() {
    return readers.isEmpty() ? 0 : readers.get(0).summary().malformed();
  }

  synchronized long rescued() {
    return readers.isEmpty() ? 0 : readers.get(0).summary().rescued();
  }

  synchronized List<SkippedFile> skipped() {
    return readers.isEmpty() ? List.of() : readers.get(0).summary().skippedFiles();
  }

  synchronized List<ReadSummary> summaries() {
    return readers.stream().map(RecordReader::summary).toList();
  }

  @Override
  public synchronized void close() {
    readers.forEach(RecordReader::close);
  }
}
