/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import static io.lakeward.analysis.graph.TestPipeline.name;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What names in queries mean. */
class DatasetNamesTest extends GraphFixture {
  @Test
  void B40_one_two_and_three_part_names_mean_the_dataset() {
    ResolvedGraph graph =
        pipeline
            .mv("a", "SELECT id FROM src")
            .mv(
                "b",
                "SELECT id FROM a UNION ALL SELECT id FROM default.a UNION ALL SELECT id FROM"
                    + " main.default.a")
            .resolved();
    assertThat(ids(flow(graph, "b")))
        .containsExactly("main.default.a#1", "main.default.a#2", "main.default.a#3");
    assertThat(graph.upstream()).containsEntry(name("b"), Set.of(name("a")));
  }

  @Test
  void GR_06_names_are_equal_in_any_letter_case_and_back_quotes_work() {
    ResolvedGraph graph =
        pipeline
            .mv("daily orders-2026", "SELECT ID, X FROM SRC")
            .mv("Titles", "SELECT `iD` FROM `daily orders-2026`")
            .mv("m", "SELECT * FROM tITLES")
            .resolved();
    assertThat(targets(graph)).containsExactly("daily orders-2026", "Titles", "m");
  }

  @Test
  void SQL_02_LIVE_means_the_pipeline() {
    ResolvedGraph graph =
        pipeline
            .mv("checks", "SELECT * FROM src")
            .mv("q", "SELECT c.* FROM LIVE.checks c JOIN live.CHECKS d USING (id)")
            .resolved();
    assertThat(graph.upstream()).containsEntry(name("q"), Set.of(name("checks")));
    assertThat(new TestPipeline().table("src", "x INT").mv("q", "SELECT * FROM LIVE.src").codes())
        .containsExactly(ProblemCode.TABLE_OR_VIEW_NOT_FOUND);
  }

  @Test
  void SQL_07_GR_07_a_temporary_view_or_private_table_shadows_a_table_of_the_catalog() {
    ResolvedGraph graph =
        pipeline.tempView("src", "SELECT 1 AS one").mv("m", "SELECT * FROM src").resolved();
    assertThat(flow(graph, "m").schema().toDDL()).isEqualTo("one INT");
    ResolvedGraph second =
        new TestPipeline()
            .table("dim", "y INT")
            .asPrivate()
            .mv("other.dim", "SELECT 1 AS one")
            .mv("m", "SELECT * FROM dim")
            .resolved();
    assertThat(flow(second, "m").schema().toDDL()).isEqualTo("one INT");
  }

  @Test
  void SQL_50_a_name_of_several_parts_means_the_table_that_a_temporary_view_hides() {
    ResolvedGraph graph =
        pipeline
            .tempView("src", "SELECT id + 1 AS one FROM default.src")
            .mv("m", "SELECT * FROM src")
            .mv("n", "SELECT id FROM main.default.src")
            .resolved();
    assertThat(flow(graph, "m").schema().fieldNames()).containsExactly("one");
    Problem problem =
        new TestPipeline()
            .tempView("v", "SELECT 1 AS one")
            .mv("m", "SELECT * FROM default.v")
            .onlyProblem();
    assertThat(problem.code()).isEqualTo(ProblemCode.TABLE_OR_VIEW_NOT_FOUND);
    assertThat(problem.fix().orElseThrow()).isEqualTo("Write v.");
  }

  @Test
  void B44_datasets_are_found_in_subqueries_and_common_table_expressions_and_shadowed_by_these() {
    ResolvedGraph graph =
        pipeline
            .mv("a", "SELECT id FROM src")
            .mv("b", "SELECT id FROM src")
            .mv(
                "m",
                "WITH a AS (SELECT 7 AS seven), c AS (SELECT * FROM b WHERE id IN (SELECT id FROM"
                    + " dim)) SELECT a.seven, c.id, (SELECT max(id) FROM b) AS top FROM a, c WHERE"
                    + " EXISTS (SELECT 1 FROM src WHERE src.id = c.id)")
            .resolved();
    assertThat(graph.upstream()).containsEntry(name("m"), Set.of(name("b")));
    assertThat(ids(flow(graph, "m")))
        .containsExactly(
            "main.default.b#1", "main.default.b#2", "main.default.dim#1", "main.default.src#1");
  }

  @Test
  void a_view_that_is_joined_with_itself_reads_its_source_under_two_names() {
    ResolvedGraph graph =
        pipeline
            .tempView("v", "SELECT id, x + 1 AS y FROM src")
            .mv("m", "SELECT p.y, q.y AS y2 FROM v p JOIN v q ON p.id = q.id")
            .resolved();
    assertThat(ids(flow(graph, "m"))).containsExactly("main.default.src#1", "main.default.src#2");
  }

  @Test
  void source_names_are_the_same_in_every_run() {
    String query = "SELECT * FROM src a JOIN dim b USING (id) JOIN src c USING (id)";
    List<String> first = ids(flow(resolveOne(query), "m"));
    assertThat(first)
        .containsExactly("main.default.dim#1", "main.default.src#1", "main.default.src#2");
    assertThat(ids(flow(resolveOne(query), "m"))).isEqualTo(first);
  }

  private ResolvedGraph resolveOne(String query) {
    return new TestPipeline()
        .table("src", "id INT, x INT")
        .table("dim", "id INT, y STRING")
        .mv("m", query.replace("SELECT *", "SELECT id"))
        .resolved();
  }

  @Test
  void B48_a_published_view_reads_tables_and_views_but_no_temporary_view() {
    assertThat(
            pipeline
                .view("w", "SELECT * FROM v")
                .view("v", "SELECT * FROM src")
                .resolved()
                .schemas())
        .containsKeys(name("v"), name("w"));
    assertThat(
            new TestPipeline()
                .tempView("t", "SELECT 1 AS x")
                .view("v", "SELECT * FROM t")
                .onlyProblem()
                .message())
        .contains("INVALID_TEMP_OBJ_REFERENCE");
  }
}
