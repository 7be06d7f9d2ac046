/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.analysis.plan.TablePoint;
import io.lakeward.analysis.plan.TableReading;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceFile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke;
import org.apache.spark.sql.catalyst.expressions.variant.VariantGet;
import org.apache.spark.sql.catalyst.plans.logical.EventTimeWatermark;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

class QueryAnalyzerTest {
  private static final TableName SRC = new TableName("main", "default", "src");

  private final List<FileSource> asked = new ArrayList<>();
  private final QueryAnalyzer analyzer =
      new QueryAnalyzer(
          (source, streaming, where) -> {
            asked.add(source);
            return StructType.fromDDL("id BIGINT, name STRING");
          });
  private final NameScope scope =
      NameScope.ofTables(
          new TableLookup() {
            @Override
            public Optional<StructType> find(TableName name) {
              return name.equals(SRC)
                  ? Optional.of(
                      StructType.fromDDL(
                          "id INT, name STRING, raw STRING, v VARIANT, ts TIMESTAMP, s STRUCT<a:"
                              + " INT>"))
                  : Optional.empty();
            }

            @Override
            public Collection<TableName> all() {
              return List.of(SRC);
            }
          });

  private static SqlText text(String sql) {
    return new SqlText(
        new SourceFile("q.sql", sql).span(0, sql.length()), sql, "main", "default", Map.of());
  }

  private AnalyzedQuery analyze(String sql) {
    return analyzer.analyze(text(sql), scope);
  }

  private List<Problem> problems(String sql) {
    return problems(text(sql));
  }

  private List<Problem> problems(SqlText sql) {
    ProjectException thrown =
        catchThrowableOfType(ProjectException.class, () -> analyzer.analyze(sql, scope));
    return thrown == null ? List.of() : thrown.problems();
  }

  private List<String> complaints(String sql) {
    return problems(sql).stream()
        .map(p -> p.code() + " " + p.where().map(w -> w + " " + w.text()).orElse(""))
        .toList();
  }

  private FileSource read(String sql) {
    AnalyzedQuery query = analyze(sql);
    return ((Source.Files) query.sources().get(0).source()).files();
  }

  @Test
  void SQL_90_STREAM_in_every_spelling_makes_the_source_a_stream() {
    for (String from :
        List.of(
            "STREAM src",
            "STREAM(src)",
            "STREAM(LIVE.src)",
            "STREAM main.default.src AS t",
            "STREAM read_files('/in')",
            "STREAM(read_files('/in'))",
            "cloud_files('/in', 'json')",
            "(WITH c AS (SELECT * FROM STREAM src) SELECT * FROM c)")) {
      if (!from.contains("LIVE")) {
        assertThat(analyze("SELECT * FROM " + from).sources())
            .as(from)
            .hasSize(1)
            .allMatch(SourceRelation::isStreaming);
      }
    }
    assertThat(analyze("SELECT * FROM src").isStreaming()).isFalse();
  }

  @Test
  void SQL_16_SQL_93_read_files_takes_a_path_and_named_constants() {
    FileSource files =
        read(
            "SELECT * FROM read_files('/in/*.csv', format => 'csv', `cloudFiles.maxFilesPerTrigger`"
                + " => 5 * 2, header => true, sep => concat('a', 'b'), schema => 'a INT')");
    assertThat(files.path()).isEqualTo("/in/*.csv");
    assertThat(files.options())
        .isEqualTo(
            Map.of(
                "format", "csv",
                "maxFilesPerTrigger", "10",
                "header", "true",
                "sep", "ab",
                "schema", "a INT"));
  }

  @Test
  void SQL_102_the_current_catalog_and_schema_are_those_of_the_text() {
    AnalyzedQuery query =
        analyze("SELECT current_catalog(), current_schema(), (SELECT current_database()) d");
    assertThat(query.schema().fieldNames())
        .containsExactly("current_catalog()", "current_schema()", "d");
    assertThat(query.plan().toString()).contains("[main AS current_catalog()", "default AS");
    assertThat(query.plan().deterministic()).isTrue();
  }

  @Test
  void read_files_is_found_in_common_tables_and_subqueries() {
    AnalyzedQuery query =
        analyze(
            "WITH f AS (SELECT * FROM read_files('/a')) SELECT * FROM f WHERE id IN (SELECT id FROM"
                + " read_files('/b')) OR id = (SELECT max(id) FROM read_files('/a'))");
    assertThat(query.sources())
        .extracting(SourceRelation::id)
        .containsExactlyInAnyOrder("/a#1", "/b#1", "/a#2");
  }

