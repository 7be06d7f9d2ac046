/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.testkit.cdc.Change;
import io.lakeward.testkit.cdc.ChangeProject;
import io.lakeward.testkit.cdc.ChangeProject.Death;
import io.lakeward.testkit.cdc.ReferenceModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random snapshots, one after the other, with updates that die, give what the rules say of the
 * differences between them. Each key is a history of its own.
 *
 * <p>{@code -Dcdc.histories=100000} runs more of them, {@code -Dcdc.seed=1 -Dcdc.keys=60} those of
 * one seed, which are the same only for the same number of keys.
 */
class RandomSnapshotsTest {
  private static final int KINDS = 3;
  private static final int SAMPLE = 60;

  /** Of each kind. */
  private static final int HISTORIES = Integer.getInteger("cdc.histories", SAMPLE * KINDS) / KINDS;

  /** How many of them run at once. */
  private static final int KEYS = HISTORIES > SAMPLE ? 500 : SAMPLE;

  private static final Optional<Long> SEED = Optional.ofNullable(Long.getLong("cdc.seed"));

  /** What is always run, as it was when it found a fault. */
  private static final List<Kept> KEPT = List.of(new Kept(1, SAMPLE));

  /** A seed with the number of keys that gives its histories. */
  private record Kept(long seed, int keys) {}

  @TempDir Path folder;

  private record Row(@Nullable String a, @Nullable String b) {}

  @ParameterizedTest
  @CsvSource({"1,true", "2,true", "2,false"})
  void snapshots(int type, boolean tracksB) {
    if (SEED.isPresent()) {
      run(type, tracksB, Integer.getInteger("cdc.keys", KEYS), SEED.get());
      return;
    }
    int done = 0;
    for (Kept kept : KEPT) {
      run(type, tracksB, kept.keys(), kept.seed());
      done += kept.keys();
    }
    for (long seed = 1001; done < HISTORIES; seed++) {
      run(type, tracksB, KEYS, seed);
      done += KEYS;
    }
  }

  private void run(int type, boolean tracksB, int keys, long seed) {
    ReferenceModel model = new ReferenceModel(type, tracksB, false, false);
    Random random = new Random(seed * 17 + type);
    try (ChangeProject project =
        EmbeddedChanges.project(folder.resolve(type + "-" + tracksB + seed))
            .columns("id INT, a STRING, b STRING")
            .sql(
                "CREATE STREAMING TABLE t FLOW AUTO CDC FROM SNAPSHOT WHOLE KEYS (id) STORED AS SCD"
                    + " TYPE "
                    + type
                    + (tracksB ? "" : " TRACK HISTORY ON (a)"))) {
      List<Change> changes = new ArrayList<>();
      Map<Integer, Row> before = Map.of();
      int snapshots = 2 + random.nextInt(4);
      for (int number = 0; number < snapshots; number++) {
        Map<Integer, Row> rows = next(before, keys, random);
        project.whole(lines(rows));
        changes.addAll(differences(before, rows, keys, number));
        before = rows;
        if (random.nextInt(4) == 0) {
          project.dying(Death.ofChanges(random)).run(UpdateRequest.all());
        }
        project.dying(Death.NEVER).update();
        assertThat(project.rows("SELECT * FROM t").stream().sorted().toList())
            .as("type %d, seed %d, keys %d, snapshot %d", type, seed, keys, number)
            .isEqualTo(model.rows(changes));
      }
    }
  }

  private static Map<Integer, Row> next(Map<Integer, Row> before, int keys, Random random) {
    Map<Integer, Row> rows = new TreeMap<>();
    for (int key = 0; key < keys; key++) {
      Row row = before.get(key);
      int what = random.nextInt(6);
      if (what == 0) {
        continue;
      }
      if (what == 1 || (row == null && what == 2)) {
        rows.put(key, new Row(value(random), value(random)));
      } else if (row != null) {
        rows.put(key, row);
      }
    }
    return rows;
  }

  private static @Nullable String value(Random random) {
    int value = random.nextInt(3);
    return value == 0 ? null : "v" + value;
  }

  private static String[] lines(Map<Integer, Row> rows) {
    return rows.entrySet().stream()
        .map(
            entry ->
                new Change(
                        entry.getKey(),
                        'U',
                        0,
                        0,
                        entry.getValue().a(),
                        entry.getValue().b(),
                        Optional.empty())
                    .json())
        .toArray(String[]::new);
  }

  /** What a person would write down who holds one list beside the other. */
  private static List<Change> differences(
      Map<Integer, Row> before, Map<Integer, Row> after, int keys, int number) {
    List<Change> changes = new ArrayList<>();
    for (int key = 0; key < keys; key++) {
      Row row = after.get(key);
      if (row != null && !row.equals(before.get(key))) {
        changes.add(new Change(key, 'U', number, 0, row.a(), row.b(), Optional.empty()));
      } else if (row == null && before.containsKey(key)) {
        changes.add(new Change(key, 'D', number, 0, null, null, Optional.empty()));
      }
    }
    return changes;
  }
}
