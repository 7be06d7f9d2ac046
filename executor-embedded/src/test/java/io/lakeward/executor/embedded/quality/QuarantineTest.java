/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lakeward.engine.update.TableResult;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.engine.update.UpdateResult;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ON VIOLATION QUARANTINE}: the table and its quarantine together have every row. */
class QuarantineTest {
  private static final String PIPELINE =
      """
      CREATE OR REFRESH STREAMING TABLE t (
        CONSTRAINT small EXPECT (x < 100) ON VIOLATION QUARANTINE,
        CONSTRAINT has_y EXPECT (y IS NOT NULL) ON VIOLATION QUARANTINE,
        CONSTRAINT has_id EXPECT (id IS NOT NULL) ON VIOLATION DROP ROW,
        CONSTRAINT positive EXPECT (x > 0)
      ) AS SELECT * FROM STREAM read_files('/Volumes/main/raw/in/', format => 'json', schema => 'id INT, x INT, y INT');
      """;

  @TempDir Path folder;
  private QualityProject project;

  @BeforeEach
  void project() {
    project = new QualityProject(folder).sql(PIPELINE);
    project.land(
        "a.json",
        "{\"id\":1,\"x\":5,\"y\":1}",
        "{\"id\":2,\"x\":-1,\"y\":1}",
        "{\"id\":3,\"y\":1}",
        "{\"id\":4,\"x\":200}",
        "{\"x\":7,\"y\":1}");
  }

  @Test
  void EXP_16_rowsThatBreakAQuarantineRuleGoBesideTheTableWithTheNamesOfTheRules() {
    UpdateResult result = project.run();
    TableResult table = QualityProject.table(result, "t");
    assertThat(table.problem()).isEmpty();
    assertThat(project.rows("SELECT * FROM t ORDER BY id"))
        .containsExactly("[1, 5, 1]", "[2, -1, 1]");
    assertThat(project.rows("SELECT id, x, y, _broken_rules FROM t_quarantine ORDER BY id"))
        .containsExactly("[3, null, 1, [small]]", "[4, 200, null, [small, has_y]]");
    assertThat(
            project.rows(
                "SELECT DISTINCT _update_id, _quarantined_at > timestamp'2020-01-01 00:00:00' FROM t_quarantine"))
        .containsExactly("[" + result.updateId() + ", true]");
    assertThat(project.ruleCounts("t", "COMPLETED"))
        .containsExactly("t.small 3/2", "t.has_y 4/1", "t.has_id 4/1", "t.positive 3/2");
    assertThat(table.counts().written()).isEqualTo(2);
    assertThat(table.counts().dropped()).isEqualTo(1);
    assertThat(table.counts().quarantined()).isEqualTo(2);
    assertThat(
            project.events("flow_progress").stream()
                .map(e -> e.at("/details/flow_progress/data_quality/quarantined_records").asLong())
                .filter(n -> n > 0))
        .containsExactly(2L);
  }

  @Test
  void EXP_16_laterBatchesAddAndAFullRefreshStartsBothOver() {
    project.run();
    project.land("b.json", "{\"id\":6,\"x\":1,\"y\":1}", "{\"id\":7,\"x\":1}");
    project.run();
    assertThat(project.rows("SELECT count(*) FROM t")).containsExactly("[3]");
    assertThat(project.rows("SELECT count(*) FROM t_quarantine")).containsExactly("[3]");
    assertThat(project.run().changedAnything()).isFalse();
    project.run(new UpdateRequest(List.of(), List.of("t"), false, true));
    assertThat(project.rows("SELECT count(*) FROM t")).containsExactly("[3]");
    assertThat(project.rows("SELECT count(*), count(DISTINCT id) FROM t_quarantine"))
        .containsExactly("[3, 3]");
  }

  @Test
  void EXP_16_whatIsInTheQuarantineAlreadyIsFinishedWithTheSameRows() {
    // The stage is filled by an overwrite, so it is the table itself that is not written.
    assertThat(QualityProject.table(project.failOn("t").run(), "t").problem()).isPresent();
    assertThat(project.failNoMore().rows("SELECT count(*) FROM t_quarantine"))
        .containsExactly("[2]");
    // The file changes: a batch that is planned anew would have other rows.
    project.land("a.json", "{\"id\":9,\"x\":500,\"y\":1}");
    project.run();
    assertThat(project.rows("SELECT * FROM t ORDER BY id"))
        .containsExactly("[1, 5, 1]", "[2, -1, 1]");
    assertThat(project.rows("SELECT id FROM t_quarantine ORDER BY id"))
        .containsExactly("[3]", "[4]");
    assertThat(project.ruleCounts("t", "COMPLETED"))
        .containsExactly("t.small 3/2", "t.has_y 4/1", "t.has_id 4/1", "t.positive 3/2");
    assertThat(project.run().changedAnything()).isFalse();
  }

  @Test
  void EXP_16_aBatchThatDiedBeforeTheQuarantineIsDoneAgain() {
    project.failOn("t_quarantine").run();
    project.failNoMore().run();
    assertThat(project.rows("SELECT count(*) FROM t")).containsExactly("[2]");
    assertThat(project.rows("SELECT count(*), count(DISTINCT id) FROM t_quarantine"))
        .containsExactly("[2, 2]");
  }

