/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.engine.EngineConfig;
import io.lakeward.engine.PipelineEngine;
import io.lakeward.engine.event.EventFilter;
import io.lakeward.engine.event.PipelineEvent;
import io.lakeward.engine.executor.ApplyRequest;
import io.lakeward.engine.executor.ApplyResult;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.executor.QueryResult;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.StreamListener;
import io.lakeward.engine.executor.StreamRequest;
import io.lakeward.engine.executor.StreamResult;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.update.UpdateListener;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.engine.update.UpdateResult;
import io.lakeward.executor.embedded.EmbeddedExecutor;
import io.lakeward.executor.embedded.EmbeddedSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** A project in a folder, updated in this process by both engines as their flows need them. */
final class StreamProject {
  private final Path folder;
  private int files;

  /** Stands between the engine and Spark's streams; tests let it fail. */
  Function<StreamListener, StreamListener> onStream = listener -> listener;

  private StreamProject(Path folder) {
    this.folder = folder;
  }

  static StreamProject of(Path folder, String sql) {
    StreamProject project = new StreamProject(folder);
    project.define(sql);
    return project;
  }

  void define(String sql) {
    write("transformations/all.sql", sql);
  }

  /** From now on Spark runs all flows. */
  StreamProject onSpark() {
    write("pipeline.yml", "engine: spark\n");
    return this;
  }

  /** Lands a file with these records. */
  StreamProject land(String source, String... records) {
    write(
        "volumes/main/default/landing/%s/%03d.json".formatted(source, files++),
        String.join("\n", records) + "\n");
    return this;
  }

  /** Makes the landing folder, so that a source without files is not an error. */
  StreamProject withSources(String... names) {
    for (String name : names) {
      try {
        Files.createDirectories(folder.resolve("volumes/main/default/landing").resolve(name));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return this;
  }

  UpdateResult update() {
    return update(UpdateRequest.all());
  }

  UpdateResult update(UpdateRequest request) {
    try (PipelineEngine engine = open()) {
      return engine.run(request, UpdateListener.none());
    }
  }

  List<String> rows(String query) {
    try (PipelineEngine engine = open()) {
      return engine.query(query, 1000).rows().stream().map(String::valueOf).toList();
    }
  }

  List<String> events(String type) {
    try (PipelineEngine engine = open()) {
      return engine.eventLog().read(new EventFilter(Set.of(type), Set.of(), Set.of())).stream()
          .map(PipelineEvent::json)
          .toList();
    }
  }

  PipelineEngine open() {
    return PipelineEngine.open(
        new EngineConfig(
            folder,
            Optional.empty(),
            Map.of(),
            Optional.empty(),
            settings ->
                new EmbeddedExecutor(
                    EmbeddedSettings.inFolder(settings.spillFolder(), settings.timeZone()),
                    CatalystSession.of(Map.of()).conf(),
                    settings.paths(),
                    Clock.systemUTC()),
            settings -> new Lasting(SharedSpark.executor(settings.paths(), settings.timeZone())),
            Clock.systemUTC()));
  }

  private void write(String name, String text) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Spark stays for the next update. */
  private final class Lasting implements Executor {
    private final Executor spark;

    Lasting(Executor spark) {
      this.spark = spark;
    }

    @Override
    public String name() {
      return spark.name();
    }

    @Override
    public Optional<String> whyUnsupported(LogicalPlan plan, List<RowRule> rules) {
      return spark.whyUnsupported(plan, rules);
    }

    @Override
    public Optional<String> explain(LogicalPlan plan) {
      return spark.explain(plan);
    }

    @Override
    public WriteResult append(WriteRequest request, WriteListener listener) {
      return spark.append(request, listener);
    }

    @Override
    public WriteResult overwrite(WriteRequest request, WriteListener listener) {
      return spark.overwrite(request, listener);
    }

    @Override
    public ApplyResult applyChanges(ApplyRequest request, WriteListener listener) {
      return spark.applyChanges(request, listener);
    }

    @Override
    public StreamResult stream(StreamRequest request, StreamListener listener) {
      return spark.stream(request, onStream.apply(listener));
    }

    @Override
    public QueryResult collect(BoundPlan query, int limit) {
      return spark.collect(query, limit);
    }

    @Override
    public void close() {}
  }
}
