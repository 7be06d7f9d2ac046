/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.analysis.query.FileSchemas;
import io.lakeward.analysis.query.TableLookup;
import io.lakeward.language.project.DefinitionAssembler;
import io.lakeward.language.project.PipelineProject;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.PipelineDefinition;
import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.source.SourceFile;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

class AutoCdcResolutionTest {
  private static final String COLUMNS =
      "id INT, name STRING, city STRING, op STRING, seq BIGINT, ts TIMESTAMP, tags MAP<STRING,"
          + " STRING>, cols ARRAY<STRING>";

  private final Problems problems = new Problems();

  private ResolvedGraph resolve(String sql) {
    PipelineSettings settings =
        new PipelineSettings("p", "main", "default", Map.of(), Map.of(), List.of(), false, true);
    PipelineDefinition definition =
        new DefinitionAssembler()
            .assemble(
                new PipelineProject(
                    Path.of("/project"), settings, List.of(new SourceFile("a.sql", sql))),
                problems);
    FileSchemas files = (source, streaming, where) -> StructType.fromDDL(COLUMNS);
    TableLookup tables =
        new TableLookup() {
          @Override
          public Optional<StructType> find(TableName table) {
            return table.table().equals("src")
                ? Optional.of(StructType.fromDDL(COLUMNS))
                : Optional.empty();
          }

          @Override
          public Collection<TableName> all() {
            return List.of(new TableName("main", "default", "src"));
          }
        };
    return new GraphResolver().resolve(definition, files, tables, problems);
  }

  private ResolvedFlow flow(String clauses) {
    ResolvedGraph graph = resolve(statement(clauses));
    problems.throwIfAny();
    return graph.flows().get(0);
  }

  private static String statement(String clauses) {
    return "CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(src) " + clauses;
  }

  private List<String> complaints(String sql) {
    resolve(sql);
    return problems.sorted().stream()
        .map(p -> p.code() + " " + p.where().map(w -> w.text()).orElse(""))
        .toList();
  }

  @Test
  void SQL_71_all_columns_are_stored_by_default() {
    ResolvedFlow flow = flow("KEYS (id) SEQUENCE BY seq");
    assertThat(flow.schema().fieldNames())
        .containsExactly("id", "name", "city", "op", "seq", "ts", "tags", "cols");
    assertThat(flow.plan().isStreaming()).isTrue();
    assertThat(flow.sources()).hasSize(1);
  }

  @Test
  void CDC_20_versions_have_bounds_of_the_type_of_the_sequence() {
    ResolvedFlow flow =
        flow("KEYS (id) SEQUENCE BY STRUCT(ts, seq) COLUMNS (id, name) STORED AS SCD TYPE 2");
    assertThat(flow.schema().toDDL())
        .isEqualTo(
            "id INT,name STRING,__START_AT STRUCT<ts: TIMESTAMP, seq: BIGINT>,__END_AT STRUCT<ts:"
                + " TIMESTAMP, seq: BIGINT>");
  }

  @Test
  void CDC_20_declared_bounds_must_be_there_and_have_that_type() {
    String flow =
        " FLOW AUTO CDC FROM STREAM(src) KEYS (id) SEQUENCE BY seq COLUMNS (id, name) STORED AS SCD"
            + " TYPE 2;";
    assertThat(
            complaints(
                "CREATE STREAMING TABLE a (id INT, name STRING)"
                    + flow
                    + "CREATE STREAMING TABLE b (id INT, name STRING, __START_AT STRING, __END_AT"
                    + " BIGINT)"
                    + flow
                    + "CREATE STREAMING TABLE c (id BIGINT, name STRING, __START_AT BIGINT,"
                    + " __END_AT BIGINT)"
                    + flow))
        .containsExactlyInAnyOrder(
            "INCOMPATIBLE_SCHEMA FROM STREAM(src)",
            "INCOMPATIBLE_SCHEMA FROM STREAM(src)",
            "INCOMPATIBLE_SCHEMA __START_AT");
  }

  @Test
  void SQL_72_a_batch_source_is_refused() {
    assertThat(
            complaints("CREATE STREAMING TABLE t FLOW AUTO CDC FROM src KEYS (id) SEQUENCE BY seq"))
        .containsExactly("INVALID_FLOW_QUERY_TYPE FROM src");
  }

