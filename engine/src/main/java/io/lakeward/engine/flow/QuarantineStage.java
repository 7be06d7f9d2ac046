/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.engine.executor.RuleCount;
import io.lakeward.engine.executor.SourceReads;
import io.lakeward.engine.executor.ViewCount;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.state.Json;
import io.lakeward.engine.state.StateFile;
import io.lakeward.model.name.TableName;
import io.lakeward.model.problem.FileProblems;
import io.lakeward.tables.DeltaTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The checked rows of one batch on their way into a table and its quarantine. They are kept until
 * both have them, together with the counts of the rules, so that a batch which a crash cut in two
 * is finished with the very same rows.
 */
final class QuarantineStage {
  private final Path folder;
  private final DeltaTable rows;

  /**
   * @param folder of one flow; may not exist yet
   */
  QuarantineStage(Path folder) {
    this.folder = folder;
    this.rows = DeltaTable.at(folder.resolve("rows"));
  }

  DeltaTable rows() {
    return rows;
  }

  /** The batch whose rows are complete here, and what was counted when they were written. */
  Optional<Counted> find() {
    return StateFile.read(countsFile()).map(Counted::fromJson);
  }

  void complete(Counted counted) {
    StateFile.write(countsFile(), counted.toJson());
  }

  /**
   * Forgets rows and counts; the counts first, for they say that the rows are complete. The table's
   * log stays, so that whoever remembers the table is not misled; the next batch replaces all rows.
   */
  void clear() {
    try {
      Files.deleteIfExists(countsFile());
      if (Files.isDirectory(rows.path())) {
        try (Stream<Path> files = Files.list(rows.path())) {
          for (Path file : files.filter(f -> f.toString().endsWith(".parquet")).toList()) {
            Files.deleteIfExists(file);
          }
        }
      }
    } catch (IOException e) {
      throw FileProblems.failure("delete", folder, e);
    }
  }

  private Path countsFile() {
    return folder.resolve("counts.json");
  }

  /** The result of writing the rows of one batch. */
  record Counted(long batch, WriteResult result) {
    private ObjectNode toJson() {
      ObjectNode json = Json.object();
      json.put("batch", batch);
      json.put("read", result.reads().rows());
      json.put("malformed", result.reads().malformed());
      json.put("rescued", result.reads().rescued());
      json.put("dropped", result.rowsDropped());
      json.set("rules", toJson(result.rules()));
      ArrayNode views = json.putArray("views");
      for (ViewCount view : result.views()) {
        TableName name = view.view();
        ObjectNode entry = views.addObject();
        entry.putArray("view").add(name.catalog()).add(name.schema()).add(name.table());
        entry.put("dropped", view.dropped());
        entry.set("rules", toJson(view.rules()));
      }
      return json;
    }

    private static ArrayNode toJson(List<RuleCount> rules) {
      ArrayNode array = Json.array();
      rules.forEach(
          rule ->
              array
                  .addObject()
                  .put("rule", rule.rule())
                  .put("passed", rule.passed())
                  .put("failed", rule.failed()));
      return array;
    }

    private static Counted fromJson(JsonNode json) {
      List<ViewCount> views = new ArrayList<>();
      for (JsonNode view : json.path("views")) {
        JsonNode name = view.path("view");
        views.add(
            new ViewCount(
                new TableName(name.path(0).asText(), name.path(1).asText(), name.path(2).asText()),
                view.path("dropped").asLong(),
                rules(view.path("rules"))));
      }
      return new Counted(
          json.path("batch").asLong(),
          new WriteResult(
              0,
              new SourceReads(
                  json.path("read").asLong(),
                  json.path("malformed").asLong(),
                  json.path("rescued").asLong(),
                  List.of()),
              0,
              json.path("dropped").asLong(),
              0,
              rules(json.path("rules")),
              views));
    }

    private static List<RuleCount> rules(JsonNode array) {
      List<RuleCount> rules = new ArrayList<>();
      for (JsonNode rule : array) {
        rules.add(
            new RuleCount(
                rule.path("rule").asText(),
                rule.path("passed").asLong(),
                rule.path("failed").asLong()));
      }
      return rules;
    }
  }
}
