/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.analysis.query.FileSchemas;
import io.lakeward.autoloader.DiscoveredFile;
import io.lakeward.autoloader.FileDiscovery;
import io.lakeward.autoloader.SchemaInference;
import io.lakeward.engine.flow.StateNames;
import io.lakeward.engine.state.Json;
import io.lakeward.engine.state.StateFile;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of file sources. What was inferred for a stream is kept, so that a later file cannot
 * change the meaning of a column; it is written only once an update runs.
 */
final class SourceSchemas implements FileSchemas {
  private final FileDiscovery discovery;
  private final SchemaInference inference;
  private final Path folder;
  private final Map<Path, StructType> inferred = new HashMap<>();

  SourceSchemas(FileDiscovery discovery, SchemaInference inference, Path folder) {
    this.discovery = discovery;
    this.inference = inference;
    this.folder = folder;
  }

  @Override
  public synchronized StructType schemaOf(FileSource source, boolean streaming, SourceSpan where) {
    try {
      if (!streaming) {
        return infer(source);
      }
      Path file = folder.resolve(key(source) + ".json");
      return StateFile.read(file)
          .map(json -> (StructType) DataType.fromJson(json.toString()))
          .orElseGet(() -> inferred.computeIfAbsent(file, f -> infer(source)));
    } catch (ProjectException e) {
      throw new ProjectException(
          e.problems().stream().map(p -> p.where().isPresent() ? p : p.at(where)).toList());
    }
  }

  /** Keeps what was inferred since this object was made. */
  synchronized void save() {
    inferred.forEach(
        (file, schema) -> {
          try {
            if (StateFile.read(file).isEmpty()) {
              StateFile.write(file, Json.parse(schema.json()));
            }
          } catch (IOException e) {
            throw StateFile.failure("write", file, e);
          }
        });
    inferred.clear();
  }

  private StructType infer(FileSource source) {
    List<DiscoveredFile> files = discovery.list(source);
    return inference.infer(source, files);
  }

  private static String key(FileSource source) {
    return StateNames.exactFileName(source.path() + new TreeMap<>(source.options()));
  }
}
