/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.testkit.shipments;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A small project with a bronze and a silver streaming table and a gold view, and its landing
 * folder.
 */
public final class ShipmentsProject {
  /** Two files in a batch, so that a few files make several batches. */
  private static final String SQL =
      """
      CREATE OR REFRESH STREAMING TABLE bronze
      AS SELECT * FROM STREAM read_files('/Volumes/shop/raw/landing/events/', format => 'json', maxFilesPerTrigger => 2);

      CREATE OR REFRESH STREAMING TABLE silver
      (
        CONSTRAINT valid_shipment EXPECT (shipment_id IS NOT NULL) ON VIOLATION DROP ROW,
        CONSTRAINT valid_weight   EXPECT (weight_kg > 0)           ON VIOLATION DROP ROW,
        CONSTRAINT known_status   EXPECT (status IS NOT NULL)      ON VIOLATION FAIL UPDATE
      )
      AS SELECT shipment_id, carrier_id,
                CAST(delivered_at AS TIMESTAMP) AS delivered_at,
                CAST(promised_at AS TIMESTAMP) AS promised_at,
                CAST(weight_kg AS DOUBLE) AS weight_kg, status
         FROM STREAM(LIVE.bronze);

      CREATE OR REFRESH MATERIALIZED VIEW gold
      AS SELECT carrier_id, count(*) AS shipments,
                count_if(delivered_at <= promised_at) AS on_time
         FROM LIVE.silver GROUP BY carrier_id;
      """;

  private final Path folder;
  private final LakewardCommand lakeward;
  private final List<Event> landed = new ArrayList<>();

  private ShipmentsProject(Path folder, LakewardCommand lakeward) {
    this.folder = folder;
    this.lakeward = lakeward;
  }

  public static ShipmentsProject in(Path folder, LakewardCommand lakeward) {
    ShipmentsProject project = new ShipmentsProject(folder, lakeward);
    project.write("transformations/shipments.sql", SQL);
    return project;
  }

  public Path folder() {
    return folder;
  }

  public LakewardCommand lakeward() {
    return lakeward;
  }

  /** Writes a file of events {@code from} to {@code to} into the landing folder. */
  public ShipmentsProject land(String name, int from, int to) {
    return land(name, IntStream.range(from, to).mapToObj(Event::number).toList());
  }

  public ShipmentsProject land(String name, List<Event> events) {
    landed.addAll(events);
    return landText(name, events.stream().map(e -> e.json() + "\n").reduce("", String::concat));
  }

  /** Writes a file whose rows are no part of what is expected. */
  public ShipmentsProject landText(String name, String text) {
    write("volumes/shop/raw/landing/events/" + name, text);
    return this;
  }

  public void removeLanded(String name, List<Event> events) {
    landed.removeAll(events);
    try {
      Files.delete(folder.resolve("volumes/shop/raw/landing/events").resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Puts other events into a file that was landed before. */
  public void replaceLanded(String name, int from, int to) {
    rewrite(
        "volumes/shop/raw/landing/events/" + name,
        IntStream.range(from, to)
            .mapToObj(n -> Event.number(n).json() + "\n")
            .reduce("", String::concat));
  }

  /** Replaces a file. */
  public void rewrite(String name, String text) {
    try {
      Files.delete(folder.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    write(name, text);
  }

  public void write(String name, String text) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      // A file appears whole, as files do that are moved into place.
      Path hidden = file.resolveSibling("." + file.getFileName() + ".tmp");
      Files.write(hidden, text.getBytes(StandardCharsets.UTF_8));
      Files.move(hidden, file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Compares the rows of all three tables with what follows from the landed events. */
  public void expectExactlyTheLandedRows() {
    Map<String, Long> found = new TreeMap<>();
    String query =
        """
        SELECT concat_ws(':', 'bronze', coalesce(shipment_id, '-'), carrier_id, CAST(weight_kg AS STRING)) AS k, count(*) AS n
          FROM bronze GROUP BY 1
        UNION ALL
        SELECT concat_ws(':', 'silver', shipment_id, carrier_id, CAST(weight_kg AS STRING)), count(*)
          FROM silver GROUP BY 1
        UNION ALL
        SELECT concat_ws(':', 'gold', carrier_id), shipments * 1000000 + on_time FROM gold
        """;
    for (JsonNode row : rows(query)) {
      found.put(row.get("k").asText(), row.get("n").asLong());
    }

    assertThat(found).isEqualTo(expected());
  }

  /** The rows that {@code lakeward sql} gives, each as an object of its columns. */
  public List<JsonNode> rows(String query) {
    return Json.rows(lakeward().run("sql", query, "--output", "json").expectExit(0).out());
  }

  private Map<String, Long> expected() {
    Map<String, Long> expected = new TreeMap<>();
    for (Event e : landed) {
      expected.merge(key("bronze", e), 1L, Long::sum);
      if (e.passesTheDropRules()) {
        expected.merge(key("silver", e), 1L, Long::sum);
        expected.merge("gold:" + e.carrier(), 1_000_000L + (e.onTime() ? 1 : 0), Long::sum);
      }
    }
    return expected;
  }

  private static String key(String table, Event e) {
    return String.join(
        ":", table, e.shipment().orElse("-"), e.carrier(), String.valueOf(e.weight()));
  }

  /** Every file of every Delta log, with its content. */
  public Map<String, String> deltaLogs() {
    Map<String, String> logs = new TreeMap<>();
    for (Path file : logFiles()) {
      logs.put(folder.relativize(file).toString(), read(file));
    }
    return logs;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Path> logFiles() {
    Path warehouse = folder.resolve(".lakeward/warehouse");
    if (!Files.isDirectory(warehouse)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(warehouse)) {
      return all.filter(
              f -> f.toString().endsWith(".json") && f.toString().contains("/_delta_log/"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Rows that the commits in {@code after} and not in {@code before} added to a table. */
  public static long rowsAdded(
      String table, Map<String, String> before, Map<String, String> after) {
    return after.entrySet().stream()
        .filter(f -> !before.containsKey(f.getKey()))
        .filter(f -> f.getKey().contains("/" + table + "/_delta_log/"))
        .flatMap(f -> f.getValue().lines())
        .map(Json::parse)
        .filter(action -> action.has("add"))
        .mapToLong(
            action ->
                Json.parse(action.get("add").get("stats").asText()).get("numRecords").asLong())
        .sum();
  }

  /** Commits of a table, by the number of its log files. */
  public static long commits(String table, Map<String, String> logs) {
    return logs.keySet().stream().filter(f -> f.contains("/" + table + "/_delta_log/")).count();
  }
}