  @Test
  void EXP_16_otherTablesMayReadTheQuarantine() {
    project.sql(
        PIPELINE
            + """
            CREATE OR REFRESH STREAMING TABLE to_mend AS SELECT id, _broken_rules FROM STREAM(t_quarantine);
            CREATE OR REFRESH MATERIALIZED VIEW why AS
              SELECT rule, count(*) AS n FROM (SELECT explode(_broken_rules) AS rule FROM t_quarantine) GROUP BY rule;
            """);
    project.run();
    assertThat(project.rows("SELECT * FROM why ORDER BY rule"))
        .containsExactly("[has_y, 1]", "[small, 2]");
    assertThat(project.rows("SELECT id FROM to_mend ORDER BY id")).containsExactly("[3]", "[4]");
  }

  @Test
  void EXP_16_aMaterializedViewSplitsItsRowsToo() {
    project.sql(
        """
        CREATE OR REFRESH MATERIALIZED VIEW m (CONSTRAINT even EXPECT (n % 2 = 0) ON VIOLATION QUARANTINE)
        AS SELECT explode(sequence(1, 5)) AS n;
        """);
    project.run();
    project.run();
    assertThat(project.rows("SELECT n FROM m ORDER BY n")).containsExactly("[2]", "[4]");
    assertThat(project.rows("SELECT n, _broken_rules FROM m_quarantine ORDER BY n"))
        .containsExactly("[1, [even]]", "[3, [even]]", "[5, [even]]");
  }

  private static final String CHANGES =
      """
      CREATE TEMPORARY VIEW src AS SELECT * FROM STREAM read_files('/Volumes/main/raw/in/', format => 'json', schema => 'id INT, v STRING, seq INT, op STRING');
      CREATE OR REFRESH STREAMING TABLE c (
        CONSTRAINT has_id EXPECT (id IS NOT NULL) ON VIOLATION QUARANTINE,
        CONSTRAINT good_v EXPECT (v <> 'bad') ON VIOLATION QUARANTINE,
        CONSTRAINT short EXPECT (length(v) < 2)
      );
      CREATE FLOW f AS AUTO CDC INTO c FROM STREAM(src) KEYS (id) APPLY AS DELETE WHEN op = 'D'
        SEQUENCE BY seq COLUMNS * EXCEPT (op, seq) STORED AS SCD TYPE %d;
      CREATE OR REFRESH STREAMING TABLE to_mend AS SELECT id, v, _broken_rules FROM STREAM(c_quarantine);
      """;

  private void landChanges() {
    project.land(
        "a.json",
        "{\"id\":1,\"v\":\"a\",\"seq\":1}",
        "{\"id\":1,\"v\":\"bad\",\"seq\":2}",
        "{\"v\":\"c\",\"seq\":3}",
        "{\"id\":3,\"v\":\"x\",\"seq\":1}",
        "{\"id\":3,\"seq\":2,\"op\":\"D\"}");
  }

  private void expectSplitChanges() {
    assertThat(project.rows("SELECT id, v FROM c")).containsExactly("[1, a]");
    assertThat(project.rows("SELECT id, v, _broken_rules FROM c_quarantine ORDER BY v"))
        .containsExactly("[1, bad, [good_v]]", "[null, c, [has_id]]");
    assertThat(project.rows("SELECT id, v, _broken_rules FROM to_mend ORDER BY v"))
        .containsExactly("[1, bad, [good_v]]", "[null, c, [has_id]]");
    assertThat(project.ruleCounts("f", "COMPLETED"))
        .containsExactly("c.has_id 4/1", "c.good_v 4/1", "c.short 4/1");
  }

  @Test
  void EXP_16_changesThatBreakARuleAreNotApplied() {
    project.sql(CHANGES.formatted(1));
    landChanges();
    UpdateResult result = project.run();
    assertThat(QualityProject.table(result, "c").problem()).isEmpty();
    expectSplitChanges();
    assertThat(project.run().changedAnything()).isFalse();
    project.run(new UpdateRequest(List.of(), List.of("c", "to_mend"), false, true));
    assertThat(project.rows("SELECT count(*), count(DISTINCT v) FROM c_quarantine"))
        .containsExactly("[2, 2]");
    assertThat(project.rows("SELECT id, v FROM c")).containsExactly("[1, a]");
  }

  @Test
  void EXP_16_historyHasNoVersionOfAChangeInTheQuarantine() {
    project.sql(CHANGES.formatted(2));
    landChanges();
    project.run();
    assertThat(project.rows("SELECT id, v, __START_AT, __END_AT FROM c ORDER BY id"))
        .containsExactly("[1, a, 1, null]", "[3, x, 1, 2]");
    assertThat(project.result("SELECT * FROM c_quarantine").schema().fieldNames())
        .containsExactly("id", "v", "_broken_rules", "_quarantined_at", "_update_id");
  }

