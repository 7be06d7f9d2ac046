/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import static io.lakeward.cli.TestProject.problemsOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changing rows of a table of which its user does not see everything. */
class ProtectedRowsTest {
  private static final String PROTECTED =
      """
      CREATE STREAMING TABLE raw AS
        SELECT id, region, mail FROM STREAM read_files('/Volumes/main/default/landing/a', format => 'json');
      CREATE FUNCTION in_eu(region STRING) RETURN region = 'EU' OR is_account_group_member('all');
      CREATE FUNCTION hidden(mail STRING) RETURN CASE WHEN is_account_group_member('all') THEN mail ELSE '*' END;
      CREATE STREAMING TABLE t (id BIGINT, region STRING, mail STRING MASK hidden)
        TBLPROPERTIES (delta.enableChangeDataFeed = true) WITH ROW FILTER in_eu ON (region)
        AS SELECT * FROM STREAM raw;
      """;

  @TempDir private Path folder;
  private TestProject project;

  @BeforeEach
  void makeTable() {
    project =
        new TestProject(folder)
            .landed(
                "1.json",
                "{\"id\": 1, \"region\": \"EU\", \"mail\": \"a@x\"}",
                "{\"id\": 2, \"region\": \"EU\", \"mail\": \"b@x\"}",
                "{\"id\": 3, \"region\": \"US\", \"mail\": \"c@x\"}")
            .sql(PROTECTED);
    project.run();
  }

  /** What is stored, which a member of the group sees. */
  private List<String> stored() {
    project.file("pipeline.yml", "configuration: {lakeward.groups: all}\n");
    List<String> rows = project.rows("SELECT * FROM t");
    project.delete("pipeline.yml");
    return rows;
  }

  @Test
  void SQL_29_anUpdateLeavesHiddenRowsAloneAndMaskedValuesAsTheyAre() {
    assertThat(project.rows("UPDATE t SET id = id + 10")).containsExactly("2");

    assertThat(project.rows("SELECT * FROM t")).containsExactly("11|EU|*", "12|EU|*");
    assertThat(stored()).containsExactly("11|EU|a@x", "12|EU|b@x", "3|US|c@x");
  }

  @Test
  void SQL_29_aConditionSeesTheMaskAndNotWhatIsBehindIt() {
    assertThat(project.rows("DELETE FROM t WHERE mail = 'a@x' OR id = 3")).containsExactly("0");
    assertThat(project.rows("UPDATE t SET region = mail WHERE mail = '*' AND id = 1"))
        .containsExactly("1");
    assertThat(stored()).containsExactly("1|*|a@x", "2|EU|b@x", "3|US|c@x");
    assertThat(project.rows("DELETE FROM t")).containsExactly("1");
    assertThat(stored()).containsExactly("1|*|a@x", "3|US|c@x");
  }

  @Test
  void SQL_29_aMergeAddsRowsForThoseThatAreHidden() {
    project.rows(
        """
        MERGE INTO t USING (SELECT * FROM VALUES (1, 'n1'), (3, 'n3') AS s(id, mail)) s ON t.id = s.id
        WHEN MATCHED THEN UPDATE SET mail = s.mail
        WHEN NOT MATCHED THEN INSERT (id, region, mail) VALUES (s.id, 'EU', s.mail)
        WHEN NOT MATCHED BY SOURCE THEN UPDATE SET region = concat(region, '!')
        """);

    assertThat(stored()).containsExactly("1|EU|n1", "2|EU!|b@x", "3|EU|n3", "3|US|c@x");
  }

  @Test
  void SQL_29_aChangeFeedHasTheStoredValues() {
    project.rows("UPDATE t SET id = 20 WHERE id = 2");
    project.file("pipeline.yml", "configuration: {lakeward.groups: all}\n");
    assertThat(
            project.rows(
                "SELECT _change_type, id, mail FROM table_changes('t', 0) WHERE _change_type LIKE 'up%'"))
        .containsExactly("update_postimage|20|b@x", "update_preimage|2|b@x");
  }

  @Test
  void SQL_29_rowsAreAddedButNotAllReplaced() {
    project.rows("INSERT INTO t VALUES (4, 'US', 'd@x'), (5, 'EU', 'e@x')");
    assertThat(project.rows("SELECT * FROM t")).containsExactly("1|EU|*", "2|EU|*", "5|EU|*");
    assertThat(problemsOf(() -> project.rows("INSERT OVERWRITE t VALUES (4, 'US', 'd@x')")))
        .singleElement()
        .asString()
        .startsWith("NOT_SUPPORTED_YET");
  }

  @Test
  void SQL_5_columnsThatFollowFromOthersFollowThemInChanges() {
    project
        .sql(
            """
            CREATE STREAMING TABLE g (
              id BIGINT, twice BIGINT GENERATED ALWAYS AS (id * 2), k STRING DEFAULT 'new'
            );
            CREATE FLOW f AS INSERT INTO g BY NAME
              SELECT id FROM STREAM read_files('/Volumes/main/default/landing/a', format => 'json');
            """)
        .run();
    project.rows("UPDATE g SET id = 5, k = 'u' WHERE id = 1");
    project.rows(
        """
        MERGE INTO g USING (SELECT * FROM VALUES (2, 20), (7, 7) AS s(id, n)) s ON g.id = s.id
        WHEN MATCHED THEN UPDATE SET id = s.n WHEN NOT MATCHED THEN INSERT (id) VALUES (s.n)
        """);

    assertThat(project.rows("SELECT * FROM g"))
        .containsExactly("20|40|new", "3|6|new", "5|10|u", "7|14|new");
    assertThat(problemsOf(() -> project.rows("UPDATE g SET twice = 1")))
        .singleElement()
        .asString()
        .startsWith("INCOMPATIBLE_SCHEMA")
        .contains("twice");
  }

  @Test
  void SQL_29_aMergeWritesOnlyTheFilesAnewThatItTouches() {
    project.rows("INSERT INTO t VALUES (6, 'EU', 'f@x')");
    project.rows(
        "MERGE INTO t USING (SELECT 6 AS id) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET region = 'eu'");

    assertThat(project.ordered("DESCRIBE HISTORY t").get(0))
        .contains("MERGE")
        .contains("numRemovedFiles=1", "numOutputRows=1");
  }
}