  @Test
  void clauses_name_columns_that_exist() {
    assertThat(
            complaints(
                statement(
                    "KEYS (idd) IGNORE NULL UPDATES ON (nam, op) APPLY AS DELETE WHEN opp = 'D'"
                        + " SEQUENCE BY sq COLUMNS * EXCEPT (op, sequ)")))
        .containsExactlyInAnyOrder(
            "AUTOCDC_COLUMNS_NOT_FOUND_IN_SCHEMA idd",
            "AUTOCDC_COLUMNS_NOT_FOUND_IN_SCHEMA nam",
            "AUTOCDC_COLUMNS_NOT_FOUND_IN_SCHEMA op",
            "UNRESOLVED_COLUMN opp",
            "UNRESOLVED_COLUMN sq",
            "AUTOCDC_COLUMNS_NOT_FOUND_IN_SCHEMA sequ");
    assertThat(problems.sorted().get(0).fix()).contains("Did you mean id?");
  }

  @Test
  void CDC_8_keys_are_among_the_selected_columns() {
    assertThat(complaints(statement("KEYS (id) SEQUENCE BY seq COLUMNS * EXCEPT (id)")))
        .containsExactly("AUTOCDC_KEY_NOT_IN_SELECTED_SCHEMA id");
  }

  @Test
  void SQL_75_a_sequence_that_cannot_be_ordered_is_refused() {
    assertThat(complaints(statement("KEYS (id) SEQUENCE BY tags")))
        .containsExactly("AUTOCDC_INVALID_CLAUSE tags");
  }

  @Test
  void conditions_and_sequences_look_at_one_row() {
    assertThat(
            complaints(
                statement(
                    "KEYS (id) APPLY AS DELETE WHEN op SEQUENCE BY max(seq) COLUMNS TO UPDATE"
                        + " name")))
        .containsExactlyInAnyOrder(
            "AUTOCDC_INVALID_CLAUSE op",
            "AUTOCDC_INVALID_CLAUSE max",
            "AUTOCDC_INVALID_CLAUSE name");
  }

  @Test
  void CDC_17_columns_with_names_of_bounds_are_refused() {
    assertThat(
            complaints(
                "CREATE TEMPORARY VIEW v AS SELECT id, seq, name AS __start_at FROM STREAM(src);"
                    + "CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(v) KEYS (id) SEQUENCE BY"
                    + " seq STORED AS SCD TYPE 2"))
        .containsExactly("AUTOCDC_RESERVED_COLUMN_NAME_PREFIX_CONFLICT FROM STREAM(v)");
  }

  @Test
  void CDC_9_flows_into_one_target_agree() {
    assertThat(
            complaints(
                "CREATE STREAMING TABLE t;"
                    + "CREATE FLOW a AS AUTO CDC INTO t FROM STREAM(src) KEYS (id) SEQUENCE BY seq;"
                    + "CREATE FLOW b AS AUTO CDC INTO t FROM STREAM(src) KEYS (id, op) SEQUENCE BY"
                    + " seq COLUMNS (id, op) STORED AS SCD TYPE 2;"))
        .containsExactly("AUTOCDC_FLOWS_DISAGREE b", "AUTOCDC_FLOWS_DISAGREE id");
  }

  @Test
  void CDC_9_sequences_of_several_flows_meet_in_the_wider_type() {
    ResolvedGraph graph =
        resolve(
            "CREATE STREAMING TABLE t;"
                + "CREATE FLOW a AS AUTO CDC ONCE INTO t FROM STREAM(src) KEYS (id) SEQUENCE BY 0"
                + " COLUMNS (id, name);"
                + "CREATE FLOW b AS AUTO CDC INTO t FROM STREAM(src) KEYS (ID) SEQUENCE BY seq"
                + " COLUMNS (id, city)");
    problems.throwIfAny();
    ChangeTarget made = graph.flows().get(0).changes().orElseThrow().target();
    assertThat(made.sequenceType().sql()).isEqualTo("BIGINT");
    assertThat(made.columns().fieldNames()).containsExactly("id", "name", "city");
    assertThat(graph.flows().get(0).plan().schema().fieldNames())
        .isEqualTo(graph.flows().get(1).plan().schema().fieldNames());
  }

