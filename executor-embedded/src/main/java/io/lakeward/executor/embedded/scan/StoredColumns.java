/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.scan;

import io.lakeward.executor.embedded.expression.DuckTypes;
import io.lakeward.executor.embedded.expression.SqlQuotes;
import io.lakeward.tables.DataFile;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.TimestampType;

/**
 * What a set of Parquet files holds, by the names in lower case. DuckDB reads files at full speed
 * as they are; told what columns to make of them, it takes twice the time. So that is only done
 * where the files hold something else than the table's columns.
 */
record StoredColumns(Map<String, String> types) {
  /** Of more files than this, opening each one to look costs more than it saves. */
  private static final int MOST_FILES = 64;

  /** Empty if it is not worth looking. */
  static Optional<StoredColumns> find(Connection connection, List<DataFile> files)
      throws SQLException {
    if (files.isEmpty() || files.size() > MOST_FILES) {
      return Optional.empty();
    }
    Map<String, String> types = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("DESCRIBE SELECT * FROM " + asTheyAre(files))) {
      while (rows.next()) {
        types.put(rows.getString(1).toLowerCase(Locale.ROOT), rows.getString(2));
      }
    }
    return Optional.of(new StoredColumns(types));
  }

  /** The files as a table; a column that only some of them have is NULL in the others. */
  static String asTheyAre(List<DataFile> files) {
    return files.stream()
        .map(file -> SqlQuotes.fileLiteral(file.path().toString()))
        .collect(
            Collectors.joining(
                ", ", "read_parquet([", "], union_by_name = true, hive_partitioning = false)"));
  }

  /** Whether the column is in the files, in just the type that it has in the table. */
  boolean holds(Attribute column) {
    return typeText(column.dataType()).equals(types.get(column.name().toLowerCase(Locale.ROOT)));
  }

  private static String typeText(DataType type) {
    return type instanceof TimestampType ? "TIMESTAMP WITH TIME ZONE" : DuckTypes.of(type);
  }
}
