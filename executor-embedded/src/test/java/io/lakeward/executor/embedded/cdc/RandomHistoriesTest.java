/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.executor.embedded.cdc.ChangeProject.Death;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random histories of keys, in random order of arrival, split into random batches and updates,
 * late, repeated and replayed, and through random deaths, give what the rules say. Each key is a
 * history of its own, and many run at once.
 *
 * <p>{@code -Dcdc.histories=100000} runs more of them, {@code -Dcdc.seed=1} those of one seed,
 * which are the same only for the same number of histories.
 */
class RandomHistoriesTest {
  private static final int KINDS = 11;
  private static final int SAMPLE = 60;

  /** Of each kind. */
  private static final int HISTORIES = Integer.getInteger("cdc.histories", SAMPLE * KINDS) / KINDS;

  /** How many of them run at once; a truncate is part of all of these. */
  private static final int KEYS = HISTORIES > SAMPLE ? 500 : SAMPLE;

  private static final int TRUNCATED_KEYS = HISTORIES > SAMPLE ? 50 : 20;
  private static final Optional<Long> SEED = Optional.ofNullable(Long.getLong("cdc.seed"));

  /** Seeds that once found a fault. */
  private static final List<Long> KEPT = List.of(1L);

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "1,true,none",
    "1,true,truncate",
    "1,true,nulls",
    "1,true,partial",
    "2,true,none",
    "2,false,none",
    "2,true,nulls",
    "2,false,nulls",
    "2,true,partial",
    "3,true,none",
    "3,true,nulls"
  })
  void histories(int type, boolean tracksB, String option) {
    List<Long> seeds = new ArrayList<>();
    SEED.ifPresentOrElse(
        seeds::add,
        () -> {
          seeds.addAll(KEPT);
          int keys = option.equals("truncate") ? TRUNCATED_KEYS : KEYS;
          for (long i = 1; i * keys < HISTORIES; i++) {
            seeds.add(1000 + i);
          }
        });
    for (long seed : seeds) {
      run(type, tracksB, option, seed);
    }
  }

  private void run(int type, boolean tracksB, String option, long seed) {
    ReferenceModel model =
        new ReferenceModel(type, tracksB, option.equals("nulls"), option.equals("partial"));
    Random random = new Random(seed * 31 + type);
    int keys = option.equals("truncate") ? TRUNCATED_KEYS : KEYS;
    List<Change> all = history(random, keys, option, type == 3);
    Path own = folder.resolve(type + option + tracksB + seed);
    try (ChangeProject project =
        new ChangeProject(own)
            .columns("id INT, op STRING, seq INT, sys INT, a STRING, b STRING, cols ARRAY<STRING>")
            .target(clauses(model, option))) {
      List<Change> arrived = new ArrayList<>();
      int updates = 1 + random.nextInt(4);
      List<Change> arriving = new ArrayList<>(all);
      for (int i = 0; i < all.size() / 5; i++) {
        arriving.add(all.get(random.nextInt(all.size())));
      }
      Collections.shuffle(arriving, random);
      for (int update = 0; update < updates; update++) {
        int from = arriving.size() * update / updates;
        int to = arriving.size() * (update + 1) / updates;
        List<Change> batch = new ArrayList<>(arriving.subList(from, to));
        if (update == updates - 1 && random.nextInt(3) == 0) {
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
        if (random.nextInt(4) == 0) {
          Death death = Death.values()[random.nextInt(Death.values().length)];
          project.dying(death).run(UpdateRequest.all());
        }
        project.dying(Death.NEVER).update();
        assertThat(project.rows("SELECT * FROM t").stream().sorted().toList())
            .as("type %d, %s, seed %d, update %d", type, option, seed, update)
            .isEqualTo(model.rows(arrived));
      }
    }
  }

  private static String clauses(ReferenceModel model, String option) {
    return "KEYS (id) "
        + (model.ignoresNulls() ? "IGNORE NULL UPDATES " : "")
        + "APPLY AS DELETE WHEN op = 'D' "
        + (option.equals("truncate") ? "APPLY AS TRUNCATE WHEN op = 'T' " : "")
        + "SEQUENCE BY seq "
        + (model.type() == 3 ? "SYSTEM SEQUENCE BY sys " : "")
        + "COLUMNS (id, a, b) STORED AS "
        + (model.type() == 3 ? "BITEMPORAL" : "SCD TYPE " + model.type())
        + (model.tracksB() ? "" : " TRACK HISTORY ON (a)")
        + (model.isPartial() ? " COLUMNS TO UPDATE cols" : "");
  }

  private static List<Change> history(
      Random random, int keys, String option, boolean isBitemporal) {
    List<Change> changes = new ArrayList<>();
    Set<String> upserts = new HashSet<>();
    for (int key = 0; key < keys; key++) {
      int count = 1 + random.nextInt(8);
      for (int i = 0; i < count; i++) {
        int sequence = random.nextInt(12);
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
        String tie = key + "/" + sequence + (isBitemporal ? "/" + system : "");
        if (isDelete || upserts.add(tie)) {
          changes.add(change);
        }
      }
    }
    if (option.equals("truncate")) {
      for (int i = random.nextInt(3); i > 0; i--) {
        changes.add(new Change(0, 'T', random.nextInt(12), 0, null, null, Optional.empty()));
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
