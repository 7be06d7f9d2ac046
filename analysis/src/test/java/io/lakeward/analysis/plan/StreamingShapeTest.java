/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.analysis.query.NameScope;
import io.lakeward.analysis.query.QueryAnalyzer;
import io.lakeward.analysis.query.TableLookup;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.source.SourceFile;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamingShapeTest {
  private static LogicalPlan plan(String sql) {
    TableLookup tables =
        new TableLookup() {
          @Override
          public Optional<StructType> find(TableName name) {
            return Optional.of(StructType.fromDDL("id INT, x ARRAY<INT>, ts TIMESTAMP"));
          }

          @Override
          public Collection<TableName> all() {
            return List.of();
          }
        };
    SqlText text =
        new SqlText(new SourceFile("q", sql).span(0, sql.length()), sql, "m", "d", Map.of());
    return new QueryAnalyzer((files, streaming, where) -> new StructType())
        .analyze(text, NameScope.ofTables(tables))
        .plan();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id + 1 FROM STREAM a WHERE id > 0",
        "SELECT id, explode(x) FROM STREAM a",
        "SELECT a.id FROM STREAM a JOIN b ON a.id = b.id",
        "SELECT a.id FROM STREAM a LEFT JOIN b ON a.id = b.id",
        "SELECT a.id FROM b RIGHT JOIN STREAM a ON a.id = b.id",
        "SELECT a.id FROM STREAM a LEFT SEMI JOIN b ON a.id = b.id",
        "SELECT id FROM STREAM a UNION ALL SELECT id FROM STREAM b",
        "SELECT id FROM STREAM a WHERE id IN (SELECT max(id) FROM b)",
        "SELECT a.id FROM STREAM a JOIN (SELECT id FROM b GROUP BY id) c ON a.id = c.id",
        "SELECT id, count(*) FROM a GROUP BY id ORDER BY 1 LIMIT 3"
      })
  void queries_that_look_at_one_new_row_at_a_time_are_stateless(String sql) {
    assertThat(StreamingShape.of(plan(sql)).statefulReason()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id, count(*) FROM STREAM a GROUP BY id",
        "SELECT DISTINCT id FROM STREAM a",
        "SELECT id, row_number() OVER (PARTITION BY id ORDER BY ts) FROM STREAM a",
        "SELECT a.id FROM STREAM a JOIN STREAM b ON a.id = b.id",
        "SELECT a.id FROM b LEFT JOIN STREAM a ON a.id = b.id",
        "SELECT a.id FROM STREAM a FULL JOIN b ON a.id = b.id",
        "SELECT id FROM STREAM a ORDER BY id",
        "SELECT id FROM STREAM a LIMIT 3",
        "SELECT id FROM STREAM a UNION SELECT id FROM b"
      })
  void queries_that_need_earlier_rows_are_stateful_with_a_reason(String sql) {
    assertThat(StreamingShape.of(plan(sql)).statefulReason()).isPresent();
  }

  @Test
  void types_and_schemas_survive_their_json_form() {
    StructType schema = plan("SELECT * FROM a").schema();
    assertThat(Plans.schemaFromJson(Plans.toJson(schema))).isEqualTo(schema);
  }

  @Test
  void a_reading_that_is_copied_keeps_its_id_and_gets_fresh_columns() {
    LogicalPlan plan = plan("SELECT p.id FROM a p JOIN a q ON p.id = q.id");
    List<SourceRelation> sources = Plans.collectSources(plan);
    assertThat(sources).extracting(SourceRelation::id).containsExactly("m.d.a#1", "m.d.a#2");
    SourceRelation copy = (SourceRelation) sources.get(0).newInstance();
    assertThat(copy.id()).isEqualTo("m.d.a#1");
    assertThat(copy.outputSet().intersect(sources.get(0).outputSet()).isEmpty()).isTrue();
    assertThat(copy.clone().fastEquals(copy)).isTrue();
  }
}
