/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.ExpectationViolationException;
import io.lakeward.engine.executor.RuleCount;
import io.lakeward.engine.executor.ViewCount;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.model.pipeline.ViolationAction;
import io.lakeward.tables.DeltaTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Rules of temporary views count every row of the view, whatever the query that reads it then does
 * with them.
 */
@SuppressWarnings("NullAway") // as in tests
public abstract class ViewRulesContract extends ExecutorFixture {
  private static final String ROWS =
      "select * from values (1, 5, 1), (2, -1, 1), (3, null, 1), (4, 200, null) as t(id, x, y)";

  private static final List<Rule> RULES =
      List.of(
          new Rule("has_y", "y is not null", ViolationAction.DROP_ROW),
          new Rule("positive", "x > 0", ViolationAction.WARN));

  private static final ViewCount ONCE =
      new ViewCount(
          VIEW, 1, List.of(new RuleCount("has_y", 3, 1), new RuleCount("positive", 2, 2)));

  @Test
  void EXP_07_aViewsRulesAreCountedAndItsBadRowsLeftOut() {
    WriteResult result = reading("select id from v where id > 1", "id int");
    assertThat(result.views()).containsExactly(ONCE);
    assertThat(result.rules()).isEmpty();
    assertThat(result.rowsDropped()).isEqualTo(1);
    assertThat(result.rowsWritten()).isEqualTo(2);
    assertThat(rows("id int")).containsExactlyInAnyOrder("[2]", "[3]");
  }

  @Test
  void EXP_12_countsDoNotDependOnWhatIsDoneWithTheView() {
    assertThat(reading("select id from v limit 1", "id int").views()).containsExactly(ONCE);
    assertThat(
            reading(
                    "select v.id from v join (select id from values (7), (8) as f(id) where id % 5 = 4) e using (id)",
                    "id int")
                .views())
        .containsExactly(ONCE);
    assertThat(
            reading(
                    "select id from range(5) r where exists (select 1 from v where v.id = r.id)",
                    "id bigint")
                .views())
        .containsExactly(ONCE);
    assertThat(reading("select count(*) as n from v where id < 3", "n bigint").views())
        .containsExactly(ONCE);
    assertThat(reading("select id from v order by x", "id int").views()).containsExactly(ONCE);
  }

  @Test
  void EXP_12_aViewThatIsReadTwiceCountsItsRowsTwice() {
    assertThat(reading("select a.id from v a join v b on a.id = b.id", "id int").views())
        .containsExactly(
            new ViewCount(
                VIEW, 2, List.of(new RuleCount("has_y", 6, 2), new RuleCount("positive", 4, 4))));
    assertThat(rows("id int")).containsExactlyInAnyOrder("[1]", "[2]", "[3]");
  }

  @Test
  void EXP_07_manyRowsOfAViewAreCountedOnce() {
    WriteResult result =
        executor.overwrite(
            request(
                "select k, count(*) as n from v group by k",
                "select id, id % 10 as k from range(300000)",
                List.of(new Rule("a", "k > 0", ViolationAction.DROP_ROW)),
                "k bigint, n bigint"),
            WriteListener.none());
    assertThat(result.views())
        .containsExactly(new ViewCount(VIEW, 30000, List.of(new RuleCount("a", 270000, 30000))));
    assertThat(result.rowsWritten()).isEqualTo(9);
  }

  @Test
  void EXP_07_aFailRuleOfAViewFailsTheWrite() {
    ExpectationViolationException failure =
        catchThrowableOfType(
            ExpectationViolationException.class,
            () ->
                executor.overwrite(
                    request(
                        "select id from v",
                        ROWS,
                        List.of(new Rule("small", "x < 100", ViolationAction.FAIL_UPDATE)),
                        "id int"),
                    WriteListener.none()));
    assertThat(failure.dataset()).isEqualTo(VIEW.toString());
    assertThat(failure.rule()).isEqualTo("small");
    assertThat(failure.views())
        .containsExactly(new ViewCount(VIEW, 0, List.of(new RuleCount("small", 2, 2))));
    assertThat(DeltaTable.at(path).exists()).isFalse();
  }

  /** Whichever rows the query looks at on its way. */
  @Test
  void EXP_12_rulesOfTablesAndViewsSeeTheRowsOfTheQueryAndNoOthers() {
    expectCounts("select distinct x from %a", 2, 1, 2, 1);
    expectCounts("select x from %a except select x from %b", 1, 1, 1, 1);
    expectCounts("select x from %a except all select x from %b", 2, 3, 3, 2);
    expectCounts("select x from %a intersect select -x from %b", 0, 1, 1, 0);
    expectCounts("select x from %a union select x from %b", 3, 2, 3, 2);
    expectCounts("select x from %a union all select x from %b", 5, 4, 6, 3);
    expectCounts("select x from %a group by x having count(*) > 1", 1, 1, 1, 1);
    expectCounts("select a.x from %a join %b on a.x = b.x", 1, 0, 1, 0);
    expectCounts("select x from (select * from %a order by x limit 2) order by 1", 0, 2, 2, 0);
    expectCounts(
        "select x from (select x, row_number() over (partition by x order by x) as n from %a) where n = 3",
        0, 1, 1, 0);
  }

  @Test
  void EXP_12_aRuleThatFailsDoesNotSeeWhatTheQueryTakesAway() {
    List<Rule> rules =
        List.of(
            new Rule("positive", "x > 0", ViolationAction.DROP_ROW),
            new Rule("known", "x <> -7", ViolationAction.FAIL_UPDATE));
    WriteResult result =
        append(filled("select x from %a except select x from %b"), rules, "x int", null);
    assertThat(result.rules())
        .containsExactly(new RuleCount("positive", 1, 1), new RuleCount("known", 2, 0));
  }

  private static String filled(String query) {
    return query
        .replace("%a", "(select * from values (1), (-1), (-1), (-1), (200), (200) as t(x)) a")
        .replace("%b", "(select * from values (-7), (1), (300) as t(x)) b");
  }

  private void expectCounts(String query, long positive, long not, long small, long large) {
    List<Rule> rules =
        List.of(
            new Rule("positive", "x > 0", ViolationAction.DROP_ROW),
            new Rule("small", "x < 100", ViolationAction.WARN));
    List<RuleCount> counts =
        List.of(new RuleCount("positive", positive, not), new RuleCount("small", small, large));
    WriteResult own = write(false, filled(query), rules, "x int", null, List.of());
    assertThat(own.rules()).as(query).isEqualTo(counts);
    assertThat(own.rowsDropped()).as(query).isEqualTo(not);
    assertThat(own.rowsWritten()).as(query).isEqualTo(positive);
    WriteResult warned = write(false, filled(query), rules.subList(1, 2), "x int", null, List.of());
    assertThat(warned.rules()).as(query).isEqualTo(counts.subList(1, 2));
    WriteResult view =
        executor.overwrite(
            request("select x from v", filled(query), rules, "x int"), WriteListener.none());
    assertThat(view.views()).as(query).containsExactly(new ViewCount(VIEW, not, counts));
    assertThat(view.rowsWritten()).as(query).isEqualTo(positive);
  }

  private WriteResult reading(String query, String schema) {
    return executor.overwrite(request(query, ROWS, RULES, schema), WriteListener.none());
  }

  private WriteRequest request(String query, String view, List<Rule> rules, String schema) {
    return new WriteRequest(
        new BoundPlan(analyze(query, view, rules), Map.of()),
        List.of(),
        target(schema, List.of()),
        Optional.empty());
  }
}
