/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.WriteMode;
import io.lakeward.testkit.cdc.ChangeProject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What others learn of the changes of a target. */
class ChangeFeedTest {
  @TempDir Path folder;
  private ChangeProject project;

  @BeforeEach
  void create() {
    project =
        EmbeddedChanges.project(folder)
            .columns("id INT, v STRING, op STRING, seq INT")
            .sql(
                "CREATE STREAMING TABLE one FLOW AUTO CDC FROM FEED KEYS (id) APPLY AS DELETE WHEN"
                    + " op = 'D' SEQUENCE BY seq COLUMNS (id, v);"
                    + "CREATE STREAMING TABLE two FLOW AUTO CDC FROM FEED KEYS (id) APPLY AS DELETE"
                    + " WHEN op = 'D' SEQUENCE BY seq COLUMNS (id, v) STORED AS SCD TYPE 2;"
                    + "CREATE STREAMING TABLE copy FLOW AUTO CDC FROM STREAM one WITH"
                    + " (READCHANGEFEED) KEYS (id) APPLY AS DELETE WHEN _change_type = 'delete'"
                    + " SEQUENCE BY _commit_version COLUMNS (id, v) WHERE _change_type <>"
                    + " 'update_preimage'")
            .feed(
                "{'id':1,'v':'a','seq':1}", "{'id':2,'v':'b','seq':1}", "{'id':3,'v':'c','seq':1}");
  }

  @AfterEach
  void close() {
    project.close();
  }

  private List<String> changes(String table, long from) {
    return project.rows(
        "SELECT * EXCEPT (_commit_version, _commit_timestamp) FROM table_changes('"
            + table
            + "', "
            + from
            + ") ORDER BY id, _change_type");
  }

  @Test
  void CDC_12_inserts_updates_and_deletes_are_told_row_by_row() {
    project.update();
    long next = project.table("one").latestVersion().orElseThrow() + 1;
    assertThat(changes("one", next - 1)).containsExactly("1 a insert", "2 b insert", "3 c insert");
    project
        .feed("{'id':2,'v':'B','seq':2}", "{'id':3,'op':'D','seq':2}", "{'id':4,'v':'d','seq':2}")
        .update();
    assertThat(changes("one", next))
        .containsExactly("2 B update_postimage", "2 b update_preimage", "3 c delete", "4 d insert");
    assertThat(project.rows("SELECT * FROM one ORDER BY id")).containsExactly("1 a", "2 B", "4 d");
  }

  @Test
  void CDC_12_a_start_that_moves_is_a_delete_and_an_insert() {
    project.update();
    project.feed("{'id':1,'v':'a','seq':0}").update();
    long last = project.table("two").latestVersion().orElseThrow();
    assertThat(changes("two", last))
        .containsExactlyInAnyOrder("1 a 1 null delete", "1 a 0 null insert");
  }

  @Test
  void case_CDC_31_a_feed_can_be_applied_again() {
    project.update();
    project.feed("{'id':2,'v':'B','seq':2}", "{'id':3,'op':'D','seq':2}").update();
    project.feed("{'id':3,'v':'again','seq':3}").update();
    assertThat(project.rows("SELECT * FROM copy ORDER BY id"))
        .containsExactly("1 a", "2 B", "3 again")
        .isEqualTo(project.rows("SELECT * FROM one ORDER BY id"));
  }

  @Test
  void a_table_without_feed_keeps_none() {
    project
        .sql(
            "CREATE STREAMING TABLE t TBLPROPERTIES ('delta.enablechangedatafeed' = 'false') FLOW"
                + " AUTO CDC FROM FEED KEYS (id) SEQUENCE BY seq COLUMNS (id, v)")
        .update();
    project.feed("{'id':1,'v':'A','seq':2}").update();
    assertThat(project.rows("SELECT * FROM t ORDER BY id")).containsExactly("1 A", "2 b", "3 c");
    assertThat(folder.resolve(".lakeward/warehouse/main/default/t/_change_data")).doesNotExist();
  }

  /** As delta-spark deletes rows, which writes no files of changes then. */
  @Test
  void changes_that_only_deletion_vectors_tell_are_refused() {
    project.update();
    DeltaTable one = project.table("one");
    long before = one.latestVersion().orElseThrow();
    one.newTransaction(WriteMode.APPEND, "DELETE")
        .withReadVersion(before)
        .deleteRows(Map.of(one.snapshot().files().get(0), new int[] {0}))
        .commit();
    assertThatThrownBy(() -> changes("one", before + 1))
        .isInstanceOfSatisfying(
            ProjectException.class,
            e -> {
              Problem problem = e.problems().get(0);
              assertThat(problem.code()).isEqualTo(ProblemCode.CHANGE_DATA_MISSING);
              assertThat(problem.message()).contains("deletion vectors only");
              assertThat(problem.fix().orElseThrow())
                  .contains("delta.enableDeletionVectors = false")
                  .doesNotContain("ChangeDataFeed");
            });
  }

  @Test
  void a_definition_that_asks_for_deletion_vectors_later_is_heard() {
    String sql =
        "CREATE STREAMING TABLE t%s FLOW AUTO CDC FROM FEED KEYS (id) SEQUENCE BY seq COLUMNS (id, v)";
    project.sql(sql.formatted("")).update();
    DeltaTable table = project.table("t");
    table
        .newTransaction(WriteMode.APPEND, "DELETE")
        .withReadVersion(table.latestVersion().orElseThrow())
        .deleteRows(Map.of(table.snapshot().files().get(0), new int[] {0}))
        .commit();
    project.update();
    assertThat(table.snapshot().properties())
        .containsEntry("lakeward.deletionVectorsUnasked", "true");
    project.sql(sql.formatted(" TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")).update();
    assertThat(table.snapshot().properties())
        .containsEntry("delta.enableDeletionVectors", "true")
        .doesNotContainKey("lakeward.deletionVectorsUnasked");
  }

  @Test
  void partitioned_targets_move_rows_between_partitions() {
    project
        .sql(
            "CREATE STREAMING TABLE t PARTITIONED BY (v) FLOW AUTO CDC FROM FEED KEYS (id) APPLY AS"
                + " DELETE WHEN op = 'D' SEQUENCE BY seq COLUMNS (id, v)")
        .update();
    project.feed("{'id':1,'v':'b','seq':2}", "{'id':3,'op':'D','seq':2}").update();
    assertThat(project.rows("SELECT id, v FROM t ORDER BY id")).containsExactly("1 b", "2 b");
    assertThat(project.rows("SELECT id, v, _change_type FROM table_changes('t', 2) ORDER BY 1, 3"))
        .containsExactly("1 b update_postimage", "1 a update_preimage", "3 c delete");
  }
}
