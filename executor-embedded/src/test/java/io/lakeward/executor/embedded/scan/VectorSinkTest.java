/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBLogicalType;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionBuilder;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;
import org.junit.jupiter.api.Test;

final class VectorSinkTest {
  private static final StructType SCHEMA =
      StructType.fromDDL(
          "a BOOLEAN, b TINYINT, c SMALLINT, d INT, e BIGINT, f FLOAT, g DOUBLE, h DECIMAL(4,1), i"
              + " DECIMAL(38,2), j STRING, k BINARY, l DATE, m STRING");
  private static final List<VectorType> TYPES =
      Arrays.stream(SCHEMA.fields()).map(StructField::dataType).map(VectorType::of).toList();

  /** Rows until a number of them, in chunks that the sink fills; row 3 and others are all NULL. */
  private static final class Rows implements DuckDBTableFunction<Object, int[], VectorSink> {
    private final int count;

    Rows(int count) {
      this.count = count;
    }

    @Override
    public Object bind(DuckDBTableFunctionBindInfo info) throws SQLException {
      for (int i = 0; i < TYPES.size(); i++) {
        try (DuckDBLogicalType type = TYPES.get(i).logicalType()) {
          info.addResultColumn("c" + i, type);
        }
      }
      return "";
    }

    @Override
    public int[] init(DuckDBTableFunctionInitInfo info) {
      info.setMaxThreads(1);
      return new int[1];
    }

    @Override
    public VectorSink localInit(DuckDBTableFunctionInitInfo info) {
      return new VectorSink(TYPES, 2048);
    }

    @Override
    public long apply(DuckDBTableFunctionCallInfo call, DuckDBDataChunkWriter chunk) {
      int[] next = call.getInitData();
      VectorSink sink = call.getLocalInitData();
      int rows = 0;
      for (; rows < 2048 && next[0] < count && !sink.isFull(); rows++) {
        put(sink, rows, next[0]++);
      }
      int[] positions = new int[TYPES.size()];
      Arrays.setAll(positions, i -> i);
      sink.flush(chunk, positions, rows);
      return rows;
    }

    private static void put(VectorSink sink, int row, int number) {
      if (number % 7 == 3) {
        for (int i = 0; i < TYPES.size(); i++) {
          sink.setNull(i, row);
        }
        return;
      }
      sink.setBoolean(0, row, number % 2 == 0);
      sink.setByte(1, row, (byte) number);
      sink.setShort(2, row, (short) -number);
      sink.setInt(3, row, Integer.MIN_VALUE + number);
      sink.setLong(4, row, Long.MAX_VALUE - number);
      sink.setFloat(5, row, number == 0 ? Float.NaN : number / 4f);
      sink.setDouble(6, row, number == 0 ? -0.0 : number / 8.0);
      sink.setDecimal(7, row, new BigDecimal("-999.9"));
      sink.setDecimal(8, row, new BigDecimal("123456789012345678901234567890.12"));
      byte[] text = ("ä" + number + "-").repeat(1 + number % 5).getBytes(StandardCharsets.UTF_8);
      sink.setUtf8(9, row, text, 0, number % 11 == 0 ? 0 : text.length);
      sink.setBinary(10, row, new byte[] {9, (byte) number, 9}, 1, 1);
      sink.setDate(11, row, -number);
      sink.setNull(12, row);
    }
  }

  private static List<String> read(Rows rows, String select) throws SQLException {
    List<String> found = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = connection.createStatement()) {
      try (DuckDBTableFunctionBuilder builder = DuckDBFunctions.tableFunction()) {
        builder.withName("numbers").withFunction(rows).register(connection);
      }
      try (ResultSet result = sql.executeQuery(select)) {
        while (result.next()) {
          found.add(result.getString(1));
        }
      }
    }
    return found;
  }

  @Test
  void values_of_every_type_arrive_in_chunks_full_and_not() throws SQLException {
    String fields =
        "[c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, hex(from_base64(c10)), DATE '1970-01-01' +"
            + " c11, c12]";
    List<String> found =
        read(
            new Rows(5000),
            "SELECT " + fields.replace("[", "row(").replace("]", ")::VARCHAR FROM numbers()"));
    assertThat(found).hasSize(5000);
    assertThat(found.get(0))
        .isEqualTo(
            "(true, 0, 0, -2147483648, 9223372036854775807, nan, -0.0, -999.9,"
                + " 123456789012345678901234567890.12, '', 00, 1970-01-01, NULL)");
    for (int number = 1; number < 5000; number++) {
      String row = found.get(number);
      if (number % 7 == 3) {
        assertThat(row).isEqualTo("(" + "NULL, ".repeat(12) + "NULL)");
      } else {
        String text = number % 11 == 0 ? "''" : ("ä" + number + "-").repeat(1 + number % 5);
        assertThat(row)
            .contains(", " + -(short) number + ", " + (Integer.MIN_VALUE + number) + ", ")
            .contains(Long.toString(Long.MAX_VALUE - number))
            .contains(", " + text + ", ");
      }
    }
  }

  @Test
  void a_chunk_without_a_null_has_none() throws SQLException {
    assertThat(read(new Rows(3), "SELECT count(c4) || ' ' || count(c12) FROM numbers()"))
        .containsExactly("3 0");
  }

  @Test
  void long_texts_make_chunks_short() throws SQLException {
    byte[] megabyte = new byte[1 << 20];
    VectorSink sink = new VectorSink(List.of(VectorType.of(DataTypes.StringType)), 2048);
    int row = 0;
    while (!sink.isFull()) {
      sink.setUtf8(0, row++, megabyte, 0, megabyte.length);
    }
    assertThat(row).isEqualTo(17);
  }
}
