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

/** Statements of a session that tell something, and those that are refused by name. */
class SqlStatementsTest {
  @TempDir private Path folder;
  private TestProject project;

  @BeforeEach
  void makeProject() {
    project = new TestProject(folder);
  }

  @Test
  void SQL_36_describeTellsOfAQueryAndOfTheLastVersions() {
    assertThat(project.ordered("DESCRIBE QUERY SELECT 1 AS x, 'a' AS y"))
        .containsExactly("x|int|null", "y|string|null");
    assertThat(project.ordered("DESC WITH c AS (SELECT 1.5 AS z) SELECT * FROM c"))
        .containsExactly("z|decimal(2,1)|null");
    project.session(
        "CREATE TABLE p (id INT, k STRING) PARTITIONED BY (k) TBLPROPERTIES ('owner' = 'me');"
            + " INSERT INTO p VALUES (1, 'b'), (2, 'a'), (3, NULL)");
    assertThat(project.ordered("DESCRIBE HISTORY p LIMIT 1")).hasSize(1);
    assertThat(project.ordered("SHOW PARTITIONS p"))
        .containsExactly("k=__HIVE_DEFAULT_PARTITION__", "k=a", "k=b");
    assertThat(project.ordered("SHOW TBLPROPERTIES p ('owner')")).containsExactly("owner|me");
    assertThat(project.ordered("SHOW TBLPROPERTIES p (no.such)"))
        .containsExactly("no.such|Table main.default.p does not have property: no.such");
  }

  @Test
  void settingsAreToldAndTakenBack() {
    assertThat(project.ordered("SHOW CURRENT NAMESPACE")).containsExactly("main|default");
    assertThat(project.ordered("USE other.place; SHOW CURRENT SCHEMA"))
        .containsExactly("other|place");
    assertThat(project.ordered("SET spark.sql.ansi.enabled"))
        .containsExactly("spark.sql.ansi.enabled|true");
    assertThat(project.ordered("SET no.such.setting"))
        .containsExactly("no.such.setting|<undefined>");
    assertThat(project.ordered("SET my.Token = abc; SET my.Token"))
        .containsExactly("my.Token|*********(redacted)");
    for (String key :
        new String[] {
          "spark.hadoop.fs.azure.account.key.shop.dfs.core.windows.net",
          "spark.hadoop.fs.gs.auth.service.account.private.key",
          "spark.hadoop.fs.azure.sas.box.shop.blob.core.windows.net"
        }) {
      assertThat(project.ordered("SET " + key + " = abc; SET " + key))
          .containsExactly(key + "|*********(redacted)");
    }
    project.file("pipeline.yml", "configuration: {spark.sql.session.timeZone: Asia/Tokyo}\n");
    assertThat(project.ordered("SET a.b = 1; SET"))
        .containsExactly("a.b|1", "spark.sql.session.timeZone|Asia/Tokyo");
    assertThat(project.ordered("SET a.b = 1; SET c = 2; RESET a.b; SET"))
        .containsExactly("c|2", "spark.sql.session.timeZone|Asia/Tokyo");
    assertThat(
            project.ordered(
                "SET spark.sql.session.timeZone = UTC; RESET; SELECT current_timezone()"))
        .containsExactly("Asia/Tokyo");
  }

  @Test
  void SQL_26_whatIsValidElsewhereIsRefusedByName() {
    for (String statement :
        List.of(
            "DECLARE VARIABLE v INT",
            "SET VAR v = 5",
            "CACHE TABLE t",
            "EXECUTE IMMEDIATE 'SELECT 1'",
            "GRANT SELECT ON TABLE t TO me",
            "SHOW GRANTS ON TABLE t",
            "SHOW TABLE EXTENDED LIKE 't'",
            "CREATE TABLE c SHALLOW CLONE t",
            "DROP SCHEMA s")) {
      assertThat(problemsOf(() -> project.session(statement)))
          .as(statement)
          .singleElement()
          .asString()
          .startsWith("NOT_SUPPORTED_YET");
    }
  }
}
