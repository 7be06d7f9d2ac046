/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import static io.lakeward.analysis.graph.TestPipeline.name;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.FlowKind;
import io.lakeward.model.problem.Problem;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.junit.jupiter.api.Test;

/** The columns of datasets, from their queries and their definitions. */
class TargetColumnsTest extends GraphFixture {
  @Test
  void B11_joins_give_the_columns_of_both_sides() {
    ResolvedGraph graph = pipeline.mv("m", "SELECT * FROM src JOIN dim USING (id)").resolved();
    assertThat(flow(graph, "m").schema().fieldNames()).containsExactly("id", "x", "name", "y");
  }

  @Test
  void B29_a_declared_schema_wins_and_is_matched_by_name() {
    ResolvedGraph graph =
        pipeline
            .dataset(
                DatasetKind.MATERIALIZED_VIEW,
                "m",
                List.of("z BIGINT", "X BIGINT", "id INT NOT NULL"))
            .flow(FlowKind.REFRESH, "m", "m", "SELECT x, id FROM src")
            .resolved();
    ResolvedFlow flow = flow(graph, "m");
    assertThat(flow.schema().toDDL()).isEqualTo("z BIGINT,X BIGINT,id INT NOT NULL");
    assertThat(flow.plan().schema().toDDL()).startsWith("z BIGINT,X BIGINT,id INT");
  }

  @Test
  void B28_a_type_that_does_not_fit_and_a_column_that_is_not_declared_are_refused() {
    assertThat(
            pipeline
                .dataset(DatasetKind.STREAMING_TABLE, "s", List.of("id BOOLEAN"))
                .flow(FlowKind.APPEND, "s", "s", "SELECT id, x FROM STREAM src")
                .complaints())
        .containsExactlyInAnyOrder(
            "INCOMPATIBLE_SCHEMA s.columns.sql:1:1 id BOOLEAN",
            "INCOMPATIBLE_SCHEMA s.sql:2:3 SELECT");
  }

  @Test
  void a_list_of_bare_names_renames_by_position() {
    ResolvedGraph graph =
        pipeline
            .dataset(DatasetKind.MATERIALIZED_VIEW, "m", List.of("a", "b"))
            .flow(FlowKind.REFRESH, "m", "m", "SELECT id, name FROM src")
            .dataset(DatasetKind.TEMPORARY_VIEW, "v", List.of("k", "l"))
            .flow(FlowKind.VIEW, "v", "v", "SELECT a, b FROM m")
            .mv("n", "SELECT l, k FROM v")
            .resolved();
    assertThat(flow(graph, "m").plan().schema().toDDL()).isEqualTo("a INT,b STRING");
    assertThat(flow(graph, "n").schema().toDDL()).isEqualTo("l STRING,k INT");
  }

  @Test
  void SQL_08_several_flows_are_merged_by_name() {
    ResolvedGraph graph =
        pipeline
            .dataset(DatasetKind.STREAMING_TABLE, "t", List.of())
            .flow(FlowKind.APPEND, "f1", "t", "SELECT id, x FROM STREAM src")
            .flow(FlowKind.APPEND, "f2", "t", "SELECT CAST(x AS BIGINT) AS X, name FROM STREAM src")
            .resolved();
    assertThat(graph.schemas().get(name("t")).toDDL()).isEqualTo("id INT,x BIGINT,name STRING");
    assertThat(graph.flowsInto(name("t")))
        .hasSize(2)
        .allMatch(f -> f.plan().schema().toDDL().equals("id INT,x BIGINT,name STRING"));
  }

  @Test
  void flows_that_disagree_about_a_type_are_refused() {
    assertThat(
            pipeline
                .dataset(DatasetKind.STREAMING_TABLE, "t", List.of())
                .flow(FlowKind.APPEND, "f1", "t", "SELECT id FROM STREAM src")
                .flow(FlowKind.APPEND, "f2", "t", "SELECT true AS id FROM STREAM src")
                .complaints())
        .containsExactly("INCOMPATIBLE_SCHEMA f2.sql:2:3 SELECT");
  }

  @Test
  void duplicated_columns_are_refused() {
    assertThat(pipeline.mv("m", "SELECT * FROM src s JOIN dim d ON s.id = d.id").onlyProblem())
        .satisfies(p -> assertThat(p.message()).contains("column id more than once"));
  }

  @Test
  void names_that_delta_cannot_hold_are_refused_with_the_way_out() {
    assertThat(pipeline.mv("m", "SELECT count(*) FROM src").onlyProblem())
        .satisfies(
            p -> {
              assertThat(p.message()).contains("`count(1)`");
              assertThat(p.fix().orElseThrow()).contains("AS");
            });
  }

  @Test
  void names_that_delta_cannot_hold_are_refused_inside_structs_too() {
    assertThat(pipeline.mv("m", "SELECT named_struct('a b', id) AS s FROM src").onlyProblem())
        .satisfies(p -> assertThat(p.message()).contains("`a b`"));
  }

  @Test
  void types_that_delta_cannot_hold_are_refused_with_the_way_out() {
    List<Problem> problems =
        pipeline
            .mv("m", "SELECT NULL AS n, INTERVAL 1 DAY AS d, array(NULL) AS a FROM src")
            .problems();
    assertThat(problems).hasSize(3).allMatch(p -> p.fix().orElse("").contains("CAST"));
    assertThat(problems.get(0).message()).contains("n", "VOID");
  }

  @Test
  void varchar_is_treated_as_string_and_a_wrong_type_is_told() {
    assertThat(
            pipeline
                .dataset(DatasetKind.MATERIALIZED_VIEW, "m", List.of("name VARCHAR(3)"))
                .flow(FlowKind.REFRESH, "m", "m", "SELECT name FROM src")
                .resolved()
                .schemas()
                .get(name("m"))
                .toDDL())
        .isEqualTo("name STRING");
    assertThat(
            pipeline
                .dataset(DatasetKind.MATERIALIZED_VIEW, "n", List.of("name TEKST"))
                .flow(FlowKind.REFRESH, "n", "n", "SELECT name FROM src")
                .complaints())
        .containsExactly("INCOMPATIBLE_SCHEMA n.columns.sql:1:1 name TEKST");
  }

  @Test
  void plans_hold_no_unresolved_names() {
    ResolvedGraph graph =
        pipeline.mv("m", "SELECT id FROM src WHERE id > (SELECT avg(id) FROM dim)").resolved();
    Plans.forEach(
        flow(graph, "m").plan(),
        node -> assertThat(node).isNotInstanceOf(UnresolvedRelation.class));
  }

  @Test
  void B21_settings_of_one_flow_do_not_reach_another() {
    assertThat(
            pipeline
                .conf(Map.of("spark.sql.caseSensitive", "true", "pipelines.x", "1"))
                .mv("a", "SELECT ID FROM src")
                .conf(Map.of())
                .mv("b", "SELECT ID FROM src")
                .complaints())
        .containsExactly("UNRESOLVED_COLUMN a.sql:2:10 ID");
  }

  @Test
  void an_invalid_spark_setting_is_told() {
    assertThat(
            pipeline
                .conf(Map.of("spark.sql.shuffle.partitions", "many"))
                .mv("a", "SELECT id FROM src")
                .onlyProblem()
                .message())
        .contains("spark.sql.shuffle.partitions");
  }
}