  @Test
  void arguments_that_are_not_constant_or_not_named_are_refused_at_their_place() {
    assertThat(complaints("SELECT * FROM read_files('/a', format => fmt)"))
        .containsExactly("SOURCE_OPTION_INVALID q.sql:1:42 fmt");
    assertThat(complaints("SELECT * FROM read_files('/a', 'json')"))
        .containsExactly("SOURCE_OPTION_INVALID q.sql:1:32 '");
    assertThat(complaints("SELECT * FROM read_files(format => 'json')"))
        .containsExactly("SOURCE_OPTION_INVALID q.sql:1:15 read_files");
    assertThat(complaints("SELECT * FROM cloud_files('/a')"))
        .containsExactly("SOURCE_OPTION_INVALID q.sql:1:15 cloud_files");
  }

  @Test
  void SQL_90_cloud_files_takes_a_map_of_options() {
    FileSource files =
        read(
            "SELECT * FROM cloud_files(\"/in\", \"csv\", map(\"cloudFiles.inferColumnTypes\","
                + " \"true\", 'header', true))");
    assertThat(files.options())
        .isEqualTo(
            Map.of(
                "format",
                "csv",
                "inferColumnTypes",
                "true",
                "header",
                "true",
                "useStrictGlobber",
                "false"));
  }

  @Test
  void SQL_94_the_metadata_column_is_hidden_and_found_by_name() {
    assertThat(analyze("SELECT * FROM read_files('/a')").schema().fieldNames())
        .containsExactly("id", "name");
    AnalyzedQuery query =
        analyze(
            "SELECT *, _metadata.file_name, f._metadata.file_size AS size FROM STREAM"
                + " read_files('/a') f");
    assertThat(query.schema().fieldNames()).containsExactly("id", "name", "file_name", "size");
    SourceRelation source = query.sources().get(0);
    assertThat(source.readsMetadata()).isTrue();
    assertThat(Plans.list(source.output()))
        .extracting(a -> a.name())
        .containsExactly("id", "name", "_metadata");
    assertThat(
            analyze("SELECT _metadata.file_path FROM read_files('/a') WHERE id > 1")
                .schema()
                .fieldNames())
        .containsExactly("file_path");
    assertThat(complaints("SELECT _metadata.file_name FROM src")).hasSize(1);
  }

  @Test
  void SQL_95_a_path_works_on_json_text_and_on_variant() {
    AnalyzedQuery query =
        analyze(
            "SELECT raw:a.b[0].c, raw:x::int AS n, raw:['x'].`y z`[*][ * ] AS s, v:a.b, v:`c"
                + " d`::string AS d FROM src");
    assertThat(query.schema().toDDL()).isEqualTo("c STRING,n INT,s STRING,b VARIANT,d STRING");
    List<String> paths = new ArrayList<>();
    Plans.forEachExpression(
        query.plan(),
        part -> {
          if (part instanceof StaticInvoke json) {
            paths.add(json.arguments().apply(1).toString());
          } else if (part instanceof VariantGet variant) {
            paths.add(variant.right().toString());
          }
        });
    assertThat(paths)
        .containsExactly("$.a.b[0].c", "$.x", "$['x'].`y z`[*][*]", "$.a.b", "$['c d']");
    assertThat(complaints("SELECT v:a[*] FROM src")).containsExactly("ANALYSIS_ERROR q.sql:1:8 v");
    assertThat(complaints("SELECT id:a FROM src"))
        .allMatch(c -> c.startsWith("ANALYSIS_ERROR q.sql:1:8"));
  }

  @Test
  void pipes_are_a_way_to_write_a_query_and_nothing_else() {
    AnalyzedQuery query =
        analyze("FROM src |> WHERE id > 1 |> AGGREGATE count(*) AS n GROUP BY raw |> SELECT n");
    assertThat(query.schema().toDDL()).isEqualTo("n BIGINT NOT NULL");
    Plans.forEach(query.plan(), node -> assertThat(node.nodeName()).isNotEqualTo("PipeOperator"));
  }

