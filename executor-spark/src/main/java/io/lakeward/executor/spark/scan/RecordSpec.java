/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.scan;

import io.lakeward.autoloader.RecordReader;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.autoloader.rows.MetadataField;
import io.lakeward.autoloader.rows.Projection;
import io.lakeward.autoloader.store.Stores;
import io.lakeward.engine.executor.Slice;
import io.lakeward.model.pipeline.FileSource;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.apache.spark.sql.types.StructType;

/**
 * Source files as every task of a reading must see them: their sizes are those at which the driver
 * looked, so that all tasks cut them alike.
 */
final class RecordSpec implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final HashMap<String, String> options;
  private final StructType schema;
  private final String[] files;
  private final long[] sizes;
  private final long[] modified;
  private final String volumes;
  private final String project;
  private final Stores stores;
  private final String zone;

  RecordSpec(Slice.SourceFiles slice, VolumePaths paths, String zone) {
    path = slice.source().path();
    options = new HashMap<>(slice.source().options());
    schema = slice.schema();
    List<DiscoveredFile> now = RecordReader.asOfNow(slice.files());
    files = now.stream().map(f -> f.path().toString()).toArray(String[]::new);
    sizes = now.stream().mapToLong(DiscoveredFile::size).toArray();
    modified = now.stream().mapToLong(DiscoveredFile::modifiedMillis).toArray();
    volumes = paths.volumesRoot().toString();
    project = paths.projectFolder().toString();
    stores = paths.stores();
    this.zone = zone;
  }

  StructType schema() {
    return schema;
  }

  long bytes() {
    long sum = 0;
    for (long size : sizes) {
      sum += size;
    }
    return sum;
  }

  int countSplits() {
    return RecordReader.countSplits(source(), files(), zone);
  }

  /**
   * Opens one part.
   *
   * @param columns columns of the schema
   * @param metadata fields of {@code _metadata}, delivered after the columns
   */
  RecordReader open(List<String> columns, List<MetadataField> metadata, int part, int parts) {
    return RecordReader.openPart(
        source(),
        schema,
        files(),
        new Projection(columns, metadata),
        new VolumePaths(Path.of(volumes), Path.of(project), stores),
        zone,
        part,
        parts);
  }

  private FileSource source() {
    return new FileSource(path, options);
  }

  private List<DiscoveredFile> files() {
    List<DiscoveredFile> list = new ArrayList<>();
    for (int i = 0; i < files.length; i++) {
      String file = files[i];
      Path path = stores.find(file).orElseGet(() -> Path.of(file));
      list.add(new DiscoveredFile(path, sizes[i], modified[i]));
    }
    return list;
  }
}
