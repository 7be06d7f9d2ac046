/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.engine.catalog.TableNotes;
import io.lakeward.engine.state.Json;
import io.lakeward.engine.state.StateFile;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.TableSnapshot;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Ties a table to the pipeline state that fills it. The same id stands in the state folder and in
 * the table's properties; flows keep their progress under it. A full refresh takes a new id, and as
 * long as the table still carries another one, it has to be emptied first. A flow whose progress is
 * reset begins anew under a higher number.
 */
final class TargetIdentity {

  private final Path file;
  private final String id;
  private final boolean replacesRows;
  private final Map<String, Integer> resets;

  private TargetIdentity(Path file, String id, boolean replacesRows, Map<String, Integer> resets) {
    this.file = file;
    this.id = id;
    this.replacesRows = replacesRows;
    this.resets = Map.copyOf(resets);
  }

  /** The identity on record, or a new one. */
  static TargetIdentity loadOrCreate(Path file) {
    return StateFile.read(file)
        .map(json -> fromJson(file, json))
        .orElseGet(() -> fresh(file, false));
  }

  /** A new identity whose first act is to empty the table. */
  static TargetIdentity startOver(Path file) {
    return fresh(file, true);
  }

  private static TargetIdentity fresh(Path file, boolean replacesRows) {
    return new TargetIdentity(file, UUID.randomUUID().toString(), replacesRows, Map.of()).saved();
  }

  /** The same, under which a flow has read nothing yet. */
  TargetIdentity withReset(Flow flow) {
    Map<String, Integer> more = new HashMap<>(resets);
    more.merge(key(flow), 1, Integer::sum);
    return new TargetIdentity(file, id, replacesRows, more).saved();
  }

  /** The name under which the table's log keeps which batches of a flow are done. */
  String appId(Flow flow) {
    int resets = resetsOf(flow);
    return id + "/" + key(flow) + (resets == 0 ? "" : "#" + resets);
  }

  /** The folder of a flow's plans. */
  Path folder(Flow flow) {
    int resets = resetsOf(flow);
    String name = StateNames.fileName(flow.name().toString());
    return file.resolveSibling(id).resolve(name + (resets == 0 ? "" : "#" + resets));
  }

  private int resetsOf(Flow flow) {
    return resets.getOrDefault(key(flow), 0);
  }

  private static String key(Flow flow) {
    return flow.name().toString().toLowerCase(Locale.ROOT);
  }

  String id() {
    return id;
  }

  /** The dataset's properties, and those by which its table is known to belong to this identity. */
  Map<String, String> tableProperties(Dataset dataset) {
    Map<String, String> properties = new HashMap<>(dataset.properties());
    properties.putAll(TableNotes.of(dataset));
    properties.put(TableNotes.IDENTITY, id);
    properties.put(TableNotes.KIND, dataset.kind().name());
    return properties;
  }

  /**
   * True if the table still holds rows from before a full refresh.
   *
   * @throws ProjectException if they are not those of a pipeline: a full refresh starts over what a
   *     pipeline has made, and nothing else
   */
  boolean mustEmpty(Optional<TableSnapshot> table) {
    boolean isOther = replacesRows && table.isPresent() && !owns(table.get());
    if (isOther && !table.get().properties().containsKey(TableNotes.IDENTITY)) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.TABLE_OWNED_BY_ANOTHER,
                  "A table of this name exists, and no pipeline has made it; a full refresh would"
                      + " delete its rows.")
              .withFix("Give the dataset another name, or drop the table first."));
    }
    return isOther;
  }

  /** The table carries this identity now; from here on it may not be emptied any more. */
  void settle() {
    if (replacesRows) {
      new TargetIdentity(file, id, false, resets).saved();
    }
  }

  /**
   * @throws ProjectException if the table was made by something else, or for a dataset of another
   *     kind
   */
  void checkOwns(Optional<TableSnapshot> table, Dataset dataset) {
    checkOwns(table, dataset, dataset.name());
  }

  /** The same for a table that belongs to a dataset without being it, such as its quarantine. */
  void checkOwns(Optional<TableSnapshot> table, Dataset dataset, TableName name) {
    if (table.isEmpty()) {
      return;
    }
    if (!owns(table.get())) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.TABLE_OWNED_BY_ANOTHER,
                  "The table %s exists already, but not from this pipeline's state: it was made by another pipeline or program, or the state folder was lost."
                      .formatted(name))
              .at(dataset.where())
              .withFix(
                  table.get().properties().containsKey(TableNotes.IDENTITY)
                      ? "Give the dataset another name, or replace the table's rows with --full-refresh %s."
                          .formatted(dataset.name().table())
                      : "Give the dataset another name, or drop the table first: DROP TABLE %s."
                          .formatted(name.quoted())));
    }
    String kind = table.get().properties().get(TableNotes.KIND);
    if (dataset.kind() == DatasetKind.TABLE && DatasetKind.STREAMING_TABLE.name().equals(kind)) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.INCOMPATIBLE_SCHEMA,
                  "CANNOT_SWITCH_STREAMING_TABLE_TO_MANAGED_TABLE: %s was a streaming table before and is defined as a plain table now."
                      .formatted(dataset.name()))
              .at(dataset.where())
              .withFix(
                  "Write CREATE STREAMING TABLE again, or give the plain table another name."));
    }
    if (!dataset.kind().name().equals(kind)) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.INCOMPATIBLE_SCHEMA,
                  "%s is defined as a %s now; its rows were written when it was something else."
                      .formatted(dataset.name(), dataset.kind()))
              .at(dataset.where())
              .withFix("Replace its rows with --full-refresh " + dataset.name().table() + "."));
    }
    checkPartitions(table.get(), dataset);
  }

  /** Rows that are there cannot be laid out anew by adding some. */
  private static void checkPartitions(TableSnapshot table, Dataset dataset) {
    List<String> stored = lower(table.partitionColumns());
    if (dataset.kind().isFilledByFlows() && !stored.equals(lower(dataset.partitionColumns()))) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.INCOMPATIBLE_SCHEMA,
                  "CANNOT_UPDATE_PARTITION_COLUMNS: %s is partitioned by (%s), but is defined with (%s) now."
                      .formatted(
                          dataset.name(),
                          String.join(", ", table.partitionColumns()),
                          String.join(", ", dataset.partitionColumns())))
              .at(dataset.where())
              .withFix(
                  "Write PARTITIONED BY as before, or replace the table's rows with --full-refresh %s."
                      .formatted(dataset.name().table())));
    }
  }

  private static List<String> lower(List<String> names) {
    return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
  }

  private boolean owns(TableSnapshot table) {
    return id.equals(table.properties().get(TableNotes.IDENTITY));
  }

  private TargetIdentity saved() {
    ObjectNode json = Json.object();
    json.put("id", id);
    json.put("replaces_rows", replacesRows);
    if (!resets.isEmpty()) {
      ObjectNode numbers = json.putObject("resets");
      new TreeMap<>(resets).forEach(numbers::put);
    }
    StateFile.write(file, json);
    return this;
  }

  private static TargetIdentity fromJson(Path file, JsonNode json) {
    Map<String, Integer> resets = new HashMap<>();
    json.path("resets")
        .properties()
        .forEach(flow -> resets.put(flow.getKey(), flow.getValue().asInt()));
    return new TargetIdentity(
        file, json.path("id").asText(), json.path("replaces_rows").asBoolean(), resets);
  }
}
