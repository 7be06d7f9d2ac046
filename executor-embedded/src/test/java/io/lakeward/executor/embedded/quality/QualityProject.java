/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.quality;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.engine.Dialect;
import io.lakeward.engine.EngineConfig;
import io.lakeward.engine.PipelineEngine;
import io.lakeward.engine.event.EventFilter;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.executor.QueryResult;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.quality.QualityHistory;
import io.lakeward.engine.update.TableResult;
import io.lakeward.engine.update.UpdateListener;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.engine.update.UpdateResult;
import io.lakeward.executor.embedded.EmbeddedExecutor;
import io.lakeward.executor.embedded.EmbeddedSettings;
import io.lakeward.model.pipeline.EngineChoice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A project folder that is run in this process, on the embedded engine. */
public final class QualityProject {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;
  private Optional<String> failing = Optional.empty();

  public QualityProject(Path folder) {
    this.folder = folder;
  }

  public Path folder() {
    return folder;
  }

  public QualityProject sql(String text) {
    return write("transformations/pipeline.sql", text);
  }

  public QualityProject settings(String yaml) {
    return write("pipeline.yml", yaml);
  }

  /** A file of JSON lines in the folder that {@code /Volumes/main/raw/in} stands for. */
  public QualityProject land(String name, String... lines) {
    return write("volumes/main/raw/in/" + name, String.join("\n", lines) + "\n");
  }

  public QualityProject write(String name, String text) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public PipelineEngine open() {
    return open(Dialect.EXTENDED);
  }

  PipelineEngine openStrict() {
    return open(Dialect.STRICT);
  }

  /** From now on no row gets into a table of this name. */
  QualityProject failOn(String table) {
    failing = Optional.of(table);
    return this;
  }

  QualityProject failNoMore() {
    failing = Optional.empty();
    return this;
  }

  private Executor failing(Executor real) {
    return (Executor)
        Proxy.newProxyInstance(
            Executor.class.getClassLoader(),
            new Class<?>[] {Executor.class},
            (proxy, method, arguments) -> {
              boolean fails =
                  method.getName().equals("append")
                      && failing.isPresent()
                      && ((WriteRequest) arguments[0])
                          .target()
                          .name()
                          .table()
                          .equals(failing.get());
              if (fails) {
                throw new IllegalStateException("died before " + failing.get() + " was written");
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private PipelineEngine open(Dialect dialect) {
    return PipelineEngine.open(
        new EngineConfig(
            folder,
            Optional.empty(),
            Map.of(),
            Optional.of(EngineChoice.EMBEDDED),
            settings ->
                failing(
                    new EmbeddedExecutor(
                        EmbeddedSettings.inFolder(settings.spillFolder(), settings.timeZone()),
                        CatalystSession.of(Map.of()).conf(),
                        settings.paths(),
                        Clock.systemUTC())),
            settings -> {
              throw new IllegalStateException("there is no Spark here");
            },
            Clock.systemUTC(),
            dialect));
  }

  public UpdateResult run() {
    return run(UpdateRequest.all());
  }

  public UpdateResult run(UpdateRequest request) {
    try (PipelineEngine pipeline = open()) {
      return pipeline.run(request, UpdateListener.none());
    }
  }

  public static TableResult table(UpdateResult result, String name) {
    return result.tables().stream()
        .filter(t -> t.name().table().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The rows of a query, each as the text of its list of values. */
  public List<String> rows(String query) {
    return result(query).rows().stream().map(String::valueOf).toList();
  }

  public QueryResult result(String query) {
    try (PipelineEngine pipeline = open()) {
      return pipeline.query(query, Integer.MAX_VALUE);
    }
  }

  public List<JsonNode> events(String type) {
    try (PipelineEngine pipeline = open()) {
      List<JsonNode> found = new ArrayList<>();
      for (var event : pipeline.eventLog().read(EventFilter.all())) {
        if (event.eventType().equals(type)) {
          found.add(JSON.readTree(event.json()));
        }
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code dataset.rule passed/failed} over all updates, as {@code lakeward quality} counts. */
  List<String> qualityTotals() {
    try (PipelineEngine pipeline = open()) {
      return QualityHistory.of(pipeline.eventLog(), Integer.MAX_VALUE).rules().stream()
          .map(
              rule ->
                  "%s.%s %d/%d"
                      .formatted(
                          rule.dataset().substring(rule.dataset().lastIndexOf('.') + 1),
                          rule.rule(),
                          rule.total().passed(),
                          rule.total().failed()))
          .toList();
    }
  }

  /** {@code dataset.rule passed/failed} for each count of a flow's events with a status. */
  List<String> ruleCounts(String flow, String status) {
    List<String> counts = new ArrayList<>();
    for (JsonNode event : events("flow_progress")) {
      JsonNode details = event.path("details").path("flow_progress");
      if (event.path("origin").path("flow_name").asText().endsWith("." + flow)
          && details.path("status").asText().equals(status)) {
        for (JsonNode rule : details.path("data_quality").path("expectations")) {
          String dataset = rule.path("dataset").asText();
          counts.add(
              dataset.substring(dataset.lastIndexOf('.') + 1)
                  + "."
                  + rule.path("name").asText()
                  + " "
                  + rule.path("passed_records").asLong()
                  + "/"
                  + rule.path("failed_records").asLong());
        }
      }
    }
    return counts;
  }
}
