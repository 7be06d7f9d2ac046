/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.engine.EngineConfig;
import io.lakeward.engine.ExecutorFactory;
import io.lakeward.engine.PipelineEngine;
import io.lakeward.engine.executor.QueryResult;
import io.lakeward.engine.sql.SqlSession;
import io.lakeward.engine.update.UpdateListener;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.engine.update.UpdateResult;
import io.lakeward.model.pipeline.EngineChoice;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A project in a folder that is run and asked in this process. Each call opens it anew. */
final class TestProject {
  private final Path folder;

  TestProject(Path folder) {
    this.folder = folder;
  }

  /**
   * A project that has run: the table {@code t} with the columns {@code id} (1, 2) and {@code v}
   * ('a', 'b'), the view {@code m} that counts its rows, and a private table {@code hidden}.
   */
  static TestProject withTwoRows(Path folder) {
    TestProject project =
        new TestProject(folder)
            .landed("1.json", "{\"id\": 1, \"v\": \"a\"}", "{\"id\": 2, \"v\": \"b\"}")
            .sql(
                """
                CREATE STREAMING TABLE t (id BIGINT COMMENT 'key', v STRING) COMMENT 'rows' AS
                  SELECT id, v FROM STREAM read_files('/Volumes/main/default/landing/a', format => 'json');
                CREATE MATERIALIZED VIEW m AS SELECT count(*) AS n FROM t;
                CREATE PRIVATE STREAMING TABLE hidden AS SELECT id FROM STREAM t WITH (skipChangeCommits);
                """);
    project.run();
    return project;
  }

  /** The pipeline's only file. */
  TestProject sql(String text) {
    return file("transformations/pipeline.sql", text);
  }

  TestProject file(String path, String text) {
    try {
      Path file = folder.resolve(path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file of the folder {@code /Volumes/main/default/landing/a}. */
  TestProject landed(String name, String... records) {
    return file("volumes/main/default/landing/a/" + name, String.join("\n", records) + "\n");
  }

  TestProject delete(String path) {
    try {
      Files.delete(folder.resolve(path));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path folder() {
    return folder;
  }

  PipelineEngine open() {
    return open(new EmbeddedExecutors());
  }

  PipelineEngine open(ExecutorFactory embedded) {
    return PipelineEngine.open(
        new EngineConfig(
            folder,
            Optional.empty(),
            Map.of(),
            Optional.of(EngineChoice.EMBEDDED),
            embedded,
            settings -> {
              throw new AssertionError("Spark is not needed here");
            },
            Clock.systemUTC()));
  }

  /** An update of everything that has to succeed. */
  UpdateResult run() {
    UpdateResult result = run(UpdateRequest.all());
    List<Problem> problems =
        result.tables().stream().flatMap(table -> table.problem().stream()).toList();
    if (!problems.isEmpty()) {
      throw new ProjectException(problems);
    }
    return result;
  }

  UpdateResult fullRefresh(String... tables) {
    return run(new UpdateRequest(List.of(), List.of(tables), tables.length == 0, true));
  }

  UpdateResult run(UpdateRequest request) {
    try (PipelineEngine engine = open()) {
      return engine.run(request, UpdateListener.none());
    }
  }

  /** What is wrong with the project, as code and message. */
  List<String> problems() {
    return problemsOf(() -> open().validate());
  }

  static List<String> problemsOf(Runnable work) {
    try {
      work.run();
      return List.of();
    } catch (ProjectException e) {
      return e.problems().stream().map(p -> p.code() + " " + p.message()).toList();
    }
  }

  /** The rows of the last statement, values between bars, in the order of their text. */
  List<String> rows(String sql) {
    List<String> rows = new ArrayList<>(ordered(sql));
    rows.sort(null);
    return rows;
  }

  /** The rows of the last statement, in its own order. */
  List<String> ordered(String sql) {
    try (PipelineEngine engine = open()) {
      return text(engine.query(sql, Integer.MAX_VALUE));
    }
  }

  static List<String> text(QueryResult result) {
    return result.rows().stream()
        .map(row -> row.stream().map(String::valueOf).collect(Collectors.joining("|")))
        .toList();
  }

  /** The rows of every statement of one session. */
  List<List<String>> session(String sql) {
    List<List<String>> results = new ArrayList<>();
    try (PipelineEngine engine = open()) {
      SqlSession session = engine.session();
      session.run(sql, Integer.MAX_VALUE, result -> results.add(text(result)));
    }
    return results;
  }
}
