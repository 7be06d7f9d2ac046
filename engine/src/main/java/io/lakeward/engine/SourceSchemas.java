/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.analysis.query.FileSchemas;
import io.lakeward.autoloader.SchemaInference;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.discovery.FileDiscovery;
import io.lakeward.autoloader.schema.LearnedSchema;
import io.lakeward.engine.schema.SchemaVersion;
import io.lakeward.engine.schema.SchemaVersions;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of file sources. What was learned for a stream is kept, so that a later file cannot
 * change the meaning of a column; it is written only once an update runs, or goes on, with it.
 */
final class SourceSchemas implements FileSchemas {
  private record Learned(FileSource source, LearnedSchema schema, String reason) {}

  private final FileDiscovery discovery;
  private final SchemaInference inference;
  private final SchemaVersions versions;
  private final Map<String, Learned> unsaved = new LinkedHashMap<>();
  private final Map<String, LearnedSchema> saved = new HashMap<>();
  private final Set<String> relearned = new HashSet<>();

  SourceSchemas(FileDiscovery discovery, SchemaInference inference, SchemaVersions versions) {
    this.discovery = discovery;
    this.inference = inference;
    this.versions = versions;
  }

  @Override
  public synchronized StructType schemaOf(FileSource source, boolean streaming, SourceSpan where) {
    try {
      return streaming ? streamed(source) : inference.infer(source, discovery.list(source));
    } catch (ProjectException e) {
      throw new ProjectException(
          e.problems().stream().map(p -> p.where().isPresent() ? p : p.at(where)).toList());
    }
  }

  private StructType streamed(FileSource source) {
    Optional<StructType> fixed = inference.fixed(source);
    if (fixed.isPresent()) {
      return fixed.get();
    }
    String key = SchemaVersions.key(source);
    boolean isForgotten = relearned.contains(key) && !unsaved.containsKey(key);
    Optional<LearnedSchema> known = isForgotten ? Optional.empty() : known(source, key);
    if (known.isEmpty()) {
      List<DiscoveredFile> files = discovery.list(source);
      if (isForgotten && files.isEmpty()) {
        // There is nothing to learn from; the old schema is better than none.
        relearned.remove(key);
        return streamed(source);
      }
      LearnedSchema learned = inference.learn(source, files);
      unsaved.put(key, new Learned(source, learned, isForgotten ? "full refresh" : "inferred"));
      return inference.readSchema(source, learned);
    }
    return inference.readSchema(source, known.get());
  }

  private Optional<LearnedSchema> known(FileSource source, String key) {
    Learned fresh = unsaved.get(key);
    if (fresh != null) {
      return Optional.of(fresh.schema());
    }
    Optional<LearnedSchema> kept =
        Optional.ofNullable(saved.get(key))
            .or(() -> versions.newest(source).map(SchemaVersion::schema));
    kept.ifPresent(schema -> saved.put(key, schema));
    return kept.or(() -> ofOtherMode(source, key));
  }

  private Optional<LearnedSchema> ofOtherMode(FileSource source, String key) {
    Optional<LearnedSchema> other = versions.newestOfOtherMode(source).map(SchemaVersion::schema);
    other.ifPresent(
        schema -> unsaved.put(key, new Learned(source, schema, "of another evolution mode")));
    return other;
  }

  /**
   * Learns the columns that files have beyond a stream's schema.
   *
   * @param columns those with which the stream reads now
   * @return true if it has to read with others from now on
   */
  synchronized boolean learn(FileSource source, StructType columns, List<DiscoveredFile> files) {
    String key = SchemaVersions.key(source);
    LearnedSchema known = known(source, key).orElseThrow();
    LearnedSchema grown = inference.grown(source, known, files);
    if (!grown.equals(known)) {
      unsaved.put(key, new Learned(source, grown, "new columns"));
    }
    return !inference.readSchema(source, grown).equals(columns);
  }

  /** From now on the sources with these keys are inferred anew. */
  synchronized void relearn(Set<String> keys) {
    relearned.addAll(keys);
  }

  /** Keeps what was learned since the last call. */
  synchronized void save() {
    unsaved.forEach(
        (key, learned) -> {
          boolean isKept =
              versions
                  .newest(learned.source())
                  .filter(newest -> newest.schema().equals(learned.schema()))
                  .isPresent();
          if (!isKept) {
            versions.add(learned.source(), learned.schema(), learned.reason());
          }
          saved.put(key, learned.schema());
        });
    relearned.clear();
    unsaved.clear();
  }

  /** Forgets what was learned and not kept. */
  synchronized void discard() {
    unsaved.clear();
  }
}
