/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.testkit.cdc;

import io.lakeward.engine.Dialect;
import io.lakeward.engine.EngineConfig;
import io.lakeward.engine.ExecutorFactory;
import io.lakeward.engine.PipelineEngine;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.update.TableResult;
import io.lakeward.engine.update.UpdateListener;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.engine.update.UpdateResult;
import io.lakeward.engine.update.UpdateState;
import io.lakeward.model.pipeline.EngineChoice;
import io.lakeward.model.problem.Problem;
import io.lakeward.tables.DeltaTable;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A pipeline over a folder of JSON files with changes, run in this process. */
public final class ChangeProject implements AutoCloseable {
  private static final Pattern FEED = Pattern.compile("\\bFEED(?:_(\\w+))?\\b");

  private final Path folder;
  private final ExecutorFactory embedded;
  private final ExecutorFactory spark;
  private Optional<Executor> opened = Optional.empty();
  private Optional<EngineChoice> engine = Optional.empty();
  private String columns = "";
  private int files;
  private Death death = Death.NEVER;
  private Clock clock = Clock.systemUTC();

  /**
   * @param embedded makes the embedded engine, which is closed with this project
   * @param spark makes the engine on Spark, which nobody closes
   */
  public ChangeProject(Path folder, ExecutorFactory embedded, ExecutorFactory spark) {
    this.folder = folder;
    this.embedded = embedded;
    this.spark = spark;
  }

  /** A project that never needs Spark. */
  public ChangeProject(Path folder, ExecutorFactory embedded) {
    this(
        folder,
        embedded,
        settings -> {
          throw new AssertionError("Spark is not needed");
        });
  }

  /** What the next updates take for the time. */
  public ChangeProject at(Clock time) {
    clock = time;
    return this;
  }

  /** The engine of the next updates; rows are looked at without it. */
  public ChangeProject on(EngineChoice choice) {
    engine = Optional.of(choice);
    return this;
  }

  /** The columns of the feed, as in a schema. */
  public ChangeProject columns(String ddl) {
    columns = ddl;
    return this;
  }

  /**
   * {@code FEED} in the text stands for the stream of changes, {@code FEED_x} for that of {@link
   * #feedTo}, and {@code WHOLE} for the file of {@link #whole}.
   */
  public ChangeProject sql(String text) {
    return write(
        "transformations/all.sql",
        FEED.matcher(text)
            .replaceAll(
                feed -> "STREAM " + files(feed.group(1) == null ? "feed" : "feed_" + feed.group(1)))
            .replaceAll("\\bWHOLE\\b", files("whole")));
  }

  private String files(String folder) {
    return "read_files('/Volumes/main/default/"
        + folder
        + "/', format => 'json', schema => '"
        + columns
        + "')";
  }

  /** All rows that there are now; quotes are apostrophes. */
  public ChangeProject whole(String... lines) {
    return write(
        "volumes/main/default/whole/all.json", String.join("\n", lines).replace('\'', '"') + "\n");
  }

  /** A target {@code t} with one flow. */
  public ChangeProject target(String clauses) {
    return sql("CREATE STREAMING TABLE t FLOW AUTO CDC FROM FEED " + clauses);
  }

  /** A new file with one JSON object for each line; quotes are apostrophes. */
  public ChangeProject feed(String... lines) {
    return land("feed", lines);
  }

  /** The same for a feed of its own. */
  public ChangeProject feedTo(String name, String... lines) {
    return land("feed_" + name, lines);
  }

  private ChangeProject land(String feed, String... lines) {
    files++;
    return write(
        "volumes/main/default/" + feed + "/" + String.format("%05d", files) + ".json",
        String.join("\n", lines).replace('\'', '"') + "\n");
  }

  public ChangeProject write(String path, String text) {
    try {
      Path file = folder.resolve(path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      return this;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** When updates die. */
  public enum Death {
    NEVER(""),
    /** Nothing is written. */
    BEFORE_RECORDING("append"),
    /** Rows or changes are appended; nothing else was noted. */
    AFTER_RECORDING("append"),
    /** Changes are recorded and not applied. */
    BEFORE_APPLYING("applyChanges"),
    /** Changes are applied; nothing else was noted. */
    AFTER_APPLYING("applyChanges");

    private final String method;

    Death(String method) {
      this.method = method;
    }

    /** One of those that updates of changes can die. */
    public static Death ofChanges(Random random) {
      List<Death> all = List.of(NEVER, BEFORE_RECORDING, BEFORE_APPLYING, AFTER_APPLYING);
      return all.get(random.nextInt(all.size()));
    }
  }

  /** The next updates die, as often as they come there. */
  public ChangeProject dying(Death when) {
    death = when;
    return this;
  }

  public ChangeProject dyingBetweenCommits(boolean dying) {
    return dying(dying ? Death.BEFORE_APPLYING : Death.NEVER);
  }

  /** Runs an update that must succeed. */
  public UpdateResult update() {
    return update(UpdateRequest.all());
  }

  public UpdateResult update(UpdateRequest request) {
    UpdateResult result = run(request);
    if (result.state() != UpdateState.COMPLETED) {
      throw new AssertionError(
          result.tables().stream().map(TableResult::problem).collect(Collectors.toList()));
    }
    return result;
  }

  /** Runs an update that must fail. */
  public Problem failure() {
    return run(UpdateRequest.all()).tables().stream()
        .map(TableResult::problem)
        .flatMap(Optional::stream)
        .findFirst()
        .orElseThrow(() -> new AssertionError("it did not fail"));
  }

  public UpdateResult run(UpdateRequest request) {
    try (PipelineEngine pipeline = open(Dialect.EXTENDED, engine)) {
      return pipeline.run(request, UpdateListener.none());
    }
  }

  /** The rows of a query, values with blanks in between. */
  public List<String> rows(String query) {
    try (PipelineEngine engine = open()) {
      List<String> rows = new ArrayList<>();
      for (List<?> row : engine.query(query, 1_000_000).rows()) {
        rows.add(row.stream().map(String::valueOf).collect(Collectors.joining(" ")));
      }
      return rows;
    }
  }

  public PipelineEngine open() {
    return open(Dialect.EXTENDED);
  }

  public PipelineEngine open(Dialect dialect) {
    return open(dialect, Optional.empty());
  }

  private PipelineEngine open(Dialect dialect, Optional<EngineChoice> choice) {
    return PipelineEngine.open(
        new EngineConfig(
            folder,
            Optional.empty(),
            Map.of(),
            choice,
            settings -> {
              if (opened.isEmpty()) {
                opened = Optional.of(embedded.create(settings));
              }
              return staysOpen(opened.get());
            },
            settings -> staysOpen(spark.create(settings)),
            clock,
            dialect));
  }

  /** Starting a database for each update would take longer than the update. */
  private Executor staysOpen(Executor executor) {
    return (Executor)
        Proxy.newProxyInstance(
            Executor.class.getClassLoader(),
            new Class<?>[] {Executor.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                return null;
              }
              boolean dies = method.getName().equals(death.method);
              boolean isLate = death == Death.AFTER_RECORDING || death == Death.AFTER_APPLYING;
              if (dies && !isLate) {
                throw new IllegalStateException("killed");
              }
              try {
                Object result = method.invoke(executor, arguments);
                if (dies) {
                  throw new IllegalStateException("killed");
                }
                return result;
              } catch (java.lang.reflect.InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  public DeltaTable table(String name) {
    return DeltaTable.at(folder.resolve(".lakeward/warehouse/main/default/" + name));
  }

  public Path folder() {
    return folder;
  }

  @Override
  public void close() {
    opened.ifPresent(Executor::close);
  }
}