  @Test
  void SQL_64_rows_and_changes_do_not_go_into_one_table() {
    assertThat(
            complaints(
                "CREATE STREAMING TABLE t AS SELECT * FROM STREAM(src);"
                    + "CREATE FLOW b AS AUTO CDC INTO t FROM STREAM(src) KEYS (id) SEQUENCE BY"
                    + " seq;"))
        .containsExactly("AUTOCDC_FLOWS_DISAGREE t");
  }

  @Test
  void values_of_columns_are_refused_where_changes_are_applied() {
    assertThat(
            complaints(
                "CREATE STREAMING TABLE t (id INT, name STRING DEFAULT 'x') FLOW AUTO CDC FROM"
                    + " STREAM(src) KEYS (id) SEQUENCE BY seq COLUMNS (id, name)"))
        .containsExactly("NOT_SUPPORTED_YET name");
  }

  @Test
  void CDC_30_keys_are_not_tracked() {
    ResolvedFlow flow =
        flow(
            "KEYS (id) SEQUENCE BY seq COLUMNS (id, name, city) STORED AS SCD TYPE 2 TRACK HISTORY"
                + " ON * EXCEPT (city)");
    ChangeTarget target = flow.changes().orElseThrow().target();
    assertThat(List.of("id", "name", "city").stream().filter(target::tracks))
        .containsExactly("name");
  }

  @Test
  void CDC_54_versions_of_snapshots_are_bounded_by_their_numbers() {
    ResolvedGraph graph =
        resolve(
            "CREATE STREAMING TABLE t FLOW AUTO CDC FROM SNAPSHOT src KEYS (id) COLUMNS (id, name)"
                + " STORED AS SCD TYPE 2");
    problems.throwIfAny();
    assertThat(graph.flows().get(0).schema().toDDL())
        .isEqualTo("id INT,name STRING,__START_AT BIGINT,__END_AT BIGINT");
    assertThat(graph.flows().get(0).plan().isStreaming()).isFalse();
  }

  @Test
  void CDC_55_flows_that_do_not_go_together_with_a_snapshot() {
    String snapshot = "CREATE FLOW s AS AUTO CDC INTO t FROM SNAPSHOT src KEYS (id);";
    assertThat(
            complaints(
                "CREATE STREAMING TABLE t;"
                    + snapshot
                    + "CREATE FLOW s2 AS AUTO CDC INTO t FROM SNAPSHOT src KEYS (id);"
                    + "CREATE FLOW k AS AUTO CDC INTO t FROM STREAM(src) KEYS (op) SEQUENCE BY seq;"
                    + "CREATE FLOW n AS AUTO CDC INTO t FROM STREAM(src) KEYS (id) IGNORE NULL"
                    + " UPDATES SEQUENCE BY seq;"))
        .containsExactlyInAnyOrder(
            "AUTOCDC_FLOWS_DISAGREE s2", "AUTOCDC_FLOWS_DISAGREE op", "AUTOCDC_FLOWS_DISAGREE n");
  }

  @Test
  void CDC_55_a_time_is_no_number_of_a_snapshot() {
    assertThat(
            complaints(
                "CREATE STREAMING TABLE t;"
                    + "CREATE FLOW s AS AUTO CDC INTO t FROM SNAPSHOT src KEYS (id);"
                    + "CREATE FLOW l AS AUTO CDC INTO t FROM STREAM(src) KEYS (id) SEQUENCE BY ts"))
        .containsExactly("AUTOCDC_FLOWS_DISAGREE ts");
  }

  @Test
  void EXP_10_a_table_made_from_snapshots_has_no_expectations() {
    assertThat(
            complaints(
                "CREATE STREAMING TABLE t (CONSTRAINT c EXPECT (id > 0)) FLOW AUTO CDC FROM SNAPSHOT"
                    + " src KEYS (id)"))
        .containsExactly("EXPECTATION_INVALID id > 0");
  }

  @Test
  void CDC_50_a_stream_is_no_snapshot() {
    assertThat(
            complaints(
                "CREATE STREAMING TABLE t FLOW AUTO CDC FROM SNAPSHOT STREAM(src) KEYS (id)"))
        .containsExactly("INVALID_FLOW_QUERY_TYPE FROM SNAPSHOT STREAM(src)");
    assertThat(complaints("CREATE STREAMING TABLE t FLOW AUTO CDC FROM SNAPSHOT nosuch KEYS (id)"))
        .contains("TABLE_OR_VIEW_NOT_FOUND nosuch");
  }
}
