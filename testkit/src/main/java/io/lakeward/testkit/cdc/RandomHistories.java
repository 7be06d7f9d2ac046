/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.testkit.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.model.pipeline.EngineChoice;
import io.lakeward.testkit.cdc.ChangeProject.Death;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Random histories of keys, in random order of arrival, split into random batches and updates,
 * late, repeated and replayed, and through random deaths, give what the rules say. Each key is a
 * history of its own, and many run at once.
 *
 * @param type 1, 2 or 3 for bitemporal
 * @param tracksB whether a change of b opens a version too
 * @param option what else the target has: none, truncate, nulls, or partial
 * @param keys how many histories run at once; a truncate is part of all of them
 * @param engines those that updates take turns with
 * @param arrival whether changes may come late
 * @param properties of the target, as a clause
 * @param form what orders changes
 */
public record RandomHistories(
    int type,
    boolean tracksB,
    String option,
    int keys,
    List<EngineChoice> engines,
    Arrival arrival,
    String properties,
    SequenceForm form) {
  private static final int SEQUENCES = 12;

  /**
   * What orders changes: their number, or a struct of two parts of it, of which one may be NULL.
   */
  public enum SequenceForm {
    NUMBER("seq", "%s"),
    STRUCT(
        "STRUCT(seq div 4 AS high, nullif(seq % 4, 0) AS low)",
        "%1$s.high * 4 + coalesce(%1$s.low, 0)");

    private final String sql;
    private final String number;

    SequenceForm(String sql, String number) {
      this.sql = sql;
      this.number = number;
    }
  }

  /** In which order changes come. */
  public enum Arrival {
    ANY_ORDER,
    /** None comes in a later update than one with a higher sequence, and none comes twice. */
    IN_ORDER
  }

  public RandomHistories(
      int type, boolean tracksB, String option, int keys, List<EngineChoice> engines) {
    this(type, tracksB, option, keys, engines, Arrival.ANY_ORDER, "", SequenceForm.NUMBER);
  }

  /** The same histories, ordered by structs. */
  public RandomHistories orderedByStructs() {
    return new RandomHistories(
        type, tracksB, option, keys, engines, arrival, properties, SequenceForm.STRUCT);
  }

  /** The same histories, in a target whose changed rows are marked in their files. */
  public RandomHistories withDeletionVectors() {
    String allowed = " TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')";
    return new RandomHistories(type, tracksB, option, keys, engines, arrival, allowed, form);
  }

  /** Histories without late changes, in a target with some properties. */
  public RandomHistories inOrderWith(String targetProperties) {
    return new RandomHistories(
        type, tracksB, option, keys, engines, Arrival.IN_ORDER, targetProperties, form);
  }

  /** Runs those of one seed. */
  public void run(ChangeProject empty, long seed) {
    ReferenceModel model =
        new ReferenceModel(type, tracksB, option.equals("nulls"), option.equals("partial"));
    Random random = new Random(seed * 31 + type);
    List<Change> all = history(random);
    try (ChangeProject project =
        empty
            .columns("id INT, op STRING, seq INT, sys INT, a STRING, b STRING, cols ARRAY<STRING>")
            .sql(
                "CREATE STREAMING TABLE t"
                    + properties
                    + " FLOW AUTO CDC FROM FEED "
                    + clauses(model))) {
      List<Change> arrived = new ArrayList<>();
      int updates = 1 + random.nextInt(4);
      List<Change> arriving = new ArrayList<>(all);
      for (int i = 0; i < all.size() / 5; i++) {
        arriving.add(all.get(random.nextInt(all.size())));
      }
      Collections.shuffle(arriving, random);
      for (int update = 0; update < updates; update++) {
        List<Change> batch = batch(arriving, update, updates);
        if (arrival == Arrival.ANY_ORDER && update == updates - 1 && random.nextInt(3) == 0) {
          batch.addAll(arrived);
        }
        int files = 1 + random.nextInt(3);
        for (int file = 0; file < files; file++) {
          List<Change> part =
              batch.subList(batch.size() * file / files, batch.size() * (file + 1) / files);
          if (!part.isEmpty()) {
            project.feed(part.stream().map(Change::json).toArray(String[]::new));
          }
        }
        arrived.addAll(batch);
        project.on(engines.get(update % engines.size()));
        if (random.nextInt(4) == 0) {
          project.dying(Death.ofChanges(random)).run(UpdateRequest.all());
        }
        project.dying(Death.NEVER).update();
        assertThat(project.rows(shown()).stream().sorted().toList())
            .as("%s, seed %d, update %d", this, seed, update)
            .isEqualTo(model.rows(arrived));
      }
    }
  }

  /** The target's rows, each sequence as the number that it was made from. */
  private String shown() {
    if (type == 1) {
      return "SELECT * FROM t";
    }
    return "SELECT id, a, b, %s, %s%s FROM t"
        .formatted(
            form.number.formatted("__START_AT"),
            form.number.formatted("__END_AT"),
            type == 3 ? ", __SYSTEM_START_AT, __SYSTEM_END_AT" : "");
  }

  private List<Change> batch(List<Change> arriving, int update, int updates) {
    if (arrival == Arrival.ANY_ORDER) {
      int from = arriving.size() * update / updates;
      int to = arriving.size() * (update + 1) / updates;
      return new ArrayList<>(arriving.subList(from, to));
    }
    return arriving.stream()
        .filter(change -> change.sequence() * updates / SEQUENCES == update)
        .collect(Collectors.toList());
  }

  private String clauses(ReferenceModel model) {
    return "KEYS (id) "
        + (model.ignoresNulls() ? "IGNORE NULL UPDATES " : "")
        + "APPLY AS DELETE WHEN op = 'D' "
        + (option.equals("truncate") ? "APPLY AS TRUNCATE WHEN op = 'T' " : "")
        + "SEQUENCE BY "
        + form.sql
        + " "
        + (model.type() == 3 ? "SYSTEM SEQUENCE BY sys " : "")
        + "COLUMNS (id, a, b) STORED AS "
        + (model.type() == 3 ? "BITEMPORAL" : "SCD TYPE " + model.type())
        + (model.tracksB() ? "" : " TRACK HISTORY ON (a)")
        + (model.isPartial() ? " COLUMNS TO UPDATE cols" : "");
  }

  private List<Change> history(Random random) {
    List<Change> changes = new ArrayList<>();
    Set<String> upserts = new HashSet<>();
    for (int key = 0; key < keys; key++) {
      int count = 1 + random.nextInt(8);
      for (int i = 0; i < count; i++) {
        int sequence = random.nextInt(SEQUENCES);
        int system = random.nextInt(8);
        boolean isDelete = random.nextInt(4) == 0;
        Change change =
            new Change(
                key,
                isDelete ? 'D' : 'U',
                sequence,
                system,
                value(random),
                value(random),
                option.equals("partial") && random.nextInt(5) > 0
                    ? Optional.of(carried(random))
                    : Optional.empty());
        // Of two upserts that tie any may win; the model does not say which.
        String tie = key + "/" + sequence + (type == 3 ? "/" + system : "");
        if (isDelete || upserts.add(tie)) {
          changes.add(change);
        }
      }
    }
    if (option.equals("truncate")) {
      for (int i = random.nextInt(3); i > 0; i--) {
        changes.add(new Change(0, 'T', random.nextInt(SEQUENCES), 0, null, null, Optional.empty()));
      }
    }
    return changes;
  }

  private static @Nullable String value(Random random) {
    int value = random.nextInt(4);
    return value == 0 ? null : "v" + value;
  }

  private static List<String> carried(Random random) {
    List<String> names = new ArrayList<>();
    for (String name : List.of("a", "b")) {
      if (random.nextBoolean()) {
        names.add(name);
      }
    }
    return names;
  }
}
