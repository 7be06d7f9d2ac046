/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.discovery.FileDiscovery;
import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.autoloader.rows.Projection;
import io.lakeward.autoloader.rows.ReadSummary;
import io.lakeward.autoloader.rows.RecordWorker;
import io.lakeward.model.pipeline.FileSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** A folder of source files and the steps from it to rows. */
public final class SourceFolder {
  public static final String ZONE = "UTC";

  private final Path root;
  private final Map<String, String> options = new HashMap<>();
  private String zone = ZONE;
  private @Nullable ReadSummary summary;

  public SourceFolder(Path root) {
    this.root = root;
  }

  public Path root() {
    return root;
  }

  public SourceFolder file(String name, String content) {
    return file(name, content.getBytes(StandardCharsets.UTF_8));
  }

  public SourceFolder file(String name, byte[] content) {
    try {
      Path file = root.resolve(name);
      Files.createDirectories(file.getParent());
      Files.write(file, content);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public SourceFolder option(String name, String value) {
    options.put(name, value);
    return this;
  }

  public SourceFolder zone(String id) {
    zone = id;
    return this;
  }

  public FileSource source() {
    return new FileSource(root.toString(), options);
  }

  public VolumePaths paths() {
    return new VolumePaths(root.resolve("volumes"), root);
  }

  public List<DiscoveredFile> list() {
    return new FileDiscovery(paths(), zone).list(source());
  }

  public StructType schema() {
    return new SchemaInference(paths(), zone).infer(source(), list());
  }

  public List<List<@Nullable Object>> rows() {
    return rows(schema());
  }

  public List<List<@Nullable Object>> rows(StructType schema) {
    return rows(schema, Projection.all(schema), 1 << 24);
  }

  public List<List<@Nullable Object>> rows(StructType schema, List<DiscoveredFile> files) {
    return rows(schema, files, Projection.all(schema), 1 << 24);
  }

  public List<List<@Nullable Object>> rows(
      StructType schema, Projection projection, long splitSize) {
    return rows(schema, list(), projection, splitSize);
  }

  private List<List<@Nullable Object>> rows(
      StructType schema, List<DiscoveredFile> files, Projection projection, long splitSize) {
    try (RecordReader reader =
            RecordReader.open(source(), schema, files, projection, paths(), zone, splitSize);
        RecordWorker worker = reader.newWorker()) {
      CollectingSink sink = new CollectingSink();
      int count;
      do {
        count = worker.readChunk(sink, 7);
        sink.endChunk(count);
      } while (count > 0);
      summary = reader.summary();
      return sink.rows();
    }
  }

  /** Of the last reading. */
  public ReadSummary summary() {
    ReadSummary last = summary;
    if (last == null) {
      throw new IllegalStateException("nothing was read");
    }
    return last;
  }

  public static byte[] gzip(String content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(content.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
