/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every query of {@code queries.sql} gives the same rows here as on Spark. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlanTranslatorTest {
  private SparkComparison both;

  @BeforeAll
  void start(@TempDir Path folder) {
    both = new SparkComparison(folder);
    SampleTables.create(both);
  }

  @AfterAll
  void stop() {
    both.close();
  }

  static Stream<String> queries() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(PlanTranslatorTest.class.getResourceAsStream("/queries.sql"))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(text.split(";\\s*\n")).map(String::strip).filter(q -> !q.isEmpty());
    }
  }

  @ParameterizedTest
  @MethodSource("queries")
  void givesTheRowsThatSparkGives(String query) {
    assertThat(both.executor.whyUnsupported(both.analyze(query), List.of())).isEmpty();
    List<String> expected = both.sparkRows(query);
    List<String> actual = both.embeddedRows(query);
    if (isOrdered(query)) {
      assertThat(actual).isEqualTo(expected);
    } else {
      assertThat(actual).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  private static boolean isOrdered(String query) {
    return query.toLowerCase(Locale.ROOT).matches("(?s).*order by[^()]*$");
  }

  @Test
  void saysWhatItCannotRun() {
    assertThat(why("select * from t tablesample (10 percent)")).contains("TABLESAMPLE");
    assertThat(
            why(
                "with recursive r(x) as (select 1 union all select x + 1 from r where x < 3) select * from r"))
        .contains("RECURSIVE");
    assertThat(why("select distinct xs from n")).contains("ARRAY");
    assertThat(why("select id, count(*) from n group by id, ss")).contains("ARRAY");
    assertThat(why("select interval 1 month")).isNotEmpty();
  }

  private String why(String query) {
    return both.executor.whyUnsupported(both.analyze(query), List.of()).orElse("");
  }
}
