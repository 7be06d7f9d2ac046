/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.cdc;

import io.lakeward.model.pipeline.EngineChoice;
import io.lakeward.testkit.cdc.RandomHistories;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random histories on the embedded engine.
 *
 * <p>{@code -Dcdc.histories=100000} runs more of them, {@code -Dcdc.seed=1 -Dcdc.keys=60} those of
 * one seed. A failure tells both: a seed means the same histories only for the same number of keys.
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

  /** What is always run, as it was when it found a fault. */
  private static final List<Kept> KEPT = List.of(new Kept(1, SAMPLE, 20));

  /** A seed with the number of keys, without and with truncates, that give its histories. */
  private record Kept(long seed, int keys, int truncatedKeys) {}

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
    boolean truncates = option.equals("truncate");
    int keys = truncates ? TRUNCATED_KEYS : KEYS;
    if (SEED.isPresent()) {
      run(type, tracksB, option, Integer.getInteger("cdc.keys", keys), SEED.get());
      return;
    }
    int done = 0;
    for (Kept kept : KEPT) {
      int keptKeys = truncates ? kept.truncatedKeys() : kept.keys();
      run(type, tracksB, option, keptKeys, kept.seed());
      done += keptKeys;
    }
    for (long seed = 1001; done < HISTORIES; seed++) {
      run(type, tracksB, option, keys, seed);
      done += keys;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1,true,truncate",
    "1,true,nulls",
    "1,true,partial",
    "2,true,none",
    "2,false,nulls",
    "2,true,partial",
    "3,true,nulls"
  })
  void historiesThatStructsOrderWithDeletionVectors(int type, boolean tracksB, String option) {
    new RandomHistories(type, tracksB, option, TRUNCATED_KEYS, List.of(EngineChoice.EMBEDDED))
        .orderedByStructs()
        .withDeletionVectors()
        .run(EmbeddedChanges.project(folder), SEED.orElse(2L));
  }

  @ParameterizedTest
  @CsvSource({"1,true,truncate", "2,false,nulls", "3,true,none"})
  void historiesWithDeletionVectors(int type, boolean tracksB, String option) {
    int keys = option.equals("truncate") ? TRUNCATED_KEYS : KEYS;
    long first = SEED.orElse(3L);
    for (long seed = first; seed == first || (seed - first) * keys < HISTORIES; seed++) {
      new RandomHistories(type, tracksB, option, keys, List.of(EngineChoice.EMBEDDED))
          .withDeletionVectors()
          .run(EmbeddedChanges.project(folder.resolve(type + option + tracksB + seed)), seed);
    }
  }

  private void run(int type, boolean tracksB, String option, int keys, long seed) {
    Path own = folder.resolve(type + option + tracksB + seed);
    new RandomHistories(type, tracksB, option, keys, List.of(EngineChoice.EMBEDDED))
        .run(EmbeddedChanges.project(own), seed);
  }
}
