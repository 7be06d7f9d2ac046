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
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random histories of changes, applied by Spark and the embedded engine in turn. The kinds are
 * those of the embedded engine's own test.
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

  @ParameterizedTest
  @CsvSource({
    "1,true,none,EMBEDDED;SPARK",
    "1,true,truncate,EMBEDDED;SPARK",
    "1,true,nulls,SPARK;EMBEDDED",
    "1,true,partial,SPARK;EMBEDDED",
    "2,true,none,EMBEDDED;SPARK",
    "2,false,none,SPARK;EMBEDDED",
    "2,true,nulls,SPARK;EMBEDDED",
    "2,false,nulls,EMBEDDED;SPARK",
    "2,true,partial,EMBEDDED;SPARK",
    "3,true,none,EMBEDDED;SPARK",
    "3,true,nulls,SPARK;EMBEDDED"
  })
  void histories(int type, boolean tracksB, String option, String engines) {
    int keys = Integer.getInteger("cdc.keys", Math.max(KEYS, Math.min(500, HISTORIES)));
    List<EngineChoice> turns = Stream.of(engines.split(";")).map(EngineChoice::valueOf).toList();
    RandomHistories histories = new RandomHistories(type, tracksB, option, keys, turns);
    if (turns.get(0) == EngineChoice.EMBEDDED) {
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
