/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.testkit.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * What was measured of the real product in two updates, the second of which brings late and
 * repeated changes. All cases run in one pipeline; those with the same clauses share its tables,
 * under a key of their own.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class MeasuredBehaviour {
  private static final String APPLY =
      " KEYS (id) APPLY AS DELETE WHEN op = 'DELETE' SEQUENCE BY seq COLUMNS (id, status, city)";

  private ChangeProject project;

  protected abstract ChangeProject project(Path folder);

  @BeforeAll
  void runBothUpdates(@TempDir Path folder) {
    project =
        project(folder)
            .columns(
                "id INT, status STRING, city STRING, email STRING, synced INT, op STRING, seq INT,"
                    + " txn INT, known INT")
            .sql(
                String.join(
                    ";",
                    "CREATE STREAMING TABLE one FLOW AUTO CDC FROM FEED_customers" + APPLY,
                    "CREATE STREAMING TABLE two FLOW AUTO CDC FROM FEED_customers"
                        + APPLY
                        + " STORED AS SCD TYPE 2",
                    "CREATE STREAMING TABLE by_struct FLOW AUTO CDC FROM FEED_struct KEYS (id)"
                        + " SEQUENCE BY STRUCT(seq, txn) COLUMNS (id, status)",
                    "CREATE STREAMING TABLE by_source FLOW AUTO CDC FROM FEED_clocks KEYS (id)"
                        + " SEQUENCE BY seq COLUMNS (id, status)",
                    "CREATE STREAMING TABLE by_ingest FLOW AUTO CDC FROM FEED_clocks KEYS (id)"
                        + " SEQUENCE BY known COLUMNS (id, status)",
                    "CREATE STREAMING TABLE plain FLOW AUTO CDC FROM FEED_nulls KEYS (id) SEQUENCE"
                        + " BY seq COLUMNS (id, email, city)",
                    "CREATE STREAMING TABLE kept FLOW AUTO CDC FROM FEED_nulls KEYS (id) IGNORE"
                        + " NULL UPDATES SEQUENCE BY seq COLUMNS (id, email, city)",
                    "CREATE STREAMING TABLE every FLOW AUTO CDC FROM FEED_syncs KEYS (id) SEQUENCE"
                        + " BY seq COLUMNS (id, status, synced) STORED AS SCD TYPE 2",
                    "CREATE STREAMING TABLE few FLOW AUTO CDC FROM FEED_syncs KEYS (id) SEQUENCE"
                        + " BY seq COLUMNS (id, status, synced) STORED AS SCD TYPE 2 TRACK HISTORY"
                        + " ON * EXCEPT (synced)",
                    "CREATE STREAMING TABLE beliefs FLOW AUTO CDC FROM FEED_beliefs KEYS (id)"
                        + " SEQUENCE BY seq SYSTEM SEQUENCE BY known COLUMNS (id, status) STORED AS"
                        + " BITEMPORAL;"))
            .feedTo(
                "customers",
                upsert(1, "ACTIVE", 10),
                upsert(2, "ACTIVE", 12),
                upsert(3, "ACTIVE", 10),
                upsert(3, "SUSPENDED", 10),
                upsert(6, "ACTIVE", 17),
                delete(6, 20))
            .feedTo("customers", life())
            .feedTo(
                "struct",
                "{'id':3,'status':'SUSPENDED','seq':5,'txn':2}",
                "{'id':3,'status':'ACTIVE','seq':5,'txn':1}")
            .feedTo(
                "clocks",
                "{'id':4,'status':'NEW','seq':20,'known':1}",
                "{'id':4,'status':'OLD','seq':10,'known':2}")
            .feedTo(
                "nulls",
                "{'id':42,'email':'x@e','city':'Antalya','seq':10}",
                "{'id':42,'city':'Istanbul','seq':20}")
            .feedTo("syncs", syncs())
            .feedTo(
                "beliefs",
                "{'id':9,'status':'A','seq':0,'known':60}",
                "{'id':9,'status':'B','seq':120,'known':180}",
                "{'id':9,'status':'C','seq':240,'known':300}");
    project.update();
    assertThat(two(6)).containsExactly("ACTIVE null 17 20");
    project
        .feedTo(
            "customers",
            upsert(1, "ACTIVE", 10),
            upsert(2, "PENDING", 10),
            upsert(6, "SUSPENDED", 18))
        .feedTo("customers", life())
        .update();
  }

  @AfterAll
  void close() {
    project.close();
  }

  private static String upsert(int id, String status, int seq) {
    return "{'id':%d,'status':'%s','seq':%d}".formatted(id, status, seq);
  }

  private static String delete(int id, int seq) {
    return "{'id':%d,'op':'DELETE','seq':%d}".formatted(id, seq);
  }

  private static String[] life() {
    return new String[] {
      upsert(7, "PENDING", 10),
      upsert(7, "ACTIVE", 20),
      "{'id':7,'status':'ACTIVE','city':'Izmir','seq':30}",
      "{'id':7,'status':'SUSPENDED','city':'Ankara','seq':40}",
      delete(7, 50)
    };
  }

  private static String[] syncs() {
    String[] syncs = new String[51];
    for (int i = 0; i < syncs.length; i++) {
      syncs[i] = "{'id':8,'status':'same','synced':%d,'seq':%d}".formatted(i, i);
    }
    return syncs;
  }

  private List<String> one(int id) {
    return project.rows("SELECT status, city FROM one WHERE id = " + id);
  }

  private List<String> two(int id) {
    return project.rows(
        "SELECT * EXCEPT (id) FROM two WHERE id = %d ORDER BY __START_AT".formatted(id));
  }

  @Test
  void TT_1_the_same_row_again_changes_nothing() {
    assertThat(one(1)).containsExactly("ACTIVE null");
    assertThat(two(1)).containsExactly("ACTIVE null 10 null");
  }

  @Test
  void TT_2_a_late_row_is_history() {
    assertThat(one(2)).containsExactly("ACTIVE null");
    assertThat(two(2)).containsExactly("PENDING null 10 12", "ACTIVE null 12 null");
  }

  @Test
  void TT_3_of_rows_with_one_sequence_one_counts_and_a_struct_tells_which() {
    assertThat(one(3)).hasSize(1);
    assertThat(project.rows("SELECT * FROM by_struct")).containsExactly("3 SUSPENDED");
  }

  @Test
  void TT_4_the_latest_is_so_by_the_chosen_clock() {
    assertThat(project.rows("SELECT * FROM by_source")).containsExactly("4 NEW");
    assertThat(project.rows("SELECT * FROM by_ingest")).containsExactly("4 OLD");
  }

  @Test
  void TT_5_nulls_can_be_ignored() {
    assertThat(project.rows("SELECT * FROM plain")).containsExactly("42 null Istanbul");
    assertThat(project.rows("SELECT * FROM kept")).containsExactly("42 x@e Istanbul");
  }

  @Test
  void TT_6_a_late_row_before_a_delete_stays_dead() {
    assertThat(one(6)).isEmpty();
    assertThat(two(6)).containsExactly("ACTIVE null 17 18", "SUSPENDED null 18 20");
  }

  @Test
  void TT_7_a_whole_life_may_come_again() {
    assertThat(one(7)).isEmpty();
    assertThat(two(7))
        .containsExactly(
            "PENDING null 10 20",
            "ACTIVE null 20 30",
            "ACTIVE Izmir 30 40",
            "SUSPENDED Ankara 40 50");
  }

  @Test
  void TT_8_fifty_updates_of_one_column() {
    assertThat(project.rows("SELECT count(*) FROM every")).containsExactly("51");
    assertThat(project.rows("SELECT * FROM few")).containsExactly("8 same 50 0 null");
  }

  @Test
  void TT_9_three_changes_are_five_beliefs() {
    assertThat(project.rows("SELECT * FROM beliefs")).hasSize(5);
  }
}
