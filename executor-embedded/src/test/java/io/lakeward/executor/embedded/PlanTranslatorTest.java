/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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
                "with recursive r(x) as (select 1 union all select x + 1 from r where x < 3) select"
                    + " * from r"))
        .contains("RECURSIVE");
    assertThat(why("select distinct array(d) from t")).contains("ARRAY<DOUBLE>");
    assertThat(why("select id from n order by ss")).contains("ARRAY");
    assertThat(why("select interval 1 month")).isNotEmpty();
    String sessions =
        "session_window(ts, '5 minutes') w, count(*) n from values (timestamp_seconds(0)) v(ts)"
            + " group by session_window(ts, '5 minutes')";
    assertThat(why("select " + sessions)).contains("session_window");
    assertThat(why("select w, count(*) from (select " + sessions + ") group by w"))
        .contains("session_window");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select sum(x) from values (cast('6e37' as decimal(38, 0))), (cast('6e37' as decimal(38,"
            + " 0))) as v(x)",
        "select avg(x) from values (cast('6e37' as decimal(38, 0))), (cast('6e37' as decimal(38,"
            + " 0))) as v(x)",
        "select sum(distinct x) from values (cast('-6e37' as decimal(38, 0))), (cast('-7e37' as"
            + " decimal(38, 0))) as v(x)",
        "select sum(x) over () from values (cast('6e35' as decimal(38, 2))), (cast('6e35' as"
            + " decimal(38, 2))) as v(x)",
      })
  void anOverflowingSumOfDecimalsFails(String query) {
    assertThatThrownBy(() -> both.sparkRows(query)).hasMessageFindingMatch("OVERFLOW|OUT_OF_RANGE");
    assertThatThrownBy(() -> both.embeddedRows(query)).hasMessageContaining("ARITHMETIC_OVERFLOW");
  }

  @Test
  void AL_25_oldDatesKeepTheirDay() {
    assertThat(both.embeddedRows("select date'1582-10-10', array(date'0001-01-01')"))
        .containsExactly("[1582-10-10, [0001-01-01]]");
  }

  @Test
  void aStreamInASubqueryIsRefused() {
    both.stream("live", "t");
    // Spark's own check refuses most of them, but not every program asks for it.
    assertThat(why("select * from live")).isEmpty();
    assertThat(why("select a from live union all select a from live")).isEmpty();
    assertThat(why("select a from live union all select a from t"))
        .contains("UNION", "INSERT ONCE");
    assertThat(why("select * from live where a in (select a from live)")).contains("subquery");
    assertThat(why("select * from t where exists (select 1 from live)")).contains("subquery");
    assertThat(why("select a, (select max(a) from u) m from live")).isEmpty();
    assertThat(why("with x as (select a from live) select * from t where a in (select a from x)"))
        .contains("subquery");
    assertThat(why("select t.a from t, lateral (select b from live) v")).contains("lateral");
  }

  @Test
  void theHiddenColumnOfATableIsRefused() {
    assertThat(both.executor.whyUnsupported(both.withMetadata("t"), List.of()).orElse(""))
        .contains("`_metadata`");
  }

  @Test
  void aQueryRunsUnderItsOwnSettings() {
    String query =
        """
        select cast(timestamp_micros(0) as string), hour(timestamp_micros(0)), try_divide(1, 0),
          cast('x' as int), current_timezone(), date_trunc('day', timestamp_micros(0)) from t limit 1
        """;
    Map<String, String> settings =
        Map.of("spark.sql.session.timeZone", "Asia/Tokyo", "spark.sql.ansi.enabled", "false");
    assertThat(both.embeddedRows(query, settings)).isEqualTo(both.sparkRows(query, settings));
    String unknown = "select null in (select 1 where false)";
    assertThat(both.embeddedRows(unknown, settings)).isEqualTo(both.sparkRows(unknown, settings));
    String plain = "select cast(timestamp_micros(0) as string), hour(timestamp_micros(0)) from t";
    assertThat(both.embeddedRows(plain)).isEqualTo(both.sparkRows(plain));
    String parsed = "select to_date(s, 'yyyy-MM-dd') from values ('2020-1-5'), ('2021-2-3') v(s)";
    Map<String, String> legacy = Map.of("spark.sql.legacy.timeParserPolicy", "LEGACY");
    assertThat(both.embeddedRows(parsed, legacy)).isEqualTo(both.sparkRows(parsed, legacy));
    assertThatThrownBy(() -> both.embeddedRows(parsed));
  }

  private String why(String query) {
    return both.executor.whyUnsupported(both.unchecked(query), List.of()).orElse("");
  }
}
