/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.queries;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.executor.embedded.SparkComparison;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The 22 queries of TPC-H run embedded and give Spark's rows. {@code -Dtpch.scale=0.1} is the full
 * size; the smaller default still leaves rows in nearly every result.
 */
final class TpchDifferentialTest {
  private static final double SCALE = Double.parseDouble(System.getProperty("tpch.scale", "0.002"));

  @Test
  void allQueriesRunEmbeddedAndGiveSparksRows(@TempDir Path folder) throws IOException {
    List<String> embedded = new ArrayList<>();
    List<String> refused = new ArrayList<>();
    List<String> differing = new ArrayList<>();
    int empty = 0;
    try (SparkComparison both = new SparkComparison(folder)) {
      TpchTables.create(both, folder, SCALE);
      for (String query : queries()) {
        String name = query.substring(3, query.indexOf('\n'));
        Optional<String> refusal = both.whyUnsupported(query);
        if (refusal.isPresent()) {
          refused.add(name + ": " + refusal.get());
          continue;
        }
        List<String> expected = both.sparkRows(query);
        List<String> actual = both.embeddedRows(query);
        empty += expected.isEmpty() ? 1 : 0;
        if (actual.equals(expected)) {
          embedded.add(name);
        } else {
          differing.add("%s%n  Spark:    %s%n  embedded: %s".formatted(name, expected, actual));
        }
      }
    }
    System.out.printf(
        "TPC-H at %s: %d embedded, %d fell back, %d differ%n",
        SCALE, embedded.size(), refused.size(), differing.size());
    assertThat(differing).isEmpty();
    assertThat(refused).isEmpty();
    assertThat(embedded).hasSize(22);
    assertThat(empty).as("queries without a row").isLessThan(8);
  }

  private static List<String> queries() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(TpchDifferentialTest.class.getResourceAsStream("/tpch.sql"))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(text.split(";\\s*\n"))
          .map(part -> part.substring(Math.max(0, part.indexOf("-- Q"))).strip())
          .filter(query -> !query.isEmpty())
          .toList();
    }
  }
}
