/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark;

import io.lakeward.model.pipeline.EngineChoice;
import io.lakeward.testkit.cdc.RandomHistories;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random histories of changes, applied by Spark, or by Spark and the embedded engine in turn.
 *
 * <p>{@code -Dcdc.histories=100000} runs a tenth as many here.
 */
class HistoriesOnSparkTest {
  private static final int KINDS = 6;
  private static final int KEYS = 20;
  private static final int HISTORIES = Integer.getInteger("cdc.histories", 0) / 10 / KINDS;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "1,true,none,EMBEDDED;SPARK",
    "1,true,truncate,EMBEDDED;SPARK",
    "2,false,none,SPARK;EMBEDDED",
    "2,true,nulls,SPARK;EMBEDDED",
    "2,true,partial,EMBEDDED;SPARK",
    "3,true,none,EMBEDDED;SPARK"
  })
  void histories(int type, boolean tracksB, String option, String engines) {
    int keys = Math.max(KEYS, Math.min(500, HISTORIES));
    List<EngineChoice> turns = Stream.of(engines.split(";")).map(EngineChoice::valueOf).toList();
    for (long seed = 1; seed == 1 || seed * keys <= HISTORIES; seed++) {
      new RandomHistories(type, tracksB, option, keys, turns)
          .run(SparkChanges.project(folder.resolve(type + option + tracksB + seed)), seed);
    }
  }
}
