/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.model.pipeline.EngineChoice;
import io.lakeward.tables.DataFile;
import io.lakeward.testkit.cdc.ChangeProject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of a table that only Spark can read, for it has a VARIANT, are changed one by one. */
class RowChangesOnSparkTest {
  private static final String TABLE =
      String.join(
          ";",
          "CREATE FUNCTION in_eu(region STRING) RETURN region = 'EU' OR"
              + " is_account_group_member('all')",
          "CREATE FUNCTION hidden(mail STRING) RETURN CASE WHEN is_account_group_member('all')"
              + " THEN mail ELSE '*' END",
          "CREATE STREAMING TABLE t (id INT, region STRING, mail STRING MASK hidden, twice INT"
              + " GENERATED ALWAYS AS (id * 2), doc VARIANT) TBLPROPERTIES"
              + " (delta.enableChangeDataFeed = true) WITH ROW FILTER in_eu ON (region)",
          "CREATE FLOW f AS INSERT INTO t BY NAME SELECT id, region, mail, parse_json(doc) AS doc"
              + " FROM FEED");

  @TempDir Path folder;
  private ChangeProject project;

  @BeforeEach
  void makeTable() {
    project =
        SparkChanges.project(folder)
            .columns("id INT, region STRING, mail STRING, doc STRING")
            .sql(TABLE)
            .on(EngineChoice.AUTO)
            .feed(
                "{'id':1,'region':'EU','mail':'a@x','doc':'[1]'}",
                "{'id':2,'region':'EU','mail':'b@x','doc':'[2]'}",
                "{'id':3,'region':'US','mail':'c@x','doc':'[3]'}");
    project.update();
    project.feed("{'id':4,'region':'EU','mail':'d@x'}").update();
  }

  @AfterEach
  void close() {
    project.close();
  }

  /** What is stored, which a member of the group sees. */
  private List<String> stored(String query) {
    project.write("pipeline.yml", "configuration: {lakeward.groups: all}\n");
    List<String> rows = project.rows(query);
    project.write("pipeline.yml", "configuration: {}\n");
    return rows;
  }

  @Test
  void SQL_29_anUpdateChangesTheRowsThatAreSeenAndTellsTheFeed() {
    List<DataFile> before = project.table("t").snapshot().files();
    assertThat(project.rows("UPDATE t SET id = 10, doc = parse_json('{\"a\":1}') WHERE id = 1"))
        .containsExactly("1");
    assertThat(stored("SELECT * FROM t ORDER BY id"))
        .containsExactly(
            "2 EU b@x 4 [2]", "3 US c@x 6 [3]", "4 EU d@x 8 null", "10 EU a@x 20 {\"a\":1}");
    assertThat(project.table("t").snapshot().files())
        .as("the file without such a row stays")
        .filteredOn(before::contains)
        .hasSize(before.size() - 1);
    long last = project.table("t").latestVersion().orElseThrow();
    assertThat(
            stored(
                "SELECT _change_type, id, mail, twice, doc FROM table_changes('t', %d) ORDER BY 1"
                    .formatted(last)))
        .containsExactly("update_postimage 10 a@x 20 {\"a\":1}", "update_preimage 1 a@x 2 [1]");
  }

  @Test
  void SQL_29_aDeleteLeavesHiddenRowsAlone() {
    assertThat(project.rows("DELETE FROM t WHERE id <= 3")).containsExactly("2");
    assertThat(stored("SELECT id FROM t ORDER BY id")).containsExactly("3", "4");
  }

  @Test
  void SQL_29_aMergeChangesDeletesAndAdds() {
    assertThat(
            project.rows(
                "MERGE INTO t USING (SELECT * FROM VALUES (1, 'x'), (2, 'gone'), (7, 'new') AS"
                    + " s(id, m)) s ON t.id = s.id WHEN MATCHED AND s.m = 'gone' THEN DELETE WHEN"
                    + " MATCHED THEN UPDATE SET mail = s.m WHEN NOT MATCHED THEN INSERT (id,"
                    + " region, doc) VALUES (s.id, 'EU', parse_json('7'))"))
        .containsExactly("3 1 1 1");
    assertThat(stored("SELECT * FROM t ORDER BY id"))
        .containsExactly("1 EU x 2 [1]", "3 US c@x 6 [3]", "4 EU d@x 8 null", "7 EU null 14 7");
  }
}
