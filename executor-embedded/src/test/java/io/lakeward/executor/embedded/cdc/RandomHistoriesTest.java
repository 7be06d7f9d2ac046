/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.cdc;

import io.lakeward.model.pipeline.EngineChoice;
import io.lakeward.testkit.cdc.RandomHistories;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random histories on the embedded engine.
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
    int keys = option.equals("truncate") ? TRUNCATED_KEYS : KEYS;
    List<Long> seeds = new ArrayList<>();
    SEED.ifPresentOrElse(
        seeds::add,
        () -> {
          seeds.addAll(KEPT);
          for (long i = 1; i * keys < HISTORIES; i++) {
            seeds.add(1000 + i);
          }
        });
    for (long seed : seeds) {
      Path own = folder.resolve(type + option + tracksB + seed);
      new RandomHistories(type, tracksB, option, keys, List.of(EngineChoice.EMBEDDED))
          .run(EmbeddedChanges.project(own), seed);
    }
  }
}
