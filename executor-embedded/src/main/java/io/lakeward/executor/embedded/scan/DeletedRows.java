/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.scan;

import io.lakeward.tables.DataFile;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;

/**
 * The rows of files that their deletion vectors mark, as a table of the connection: for each file a
 * string of bits, one for each of its rows up to the last that is marked. Joined to the rows, that
 * costs next to nothing, however many of them are marked.
 */
final class DeletedRows {
  private DeletedRows() {}

  /**
   * The end of a SELECT that leaves these rows out: of its FROM clause, and its WHERE clause.
   *
   * @param number SQL of a row's number in its file, which is in {@link TablePositions#FILE}
   * @return nothing if there are no such rows
   */
  static String without(Connection connection, List<DataFile> files, String number)
      throws SQLException {
    if (files.stream().noneMatch(DataFile::hasDeletionVector)) {
      return "";
    }
    // Behind the marked rows there is a bit for all that follow, which is 0.
    return """
         LEFT JOIN %s AS d ON %s = d."#deleted_file" \
        WHERE d."#deleted_rows" IS NULL \
        OR get_bit(d."#deleted_rows", CAST(least(%s, bit_length(d."#deleted_rows") - 1) AS INTEGER)) = 0"""
        .formatted(table(connection, files), TablePositions.FILE, number);
  }

  private static String table(Connection connection, List<DataFile> files) throws SQLException {
    String name = "lakeward_deleted_" + UUID.randomUUID().toString().replace('-', '_');
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TEMP TABLE " + name + " (\"#deleted_file\" VARCHAR, \"#deleted_rows\" BIT)");
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO " + name + " SELECT CAST(? AS VARCHAR), CAST(CAST(? AS BLOB) AS BIT)")) {
      for (DataFile file : files) {
        if (file.deletionVector().isPresent()) {
          insert.setString(1, file.path().toString());
          insert.setBytes(2, bits(file.deletionVector().get().rows()));
          insert.executeUpdate();
        }
      }
    }
    return name;
  }

  /** DuckDB counts the bits of a byte from the highest. */
  private static byte[] bits(int[] rows) {
    int last = rows.length == 0 ? -1 : rows[rows.length - 1];
    byte[] bits = new byte[(last + 1) / Byte.SIZE + 1];
    for (int row : rows) {
      bits[row / Byte.SIZE] |= (byte) (0x80 >>> row % Byte.SIZE);
    }
    return bits;
  }
}
