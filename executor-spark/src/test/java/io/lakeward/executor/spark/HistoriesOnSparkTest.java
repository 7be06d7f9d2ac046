/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark;

import io.lakeward.model.pipeline.EngineChoice;
import io.lakeward.testkit.cdc.RandomHistories;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random histories of changes, applied by Spark and the embedded engine in turn. The kinds are
 * those of the embedded engine's own test; without a number of histories, only some of them.
 *
 * <p>{@code -Dcdc.histories=100000} runs a tenth as many here, {@code -Dcdc.seed=1 -Dcdc.keys=60}
 * those of one seed, which are the same only for the same number of keys.
 */
class HistoriesOnSparkTest {
  private static final int KINDS = 11;
  private static final int KEYS = 20;
  private static final int HISTORIES = Integer.getInteger("cdc.histories", 0) / 10 / KINDS;
  private static final Optional<Long> SEED = Optional.ofNullable(Long.getLong("cdc.seed"));

  @TempDir Path folder;

  private record Kind(int type, boolean tracksB, String option, List<EngineChoice> turns) {
    static Kind embeddedFirst(int type, boolean tracksB, String option) {
      return new Kind(type, tracksB, option, List.of(EngineChoice.EMBEDDED, EngineChoice.SPARK));
    }

    static Kind sparkFirst(int type, boolean tracksB, String option) {
      return new Kind(type, tracksB, option, List.of(EngineChoice.SPARK, EngineChoice.EMBEDDED));
    }
  }

  private static final List<Kind> SAMPLE =
      List.of(
          Kind.embeddedFirst(1, true, "truncate"),
          Kind.sparkFirst(1, true, "nulls"),
          Kind.embeddedFirst(2, false, "nulls"),
          Kind.embeddedFirst(2, true, "partial"),
          Kind.sparkFirst(3, true, "nulls"));

  private static final List<Kind> OTHERS =
      List.of(
          Kind.embeddedFirst(1, true, "none"),
          Kind.sparkFirst(1, true, "partial"),
          Kind.embeddedFirst(2, true, "none"),
          Kind.sparkFirst(2, false, "none"),
          Kind.sparkFirst(2, true, "nulls"),
          Kind.embeddedFirst(3, true, "none"));

  static Stream<Kind> kinds() {
    return HISTORIES > 0 || SEED.isPresent()
        ? Stream.concat(SAMPLE.stream(), OTHERS.stream())
        : SAMPLE.stream();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void histories(Kind kind) {
    int keys = Integer.getInteger("cdc.keys", Math.max(KEYS, Math.min(500, HISTORIES)));
    RandomHistories histories =
        new RandomHistories(kind.type(), kind.tracksB(), kind.option(), keys, kind.turns());
    if (kind.turns().get(0) == EngineChoice.EMBEDDED) {
      // Which Spark reads, and never writes.
      histories = histories.withDeletionVectors();
    }
    if (SEED.isPresent()) {
      run(histories, SEED.get());
      return;
    }
    for (long seed = 1; seed == 1 || seed * keys <= HISTORIES; seed++) {
      run(histories, seed);
    }
  }

  private void run(RandomHistories histories, long seed) {
    histories.run(SparkChanges.project(folder.resolve(String.valueOf(seed))), seed);
  }
}