  @Test
  void SQL_92_a_watermark_stays_in_the_plan() {
    AnalyzedQuery query =
        analyze(
            "SELECT ts, count(*) AS n FROM STREAM src WATERMARK ts DELAY OF INTERVAL 1 HOUR GROUP"
                + " BY ts");
    boolean[] found = {false};
    Plans.forEach(query.plan(), node -> found[0] |= node instanceof EventTimeWatermark);
    assertThat(found[0]).isTrue();
  }

  @Test
  void SQL_10_double_quotes_are_string_literals() {
    assertThat(analyze("SELECT \"a\" AS x FROM src").schema().toDDL())
        .isEqualTo("x STRING NOT NULL");
  }

  @Test
  void SQL_11_window_functions_of_time_resolve() {
    assertThat(
            analyze(
                    "SELECT window.start AS w, count(*) AS n FROM src GROUP BY window(ts, '1 hour',"
                        + " '1 hour', '15 minutes')")
                .schema()
                .toDDL())
        .startsWith("w TIMESTAMP");
  }

  @Test
  void what_is_not_supported_is_refused_by_name() {
    for (String from :
        List.of(
            "delta.`/data/a`", "read_kafka(topic => 'x')", "STREAM src CHANGES FROM VERSION 1")) {
      assertThat(problems("SELECT * FROM " + from))
          .as(from)
          .hasSize(1)
          .allMatch(p -> p.code() == ProblemCode.NOT_SUPPORTED_YET && p.fix().isPresent());
    }
  }

  @Test
  void SQL_30_SQL_106_which_rows_of_a_table_are_read_is_part_of_its_source() {
    assertThat(reading("src VERSION AS OF 3").at()).contains(new TablePoint.Version(3));
    assertThat(reading("src TIMESTAMP AS OF '2026-01-31 00:00:00'").at())
        .contains(new TablePoint.Time(Instant.parse("2026-01-31T00:00:00Z")));
    assertThat(reading("table_changes('src', 1, 5)").changes())
        .contains(
            new TableReading.ChangeRange(
                new TablePoint.Version(1), Optional.of(new TablePoint.Version(5))));
    assertThat(analyze("SELECT * FROM table_changes('src', 1)").schema().fieldNames())
        .endsWith("_change_type", "_commit_version", "_commit_timestamp");
  }

  @Test
  void SQL_24_options_of_a_stream_are_part_of_its_source() {
    assertThat(reading("STREAM src WITH ('SKIPCHANGECOMMITS' = true)").isSet("skipChangeCommits"))
        .isTrue();
    assertThat(complaints("SELECT * FROM STREAM src WITH (skipChange = true)"))
        .containsExactly("SOURCE_OPTION_INVALID q.sql:1:15 STREAM");
    assertThat(problems("SELECT * FROM src WITH (skipChangeCommits = true)").get(0).fix())
        .contains("Write STREAM before the table, or leave WITH (…) out.");
    assertThat(problems("SELECT * FROM STREAM src WITH (startingVersion = 'x')").get(0).code())
        .isEqualTo(ProblemCode.SOURCE_OPTION_INVALID);
  }

  private TableReading reading(String from) {
    Source source = analyze("SELECT * FROM " + from).sources().get(0).source();
    return ((Source.Table) source).reading();
  }

  @Test
  void unknown_functions_are_told_with_those_that_were_meant() {
    assertThat(problems("SELECT uper(name), db.f(id) FROM src"))
        .extracting(Problem::code)
        .containsExactly(ProblemCode.UNRESOLVED_ROUTINE, ProblemCode.UNRESOLVED_ROUTINE);
    assertThat(problems("SELECT uper(name) FROM src").get(0).fix().orElse("")).contains("upper");
    assertThat(complaints("SELECT * FROM nosuch(1)"))
        .containsExactly("UNRESOLVED_ROUTINE q.sql:1:15 nosuch");
  }

  @Test
  void several_unknown_columns_are_reported_together() {
    assertThat(complaints("SELECT nope, id, nix + 1\nFROM src\nWHERE zero > 0"))
        .containsExactlyInAnyOrder(
            "UNRESOLVED_COLUMN q.sql:1:8 nope",
            "UNRESOLVED_COLUMN q.sql:1:18 nix",
            "UNRESOLVED_COLUMN q.sql:3:7 zero");
  }

