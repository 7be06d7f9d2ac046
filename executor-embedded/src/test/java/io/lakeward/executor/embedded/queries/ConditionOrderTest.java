/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.queries;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.executor.embedded.SparkComparison;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Conditions that can fail are looked at last, and leave the keys of joins where DuckDB finds them.
 */
final class ConditionOrderTest {
  @TempDir static Path folder;
  private static SparkComparison both;

  @BeforeAll
  static void makeTables() {
    both = new SparkComparison(folder);
    both.table("a", "SELECT * FROM VALUES (1, 2, 4.0), (2, 0, 1.0), (3, 5, NULL) AS t(k, v, d)");
    both.table("b", "SELECT * FROM VALUES (1, 10, 'x'), (3, 20, 'y'), (3, 30, 'z') AS t(k, w, s)");
  }

  @AfterAll
  static void close() {
    both.close();
  }

  @Test
  void theKeysOfAJoinStandBesideWhatCanFail() {
    String query = "SELECT a.k, w FROM a JOIN b ON w / v > 1 AND a.k = b.k";
    assertSame(query);
    assertThat(sql(query)).containsPattern("ON \\(\\(\"k_\\d+\" = \"k_\\d+\"\\) AND \\(CASE WHEN");
  }

  @Test
  void keysThatAllAlternativesHaveAreSeen() {
    String query =
        "SELECT a.k, w FROM a, b WHERE (a.k = b.k AND d >= 1 AND s = 'x') OR (a.k = b.k AND v <= 5"
            + " AND s = 'z')";
    assertSame(query);
    assertThat(sql(query)).doesNotContain("CASE WHEN false", "CASE (");
  }

  @Test
  void aFilterKeepsAnEarlierConditionBeforeOneThatCanFail() {
    assertSame("SELECT k FROM a WHERE v <> 0 AND 10 / v > 1");
    assertSame("SELECT k FROM a WHERE 10 / v > 1 AND v <> 0");
    assertSame("SELECT k FROM a WHERE v <> 0 AND k IN (SELECT k FROM b) AND 10 / v > 1 AND k < 3");
  }

  @Test
  void whatCanFailBesideASubqueryWaitsForWhatStandsBefore() {
    assertSame("SELECT k FROM a WHERE v <> 0 AND 10 / v > (SELECT min(w) - 9 FROM b)");
    assertSame("SELECT k FROM a WHERE 10 / v > (SELECT min(w) - 9 FROM b) AND v <> 0");
    assertSame("SELECT k FROM a WHERE v <> 0 AND 10 div v IN (SELECT k + 4 FROM b)");
  }

  @Test
  void aSubqueryIsNoReasonToHideAKey() {
    String query =
        "SELECT a.k, s FROM a, b WHERE EXISTS (SELECT 1 FROM b AS c WHERE c.k = a.k AND c.w > 15)"
            + " AND a.k = b.k AND v < (SELECT sum(w) FROM b AS e WHERE e.k = a.k)";
    assertSame(query);
    assertThat(sql(query))
        .containsPattern("\\(\"k_\\d+\" = \"k_\\d+\"\\)")
        .doesNotContain("WHEN false THEN");
  }

  @Test
  void relatedRowsAreAskedForAfterTheJoins() {
    String query =
        "SELECT a.k, b.s FROM a, b, b AS d WHERE a.k = b.k AND b.w = d.w AND d.s <> 'x'"
            + " AND EXISTS (SELECT w, s FROM b AS c WHERE c.k = a.k AND c.w <> b.w)"
            + " AND NOT EXISTS (SELECT * FROM b AS e WHERE e.k = a.k AND e.w < 5)";
    assertSame(query);
    assertThat(sql(query)).containsPattern("(?s)INNER JOIN.*INNER JOIN.*EXISTS.*EXISTS");
    assertSame(
        "SELECT a.k FROM a LEFT JOIN b ON a.k = b.k WHERE NOT EXISTS (SELECT 1 FROM b AS c WHERE"
            + " c.k = a.k)");
  }

  @Test
  void relatedRowsAreAskedForFirstWhereOthersWouldFail() {
    assertSame(
        "SELECT a.k FROM a, b WHERE a.k = b.k AND b.w / a.v > 1"
            + " AND EXISTS (SELECT 1 FROM b AS c WHERE c.k = a.k AND a.v <> 0)");
  }

  @Test
  void aConditionOverASelectListAsksForWhatStandsThere() {
    assertSame(
        "SELECT x FROM (SELECT k + 1 AS x, v AS y FROM a) AS t"
            + " WHERE (SELECT count(*) FROM b WHERE b.k = t.x) > 0");
    assertSame(
        "SELECT x FROM (SELECT x, y FROM (SELECT k + 2 AS x, v - 1 AS y FROM a) WHERE y <> 0) AS t"
            + " WHERE EXISTS (SELECT 1 FROM b WHERE b.k = t.x AND b.w > t.y) OR t.y < 0");
    assertSame(
        "SELECT x FROM (SELECT k AS x FROM a UNION ALL SELECT w FROM b) AS t"
            + " WHERE x IN (SELECT k FROM b WHERE b.w > t.x)");
  }

  private static void assertSame(String query) {
    Outcome expected = Outcome.of(() -> both.sparkRows(query));
    assertThat(both.whyUnsupported(query)).isEmpty();
    Outcome actual = Outcome.of(() -> both.embeddedRows(query));
    assertThat(actual.sameAs(expected, false))
        .as("%s: Spark %s, embedded %s", query, expected, actual)
        .isTrue();
  }

  private static String sql(String query) {
    return both.embeddedSql(query);
  }
}
