/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.testkit.cdc.ChangeProject;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows are found again by keys of every type, in files that are passed over by their bounds. */
class KeyTypesTest {
  @TempDir Path folder;

  private static Map<String, String> keys() {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("long_text", "concat(repeat('x', 40), CAST(id AS STRING))");
    keys.put("astral_text", "concat('é', repeat('𝄞', 40), CAST(id AS STRING))");
    keys.put("bytes", "CAST(concat('ÿ', CAST(id AS STRING)) AS BINARY)");
    keys.put("day", "date_add(DATE'1580-10-01', id * 3000)");
    keys.put("moment", "timestamp_micros(id * 999)");
    keys.put("early_moment", "timestamp_micros(-62135596800000000 + id)");
    keys.put("local_moment", "CAST(timestamp_micros(-id) AS TIMESTAMP_NTZ)");
    keys.put("amount", "CAST(id AS DECIMAL(38,30)) / 7");
    keys.put("fraction", "CASE WHEN id = 3 THEN double('NaN') ELSE -0.0D * id + id / 10D END");
    return keys;
  }

  private static String change(int id, String v, int sequence) {
    return "{'id':%d,'v':'%s','seq':%d}".formatted(id, v, sequence);
  }

  @Test
  void CDC_1_rowsAreFoundByKeysOfAnyType() {
    StringBuilder sql = new StringBuilder();
    keys()
        .forEach(
            (name, key) ->
                sql.append(
                    """
                    CREATE TEMPORARY VIEW v_%1$s AS SELECT %2$s AS k, v, seq FROM FEED;
                    CREATE STREAMING TABLE %1$s FLOW AUTO CDC FROM STREAM(v_%1$s)
                      KEYS (k) SEQUENCE BY seq COLUMNS (k, v);
                    """
                        .formatted(name, key)));
    try (ChangeProject project =
        EmbeddedChanges.project(folder).columns("id INT, v STRING, seq INT").sql(sql.toString())) {
      project.feed(change(0, "a", 1), change(1, "a", 1)).update();
      project.feed(change(2, "a", 1), change(3, "a", 1), change(4, "a", 1)).update();
      project.feed(change(1, "b", 2), change(3, "b", 2)).update();
      project
          .feed(change(0, "c", 3), change(2, "c", 3), change(4, "c", 3), change(3, "late", 1))
          .update();
      for (String name : keys().keySet()) {
        assertThat(
                project.rows(
                    "SELECT v, count(*), count(DISTINCT k) FROM %s GROUP BY v ORDER BY v"
                        .formatted(name)))
            .as(name)
            .containsExactly("b 2 2", "c 3 3");
      }
    }
  }
}
