/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.scan;

import io.lakeward.engine.executor.Slice;
import io.lakeward.executor.embedded.expression.SqlQuotes;
import io.lakeward.tables.DataFile;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.spark.sql.catalyst.expressions.Attribute;

/**
 * Finds files with timestamps in the old INT96 form, which Spark still writes by default. In UTC
 * they need no care, and files of this engine never have them, so that files are rarely opened for
 * this.
 */
final class LegacyTimestamps {
  private static final Pattern OWN =
      Pattern.compile("part-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-\\d+\\.parquet");

  private LegacyTimestamps() {}

  static Set<Path> find(
      Connection connection, String zone, List<Attribute> columns, Slice.TableFiles slice)
      throws SQLException {
    boolean timestamps = columns.stream().anyMatch(c -> TableFilesScan.hasTimestamp(c.dataType()));
    List<Path> foreign =
        slice.files().stream()
            .map(DataFile::path)
            .filter(p -> !OWN.matcher(p.getFileName().toString()).matches())
            .toList();
    Set<Path> found = new HashSet<>();
    if (!timestamps || foreign.isEmpty() || isUtc(zone)) {
      return found;
    }
    String files =
        String.join(", ", foreign.stream().map(p -> SqlQuotes.fileLiteral(p.toString())).toList());
    try (Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT DISTINCT file_name FROM parquet_schema(["
                    + files
                    + "]) WHERE type = 'INT96'")) {
      while (result.next()) {
        found.add(Path.of(result.getString(1)));
      }
    }
    return found;
  }

  private static boolean isUtc(String zone) {
    return ZoneId.of(zone).normalized().equals(ZoneOffset.UTC);
  }
}
