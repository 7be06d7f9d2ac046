/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.analysis.plan.CheckedRows;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.FlowKind;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Expectations, bound to the rows that they look at. */
class DatasetRulesTest extends GraphFixture {
  private List<String> complaints(String rule) {
    return new TestPipeline()
        .table("src", "id INT, x INT, name STRING")
        .dataset(DatasetKind.MATERIALIZED_VIEW, "m", List.of(), rule)
        .flow(FlowKind.REFRESH, "m", "m", "SELECT id, x + 1 AS y FROM src")
        .complaints();
  }

  @Test
  void EXP_2_conditions_are_bound_to_the_output_of_the_query() {
    ResolvedGraph graph =
        pipeline
            .dataset(
                DatasetKind.MATERIALIZED_VIEW,
                "m",
                List.of(),
                "id == 1 AND y IS NOT NULL",
                "ID > 0")
            .flow(FlowKind.REFRESH, "m", "m", "SELECT id, x + 1 AS y FROM src")
            .resolved();
    ResolvedFlow flow = flow(graph, "m");
    assertThat(flow.expectations()).hasSize(2);
    assertThat(flow.expectations())
        .allSatisfy(
            e -> {
              assertThat(e.condition().resolved()).isTrue();
              assertThat(e.condition().references().subsetOf(flow.plan().outputSet())).isTrue();
            });
  }

  @Test
  void EXP_3_a_column_behind_the_output_is_unknown() {
    assertThat(complaints("x > 0")).containsExactly("UNRESOLVED_COLUMN m.rule.sql:2:3 x");
    assertThat(complaints("id > 0 AND\n nope < 3"))
        .containsExactly("UNRESOLVED_COLUMN m.rule.sql:3:2 nope");
  }

  @Test
  void EXP_2_EXP_10_what_looks_beyond_one_row_is_refused() {
    assertThat(complaints("id IN (SELECT id FROM src)"))
        .containsExactly("EXPECTATION_INVALID m.rule.sql:2:6 IN");
    assertThat(complaints("count(*) > 1"))
        .containsExactly("EXPECTATION_INVALID m.rule.sql:2:3 count");
    assertThat(complaints("id > 1 AND row_number() OVER (ORDER BY id) = 1"))
        .containsExactly("EXPECTATION_INVALID m.rule.sql:2:14 row_number");
    assertThat(complaints("explode(array(true))"))
        .containsExactly("EXPECTATION_INVALID m.rule.sql:2:3 explode");
    assertThat(complaints("rand() > 0.5"))
        .containsExactly("EXPECTATION_INVALID m.rule.sql:2:3 rand");
  }

  @Test
  void EXP_2_a_condition_is_boolean_and_valid_sql() {
    assertThat(complaints("id + 1")).containsExactly("EXPECTATION_INVALID m.rule.sql:2:3 id");
    assertThat(complaints("id > > 1")).containsExactly("PARSE_SYNTAX_ERROR m.rule.sql:2:8 >");
    assertThat(complaints("nosuch(id)"))
        .containsExactly("UNRESOLVED_ROUTINE m.rule.sql:2:3 nosuch");
  }

  @Test
  void EXP_07_rules_of_a_temporary_view_stand_in_the_plans_of_its_readers() {
    ResolvedGraph graph =
        pipeline
            .dataset(DatasetKind.TEMPORARY_VIEW, "v", List.of(), "id > 0")
            .flow(FlowKind.VIEW, "v", "v", "SELECT * FROM src")
            .dataset(DatasetKind.MATERIALIZED_VIEW, "m", List.of())
            .flow(FlowKind.REFRESH, "m", "m", "SELECT a.id FROM v a JOIN v b ON a.id = b.id")
            .resolved();
    List<CheckedRows> checked = new ArrayList<>();
    Plans.forEach(
        flow(graph, "m").plan(),
        node -> {
          if (node instanceof CheckedRows rows) {
            checked.add(rows);
          }
        });
    assertThat(checked).hasSize(2);
    assertThat(checked)
        .allSatisfy(
            rows -> {
              assertThat(rows.view().table()).isEqualTo("v");
              assertThat(rows.conditions().get(0).resolved()).isTrue();
              assertThat(rows.conditions().get(0).references().subsetOf(rows.child().outputSet()))
                  .isTrue();
            });
  }

  @Test
  void EXP_10_a_published_view_cannot_have_rules() {
    Problem problem =
        pipeline
            .dataset(DatasetKind.VIEW, "v", List.of(), "id > 0")
            .flow(FlowKind.VIEW, "v", "v", "SELECT * FROM src")
            .onlyProblem();
    assertThat(problem.code()).isEqualTo(ProblemCode.EXPECTATION_INVALID);
    assertThat(problem.fix().orElseThrow()).contains("TEMPORARY VIEW");
  }
}