  @Test
  void one_unknown_column_hides_no_known_one() {
    assertThat(
            complaints(
                "SELECT id, id + 1 AS k, k + 1 AS j, s.a, src.name, boo FROM src ORDER BY j"))
        .containsExactly("UNRESOLVED_COLUMN q.sql:1:52 boo");
    assertThat(complaints("SELECT id AS k, boo FROM src GROUP BY k, boo"))
        .allMatch(c -> c.endsWith(" boo"));
    assertThat(
            complaints(
                "SELECT id FROM src a WHERE EXISTS (SELECT 1 FROM src b WHERE b.id = a.idd)"))
        .containsExactly("UNRESOLVED_COLUMN q.sql:1:69 a.idd");
  }

  @Test
  void sparks_words_are_kept_without_plans_and_codes() {
    Problem problem = problems("SELECT id, count(*) FROM src").get(0);
    assertThat(problem.code()).isEqualTo(ProblemCode.ANALYSIS_ERROR);
    assertThat(problem.message())
        .startsWith("MISSING_GROUP_BY: ")
        .doesNotContain("SQLSTATE", "==", "Aggregate");
    assertThat(complaints("SELECT substr(name) FROM src"))
        .containsExactly("ANALYSIS_ERROR q.sql:1:8 substr");
  }

  @Test
  void places_count_characters_beyond_the_basic_plane_rightly() {
    assertThat(complaints("SELECT '😀ğİ' AS x, nope FROM src"))
        .containsExactly("UNRESOLVED_COLUMN q.sql:1:21 nope");
  }

  @Test
  void places_survive_parameters_that_were_put_in() {
    String written = "SELECT ${c}, nope FROM src\nWHERE nix = ${d}";
    String sql = "SELECT id, nope FROM src\nWHERE nix = 12345";
    SqlText text =
        new SqlText(
            new SourceFile("q.sql", written).span(0, written.length()),
            sql,
            "main",
            "default",
            Map.of());
    assertThat(problems(text))
        .extracting(p -> p.where().orElseThrow().toString())
        .containsOnly("q.sql:1:1");
    String one = "SELECT id FROM ${t} WHERE nope > 1";
    SqlText suffix =
        new SqlText(
            new SourceFile("q.sql", one).span(0, one.length()),
            "SELECT id FROM main.default.src WHERE nope > 1",
            "main",
            "default",
            Map.of());
    assertThat(problems(suffix))
        .extracting(p -> p.where().orElseThrow().text())
        .containsExactly("nope");
  }

  @Test
  void only_queries_are_accepted() {
    assertThat(complaints("INSERT INTO x SELECT 1"))
        .containsExactly("PARSE_SYNTAX_ERROR q.sql:1:1 INSERT");
  }

  @Test
  void common_tables_are_gone_from_the_plan() {
    AnalyzedQuery query =
        analyze(
            "WITH a AS (SELECT id FROM src), b AS (SELECT * FROM a) SELECT x.id FROM b x JOIN b y"
                + " ON x.id = y.id");
    assertThat(query.plan().toString()).doesNotContain("CTE");
    assertThat(query.sources()).hasSize(1);
  }

  @Test
  void the_session_is_ansi_and_in_utc() {
    assertThat(analyze("SELECT current_timezone() AS z, name + id AS n FROM src").schema().toDDL())
        .contains("n BIGINT");
    assertThat(complaints("SELECT name + true FROM src")).hasSize(1);
  }

  @Test
  void threads_analyze_under_different_settings_at_once() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Integer>> work = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        boolean isCaseSensitive = i % 2 == 0;
        String sql = "SELECT ID FROM src WHERE id > " + i;
        SqlText text =
            new SqlText(
                new SourceFile("q.sql", sql).span(0, sql.length()),
                sql,
                "main",
                "default",
                Map.of("spark.sql.caseSensitive", String.valueOf(isCaseSensitive)));
        work.add(() -> problems(text).size() == (isCaseSensitive ? 1 : 0) ? 0 : 1);
      }
      for (Future<Integer> wrong : threads.invokeAll(work)) {
        assertThat(wrong.get()).isZero();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void names_of_tables_are_told_in_the_order_of_the_text() {
    ParsedQuery parsed =
        analyzer.parse(
            text(
                "WITH c AS (SELECT * FROM b) SELECT * FROM c JOIN x.a USING (id) WHERE id IN"
                    + " (SELECT id FROM LIVE.d)"));
    assertThat(parsed.references())
        .extracting(TableReference::simpleName)
        .containsExactly("b", "a", "d");
    assertThat(parsed.references()).filteredOn(TableReference::isLive).hasSize(1);
    assertThat(Set.copyOf(parsed.references())).hasSize(3);
  }
}
