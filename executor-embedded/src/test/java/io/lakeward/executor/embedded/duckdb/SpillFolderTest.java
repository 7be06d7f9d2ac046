/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillFolderTest {
  /** No process has it. */
  private static final long NOBODY = Long.MAX_VALUE;

  private static final Instant NOW = Instant.parse("2026-01-02T00:00:00Z");

  @TempDir private Path folder;

  @Test
  void databasesWithLittleMemorySpillIntoFoldersOfTheirOwn() throws Exception {
    try (DuckDbDatabase one = new DuckDbDatabase(64L << 20, folder, 2, "UTC");
        DuckDbDatabase other = new DuckDbDatabase(64L << 20, folder, 2, "UTC");
        Connection first = one.connect();
        Connection second = other.connect()) {
      sort(first);
      sort(second);

      assertThat(Files.list(folder)).hasSize(2);
    }
    assertThat(Files.list(folder)).isEmpty();
  }

  @Test
  void whatKilledProcessesLeftIsDeletedAfterAWhile() throws Exception {
    Path old = leftBy(NOBODY, NOW.minus(Duration.ofHours(2)));
    Path fresh = leftBy(NOBODY - 1, NOW.minus(Duration.ofMinutes(2)));
    Path living = leftBy(ProcessHandle.current().pid(), NOW.minus(Duration.ofHours(2)));
    Path foreign = Files.createDirectory(folder.resolve("duckdb-mine"));

    new SpillFolder(folder).deleteLeftovers(NOW);

    assertThat(old).doesNotExist();
    assertThat(Stream.of(fresh, living, foreign)).allMatch(Files::exists);
  }

  private Path leftBy(long process, Instant when) throws IOException {
    Path left = Files.createDirectory(folder.resolve("duckdb-" + process + "-1"));
    Files.writeString(left.resolve("duckdb_temp_storage_DEFAULT-0.tmp"), "rows");
    Files.setLastModifiedTime(left, FileTime.from(when));
    return left;
  }

  /** More rows than the memory holds. */
  private static void sort(Connection connection) throws Exception {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TEMP TABLE t AS SELECT md5(i::VARCHAR) AS v FROM range(1500000) AS r(i)");
      try (ResultSet rows = statement.executeQuery("SELECT count(DISTINCT v) FROM t")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getLong(1)).isEqualTo(1_500_000);
      }
    }
  }
}
