/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import static io.lakeward.analysis.graph.TestPipeline.name;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.analysis.plan.CheckedRows;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.FlowKind;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class GraphResolverTest {
  private final TestPipeline pipeline =
      new TestPipeline()
          .table("src", "id INT, x INT, name STRING")
          .table("dim", "id INT, y STRING");

  private static List<String> ids(ResolvedFlow flow) {
    return flow.sources().stream().map(SourceRelation::id).sorted().toList();
  }

  private static List<String> targets(ResolvedGraph graph) {
    return graph.flows().stream().map(f -> f.target().name().table()).toList();
  }

  private static ResolvedFlow flow(ResolvedGraph graph, String target) {
    return graph.flowsInto(name(target)).get(0);
  }

  @Nested
  class Order {
    @Test
    void B10_definitions_may_stand_in_any_order() {
      ResolvedGraph graph =
          pipeline
              .mv("c", "SELECT y AS z FROM b")
              .mv("b", "SELECT x AS y FROM a")
              .mv("a", "SELECT x FROM src")
              .resolved();
      assertThat(targets(graph)).containsExactly("a", "b", "c");
      assertThat(flow(graph, "c").schema().toDDL()).isEqualTo("z INT");
    }

    @Test
    void upstream_reaches_through_views_and_stops_at_tables() {
      ResolvedGraph graph =
          pipeline
              .mv("a", "SELECT * FROM src")
              .tempView("v", "SELECT * FROM a")
              .tempView("w", "SELECT * FROM v")
              .mv("b", "SELECT * FROM w")
              .mv("c", "SELECT * FROM b")
              .resolved();
      assertThat(graph.upstream())
          .isEqualTo(
              Map.of(
                  name("a"), Set.of(),
                  name("b"), Set.of(name("a")),
                  name("c"), Set.of(name("b"))));
      assertThat(flow(graph, "b").sources().get(0).source().schema().names())
          .containsExactly("id", "x", "name");
    }

    @Test
    void a_long_chain_of_datasets_resolves() {
      for (int i = 400; i > 0; i--) {
        pipeline.mv("t" + i, "SELECT id FROM t" + (i - 1));
      }
      pipeline.mv("t0", "SELECT id FROM src");
      assertThat(pipeline.resolved().flows()).hasSize(401);
    }
  }

  @Nested
  class Circles {
    @Test
    void B01_a_dataset_that_reads_itself_is_refused() {
      assertThat(pipeline.mv("a", "SELECT * FROM a").complaints())
          .containsExactly("CIRCULAR_DEPENDENCY a.sql:2:17 a");
    }

    @Test
    void B02_two_datasets_that_read_each_other_are_refused_once() {
      Problem problem =
          pipeline.mv("a", "SELECT * FROM b").mv("b", "SELECT * FROM a").onlyProblem();
      assertThat(problem.code()).isEqualTo(ProblemCode.CIRCULAR_DEPENDENCY);
      assertThat(problem.message())
          .contains("main.default.a reads main.default.b reads main.default.a");
    }

    @Test
    void B03_a_circle_through_views_and_a_second_flow_is_found_and_its_readers_fail_after_it() {
      List<ProblemCode> codes =
          pipeline
              .tempView("d", "SELECT * FROM STREAM c")
              .dataset(DatasetKind.STREAMING_TABLE, "b", List.of())
              .flow(FlowKind.APPEND, "b1", "b", "SELECT * FROM STREAM src")
              .flow(FlowKind.APPEND, "b2", "b", "SELECT * FROM STREAM d")
              .st("c", "SELECT * FROM STREAM b")
              .mv("reader", "SELECT * FROM c")
              .codes();
      assertThat(codes)
          .containsExactlyInAnyOrder(ProblemCode.CIRCULAR_DEPENDENCY, ProblemCode.UPSTREAM_FAILED);
    }
  }

  @Nested
  class Failures {
    @Test
    void GR_01_B05_direct_and_downstream_failures_are_told_apart() {
      TestPipeline broken =
          pipeline
              .mv("b", "SELECT * FROM missing")
              .mv("c", "SELECT * FROM b")
              .mv("d", "SELECT * FROM src")
              .mv("e", "SELECT nope FROM src")
              .mv("f", "SELECT * FROM e");
      assertThat(broken.complaints())
          .containsExactlyInAnyOrder(
              "TABLE_OR_VIEW_NOT_FOUND b.sql:2:17 missing",
              "UNRESOLVED_COLUMN e.sql:2:10 nope",
              "UPSTREAM_FAILED c.sql:2:17 b",
              "UPSTREAM_FAILED f.sql:2:17 e");
      assertThat(targets(broken.resolve())).containsExactly("d");
    }

    @Test
    void B06_one_broken_flow_of_several_fails_the_table_and_its_readers() {
      assertThat(
              pipeline
                  .dataset(DatasetKind.STREAMING_TABLE, "t", List.of())
                  .flow(FlowKind.APPEND, "f1", "t", "SELECT id FROM STREAM src")
                  .flow(FlowKind.APPEND, "f2", "t", "SELECT nope FROM STREAM src")
                  .mv("m", "SELECT * FROM t")
                  .complaints())
          .containsExactly("UNRESOLVED_COLUMN f2.sql:2:10 nope", "UPSTREAM_FAILED m.sql:2:17 t");
    }

    @Test
    void B04_an_unknown_table_is_named_in_full_with_a_suggestion() {
      Problem problem = pipeline.mv("a", "SELECT * FROM scr JOIN dim USING (id)").onlyProblem();
      assertThat(problem.message()).contains("main.default.scr");
      assertThat(pipeline.table("sources", "id INT").mv("b", "SELECT * FROM source").problems())
          .anySatisfy(p -> assertThat(p.fix().orElse("")).contains("main.default.sources"));
    }

    @Test
    void B07_a_missing_column_of_a_view_is_told_with_the_real_one() {
      Problem problem =
          pipeline
              .tempView("v", "SELECT x AS amount FROM src")
              .mv("m", "SELECT amonut FROM v")
              .onlyProblem();
      assertThat(problem.fix().orElse("")).contains("amount");
      assertThat(problem.where().orElseThrow().text()).isEqualTo("amonut");
    }

    @Test
    void B08_a_using_join_names_the_side_that_lacks_the_column() {
      assertThat(pipeline.mv("m", "SELECT * FROM src JOIN dim USING (x)").onlyProblem().message())
          .contains("USING column `x` cannot be resolved on the right side");
    }

    @Test
    void B09_a_union_of_int_and_boolean_is_refused() {
      assertThat(
              pipeline.mv("m", "SELECT x FROM src UNION ALL SELECT true").onlyProblem().message())
          .contains("INCOMPATIBLE_COLUMN_TYPE");
    }

    @Test
    void a_missing_field_is_told_with_the_nearest_one_or_all() {
      pipeline.tempView("v", "SELECT named_struct('amount', 1, 'day', 2) AS s FROM src");
      Problem near = pipeline.mv("m", "SELECT s.amonut FROM v").onlyProblem();
      assertThat(near.message()).contains("FIELD_NOT_FOUND", "amonut");
      assertThat(near.fix()).contains("Did you mean amount?");
    }

    @Test
    void a_semicolon_that_is_missing_is_asked_for() {
      Problem problem =
          pipeline
              .mv("m", "SELECT id FROM src\n  CREATE MATERIALIZED VIEW n AS SELECT 1")
              .onlyProblem();
      assertThat(problem.code()).isEqualTo(ProblemCode.PARSE_SYNTAX_ERROR);
      assertThat(problem.fix()).contains("Is a semicolon missing before CREATE?");
    }

    @Test
    void a_syntax_error_points_to_the_wrong_word() {
      assertThat(pipeline.mv("m", "SELECT id FRM src WHERE").complaints())
          .allMatch(c -> c.startsWith("PARSE_SYNTAX_ERROR m.sql:2:"));
    }

    @Test
    void a_table_without_a_flow_is_refused_unless_its_columns_are_declared() {
      assertThat(pipeline.dataset(DatasetKind.STREAMING_TABLE, "t", List.of()).codes())
          .containsExactly(ProblemCode.PIPELINE_DATASET_WITHOUT_FLOW);
    }
  }

  @Nested
  class StreamingOrBatch {
    @Test
    void GR_03_B22_a_batch_view_cannot_be_streamed() {
      Problem problem =
          pipeline
              .tempView("v", "SELECT * FROM src")
              .st("s", "SELECT * FROM STREAM(v)")
              .onlyProblem();
      assertThat(problem.code()).isEqualTo(ProblemCode.INCOMPATIBLE_BATCH_VIEW_READ);
      assertThat(problem.fix().orElse("")).contains("Remove STREAM");
    }

    @Test
    void GR_03_B23_a_streaming_view_cannot_be_read_in_batch() {
      Problem problem =
          pipeline
              .tempView("v", "SELECT * FROM STREAM(src)")
              .mv("m", "SELECT * FROM v")
              .onlyProblem();
      assertThat(problem.code()).isEqualTo(ProblemCode.INCOMPATIBLE_STREAMING_VIEW_READ);
      assertThat(problem.fix().orElse("")).contains("STREAM(v)");
    }

    @Test
    void GR_04_B24_B25_the_word_STREAM_must_fit_the_kind_of_table() {
      List<Problem> problems =
          pipeline
              .st("t", "SELECT * FROM src")
              .mv("m", "SELECT * FROM STREAM(src)")
              .view("v", "SELECT * FROM STREAM src")
              .dataset(DatasetKind.STREAMING_TABLE, "o", List.of())
              .flow(FlowKind.ONCE, "once", "o", "SELECT * FROM STREAM src")
              .problems();
      assertThat(problems)
          .allMatch(p -> p.code() == ProblemCode.INVALID_FLOW_QUERY_TYPE)
          .extracting(Problem::message)
          .satisfiesExactlyInAnyOrder(
              m -> assertThat(m).contains("BATCH_RELATION_FOR_STREAMING_TABLE", "main.default.t"),
              m -> assertThat(m).contains("STREAMING_RELATION_FOR_MATERIALIZED_VIEW"),
              m -> assertThat(m).contains("STREAMING_RELATION_FOR_PERSISTED_VIEW"),
              m -> assertThat(m).contains("STREAMING_RELATION_FOR_ONCE_FLOW", "main.default.once"));
    }

    @Test
    void B12_a_stream_may_be_united_with_a_batch_and_with_a_stream() {
      ResolvedGraph graph =
          pipeline
              .st("a", "SELECT id FROM STREAM src UNION ALL SELECT id FROM dim")
              .st("b", "SELECT id FROM STREAM src UNION ALL SELECT id FROM STREAM dim")
              .resolved();
      assertThat(flow(graph, "a").sources())
          .extracting(SourceRelation::isStreaming)
          .containsExactlyInAnyOrder(true, false);
      assertThat(flow(graph, "b").sources()).allMatch(SourceRelation::isStreaming);
    }

    @Test
    void B27_a_streaming_table_may_be_read_in_batch_and_a_materialized_view_as_a_stream() {
      ResolvedGraph graph =
          pipeline
              .st("s", "SELECT * FROM STREAM src")
              .mv("m", "SELECT * FROM s")
              .st("t", "SELECT * FROM STREAM m")
              .resolved();
      assertThat(targets(graph)).containsExactly("s", "m", "t");
    }

    @Test
    void a_streaming_view_is_expanded_where_it_is_streamed() {
      ResolvedGraph graph =
          pipeline
              .tempView("v", "SELECT id, x + 1 AS y FROM STREAM src WHERE x > 0")
              .st("s", "SELECT * FROM STREAM v")
              .resolved();
      assertThat(ids(flow(graph, "s"))).containsExactly("main.default.src#1");
      assertThat(flow(graph, "s").plan().isStreaming()).isTrue();
    }
  }

  @Nested
  class Names {
    @Test
    void B40_one_two_and_three_part_names_mean_the_dataset() {
      ResolvedGraph graph =
          pipeline
              .mv("a", "SELECT id FROM src")
              .mv(
                  "b",
                  "SELECT id FROM a UNION ALL SELECT id FROM default.a UNION ALL SELECT id FROM main.default.a")
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
    void B44_datasets_are_found_in_subqueries_and_common_table_expressions_and_shadowed_by_these() {
      ResolvedGraph graph =
          pipeline
              .mv("a", "SELECT id FROM src")
              .mv("b", "SELECT id FROM src")
              .mv(
                  "m",
                  "WITH a AS (SELECT 7 AS seven), c AS (SELECT * FROM b WHERE id IN (SELECT id FROM dim)) "
                      + "SELECT a.seven, c.id, (SELECT max(id) FROM b) AS top FROM a, c "
                      + "WHERE EXISTS (SELECT 1 FROM src WHERE src.id = c.id)")
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

  @Nested
  class Schemas {
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
              .flow(
                  FlowKind.APPEND, "f2", "t", "SELECT CAST(x AS BIGINT) AS X, name FROM STREAM src")
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

  @Nested
  class Rules {
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
          .hasSize(1)
          .allMatch(c -> c.startsWith("EXPECTATION_INVALID"));
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
}
