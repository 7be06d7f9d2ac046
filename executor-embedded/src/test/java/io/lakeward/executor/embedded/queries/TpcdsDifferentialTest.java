/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.queries;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.executor.embedded.SparkComparison;
import io.lakeward.testkit.RootLocale;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The 99 queries of TPC-DS give Spark's rows, as far as they run embedded. {@code
 * -Dtpcds.scale=0.01} compares the rows of all of them; otherwise the tables are cut short, and
 * only some queries are run.
 */
@ExtendWith(RootLocale.class)
final class TpcdsDifferentialTest {
  private static final double SMALLEST = 0.01;
  private static final double SCALE = Double.parseDouble(System.getProperty("tpcds.scale", "0"));
  private static final boolean IS_FULL = SCALE > 0;
  private static final long ROWS = IS_FULL ? Long.MAX_VALUE : 1000;
  private static final int EVERY = IS_FULL ? 1 : 33;
  private static final Pattern TYPED_DECIMAL = Pattern.compile("DECIMAL\\s+'([0-9.]+)'");
  private static final Pattern LAST_LIMIT = Pattern.compile("\\s+LIMIT\\s+[0-9]+\\s*$");
  private static final Pattern LONG_FRACTION =
      Pattern.compile("-?[0-9]+\\.[0-9]{7,}(E-?[0-9]+)?|-?[0-9]\\.[0-9]+E-?[0-9]+");
  // Sums of doubles depend on the order of the rows.
  private static final MathContext DIGITS = new MathContext(9);

  @Test
  void queriesThatRunEmbeddedGiveSparksRows(@TempDir Path folder) throws IOException {
    List<String> embedded = new ArrayList<>();
    List<String> refused = new ArrayList<>();
    List<String> differing = new ArrayList<>();
    int compared = 0;
    int empty = 0;
    try (SparkComparison both = new SparkComparison(folder)) {
      if (IS_FULL) {
        // Tables are large enough here for what the other tests do without.
        both.spark().conf().set("spark.sql.codegen.wholeStage", "true");
        both.spark().conf().set("spark.sql.codegen.factoryMode", "FALLBACK");
        both.spark().conf().set("spark.sql.adaptive.enabled", "true");
      }
      TpcdsTables.create(both, folder, Math.max(SCALE, SMALLEST), ROWS);
      for (int number = 1; number <= 99; number++) {
        String query = query(number);
        Optional<String> refusal = both.whyUnsupported(query);
        if (refusal.isPresent()) {
          refused.add(number + ": " + refusal.get());
          continue;
        }
        embedded.add(Integer.toString(number));
        if (number % EVERY != 0) {
          continue;
        }
        compared++;
        // Which of equal rows a limit cuts off is up to the engine.
        String all = LAST_LIMIT.matcher(query).replaceFirst("");
        Outcome expected = rounded(Outcome.of(() -> both.sparkRows(all)));
        Outcome actual = rounded(Outcome.of(() -> both.embeddedRows(all)));
        empty += expected.rows().isEmpty() ? 1 : 0;
        if (!actual.sameAs(expected, false)) {
          differing.add("%d%n  Spark:    %s%n  embedded: %s".formatted(number, expected, actual));
        }
      }
    }
    System.out.printf(
        "TPC-DS: %d embedded, %d fell back %s; %d compared (%d without rows), %d differ%n",
        embedded.size(), refused.size(), refused, compared, empty, differing.size());
    assertThat(differing).isEmpty();
    assertThat(embedded).hasSizeGreaterThanOrEqualTo(90);
  }

  private static Outcome rounded(Outcome outcome) {
    return new Outcome(
        outcome.rows().stream()
            .map(
                row ->
                    LONG_FRACTION
                        .matcher(row)
                        .replaceAll(m -> new BigDecimal(m.group()).round(DIGITS).toPlainString()))
            .toList(),
        outcome.error());
  }

  /** In Spark's dialect. */
  private static String query(int number) throws IOException {
    String name = "/sql/presto/tpcds/q%02d.sql".formatted(number);
    try (InputStream in =
        Objects.requireNonNull(TpcdsDifferentialTest.class.getResourceAsStream(name))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      String plain = text.replace("${database}.${schema}.", "").replace('"', '`').strip();
      return TYPED_DECIMAL.matcher(plain).replaceAll("$1");
    }
  }
}