  @Test
  void EXP_16_changesInTheQuarantineAreFinishedWithTheSameBatch() {
    project.sql(CHANGES.formatted(1));
    landChanges();
    assertThat(QualityProject.table(project.failOn("c").run(), "c").problem()).isPresent();
    assertThat(project.failNoMore().rows("SELECT count(*) FROM c_quarantine"))
        .containsExactly("[2]");
    project.land("a.json", "{\"id\":9,\"v\":\"bad\",\"seq\":1}");
    project.run();
    expectSplitChanges();
    assertThat(project.run().changedAnything()).isFalse();
  }

  @Test
  void EXP_16_aFailRuleBesideItWritesNothing() {
    project.sql(PIPELINE.replace("EXPECT (x > 0)", "EXPECT (x > 0) ON VIOLATION FAIL UPDATE"));
    UpdateResult result = project.run();
    assertThat(QualityProject.table(result, "t").problem().orElseThrow().message())
        .contains("2 rows broke the expectation `positive`")
        .contains("from input {\"id\":2,\"x\":-1,\"y\":1}");
    assertThat(folder.resolve(".lakeward/warehouse/main/default/t_quarantine/_delta_log"))
        .doesNotExist();
  }

  @Test
  void EXP_16_whereItMayNotStandIsRefusedWithTheRulesPlace() {
    project.sql(
        """
        CREATE TEMPORARY VIEW v (CONSTRAINT a EXPECT (one > 0) ON VIOLATION QUARANTINE) AS SELECT 1 AS one;
        CREATE OR REFRESH MATERIALIZED VIEW m (CONSTRAINT a EXPECT (one > 0) ON VIOLATION QUARANTINE) AS SELECT * FROM v;
        CREATE OR REFRESH MATERIALIZED VIEW m_quarantine AS SELECT 1 AS one;
        """);
    ProjectException refused =
        catchThrowableOfType(ProjectException.class, () -> project.open().validate());
    assertThat(refused.problems())
        .extracting(Problem::code)
        .containsExactly(ProblemCode.NOT_SUPPORTED_YET, ProblemCode.PIPELINE_DUPLICATE_IDENTIFIERS);
    assertThat(refused.problems()).allSatisfy(p -> assertThat(p.where()).isPresent());
  }

  @Test
  void EXP_13_rulesOfAFileServeSeveralTables() {
    project.write(
        "rules/readings.yml",
        """
        positive: x > 0
        has_y:
          expect: "y IS NOT NULL"
          on_violation: drop row
        """);
    project.sql(
        """
        CREATE OR REFRESH STREAMING TABLE a (CONSTRAINTS FROM 'rules/readings.yml')
          AS SELECT * FROM STREAM read_files('/Volumes/main/raw/in/', format => 'json', schema => 'id INT, x INT, y INT');
        CREATE OR REFRESH MATERIALIZED VIEW b (CONSTRAINTS FROM 'rules/readings.yml', CONSTRAINT own EXPECT (id > 1)) AS SELECT * FROM a;
        """);
    project.run();
    assertThat(project.ruleCounts("a", "COMPLETED"))
        .containsExactly("a.positive 3/2", "a.has_y 4/1");
    assertThat(project.ruleCounts("b", "COMPLETED"))
        .containsExactly("b.positive 2/2", "b.has_y 4/0", "b.own 2/2");
  }

  @Test
  void EXP_13_mistakesOfARuleFileAreToldAtTheirPlace() {
    project.write(
        "rules.yml",
        "good: x > 0\nwrong: nope > 0\nlost:\n  on_violation: dropp row\n  expect: x > 1\n");
    project.sql(
        """
        CREATE OR REFRESH MATERIALIZED VIEW m (CONSTRAINTS FROM 'rules.yml') AS SELECT 1 AS x;
        CREATE OR REFRESH MATERIALIZED VIEW n (CONSTRAINTS FROM 'rule.yml') AS SELECT 1 AS x;
        """);
    ProjectException refused =
        catchThrowableOfType(ProjectException.class, () -> project.open().validate());
    assertThat(
            refused.problems().stream().map(p -> p.code() + " " + p.where().orElseThrow()).toList())
        .containsExactlyInAnyOrder(
            "UNRESOLVED_COLUMN rules.yml:2:8",
            "EXPECTATION_INVALID rules.yml:4:17",
            "SOURCE_FILE_UNREADABLE transformations/pipeline.sql:2:57");
    assertThat(
            catchThrowableOfType(ProjectException.class, () -> project.openStrict().validate())
                .problems())
        .extracting(Problem::code)
        .contains(ProblemCode.DIALECT_EXTENSION);
  }

  @Test
  void EXP_16_theStrictDialectRefusesItByName() {
    ProjectException refused =
        catchThrowableOfType(ProjectException.class, () -> project.openStrict().validate());
    assertThat(refused.problems())
        .extracting(Problem::code)
        .containsExactly(ProblemCode.DIALECT_EXTENSION, ProblemCode.DIALECT_EXTENSION);
    assertThat(refused.problems().get(0).where().orElseThrow().line()).isEqualTo(2);
  }
}
