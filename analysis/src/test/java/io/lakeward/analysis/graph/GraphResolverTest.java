/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import static io.lakeward.analysis.graph.TestPipeline.name;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.FlowKind;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The order of datasets, circles, what fails with what, and which flows stream. */
class GraphResolverTest extends GraphFixture {
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
}
