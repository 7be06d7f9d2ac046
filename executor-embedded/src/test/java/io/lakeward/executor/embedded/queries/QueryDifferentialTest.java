/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.queries;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.executor.embedded.SampleTables;
import io.lakeward.executor.embedded.SparkComparison;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random queries give the same rows on both engines. {@code -Dqueries.count} and {@code
 * -Dqueries.seed} (the first one) choose which.
 */
final class QueryDifferentialTest {
  private static final int COUNT = Integer.getInteger("queries.count", 100);
  private static final long FIRST = Long.getLong("queries.seed", 1);

  /**
   * Takes {@code x NOT IN (q) OR x IN (q)} for true, also where it is NULL: Spark's own mistake, as
   * its answer without the rule shows.
   */
  private static final Map<String, String> WITHOUT_FAULTY_RULE =
      Map.of(
          "spark.sql.optimizer.excludedRules",
          "org.apache.spark.sql.catalyst.optimizer.BooleanSimplification");

  @Test
  void randomQueriesGiveTheSameRows(@TempDir Path folder) {
    List<String> differences = new ArrayList<>();
    TreeMap<String, Integer> refusals = new TreeMap<>();
    int compared = 0;
    int errors = 0;
    int mistakes = 0;
    try (SparkComparison both = new SparkComparison(folder)) {
      SampleTables.create(both);
      for (long seed = FIRST; seed < FIRST + COUNT; seed++) {
        RandomQuery.Text query = RandomQuery.of(seed);
        Optional<String> refusal = both.whyUnsupported(query.sql());
        if (refusal.isPresent()) {
          refusals.merge(refusal.get().lines().findFirst().orElse(""), 1, Integer::sum);
          continue;
        }
        Outcome spark = Outcome.of(() -> both.sparkRows(query.sql()));
        Outcome embedded = Outcome.of(() -> both.embeddedRows(query.sql()));
        compared++;
        errors += spark.failed() ? 1 : 0;
        if (!spark.sameAs(embedded, query.ordered())
            && Outcome.of(() -> both.sparkRows(query.sql(), WITHOUT_FAULTY_RULE))
                .sameAs(embedded, query.ordered())) {
          mistakes++;
        } else if (!spark.sameAs(embedded, query.ordered())) {
          differences.add(
              "seed %d%n%s%n  Spark:    %s%n  embedded: %s"
                  .formatted(seed, query.sql(), spark, embedded));
        }
      }
    }
    System.out.printf(
        "random queries: %d compared (%d fail on both, of %d Spark's optimizer is wrong), %d refused: %s%n",
        compared, errors, mistakes, COUNT - compared, refusals);
    assertThat(differences).as(String.join("\n\n", differences)).isEmpty();
    assertThat(compared).as("most random queries run embedded").isGreaterThan(COUNT * 8 / 10);
    assertThat(mistakes).as("Spark is seldom wrong").isLessThan(COUNT / 1000 + 2);
    assertThat(errors).as("most random queries have rows to compare").isLessThan(COUNT / 10 + 1);
  }
}
