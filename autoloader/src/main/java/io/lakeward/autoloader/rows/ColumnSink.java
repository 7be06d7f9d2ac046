/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.rows;

import java.math.BigDecimal;

/**
 * Takes the values that a reader finds, column by column, without any engine's types.
 *
 * <p>Every cell of a delivered row is set exactly once; rows ascend, and within a row columns
 * ascend. Byte arrays belong to the caller and are valid only during the call.
 */
public interface ColumnSink {
  /** The value is missing. */
  void setNull(int column, int row);

  /** A BOOLEAN. */
  void setBoolean(int column, int row, boolean value);

  /** A TINYINT. */
  void setByte(int column, int row, byte value);

  /** A SMALLINT. */
  void setShort(int column, int row, short value);

  /** An INT. */
  void setInt(int column, int row, int value);

  /** A BIGINT. */
  void setLong(int column, int row, long value);

  /** A FLOAT. */
  void setFloat(int column, int row, float value);

  /** A DOUBLE. */
  void setDouble(int column, int row, double value);

  /** A DECIMAL(p, s); the value's scale is s already. */
  void setDecimal(int column, int row, BigDecimal value);

  /** A DATE in days since 1970-01-01, proleptic Gregorian. */
  void setDate(int column, int row, int epochDays);

  /** A TIMESTAMP in microseconds since 1970-01-01 UTC. */
  void setTimestampMicros(int column, int row, long micros);

  /** A TIMESTAMP_NTZ in microseconds since 1970-01-01 of the same wall clock. */
  void setTimestampNtzMicros(int column, int row, long micros);

  /** A STRING, or an ARRAY, MAP, STRUCT or VARIANT as the JSON text that the README describes. */
  void setUtf8(int column, int row, byte[] bytes, int offset, int length);

  /**
   * A VARIANT in the two parts of its binary form, where JSON text would give numbers other types.
   * Both arrays are the sink's from then on.
   */
  void setVariant(int column, int row, byte[] value, byte[] metadata);

  /** A BINARY. */
  void setBinary(int column, int row, byte[] bytes, int offset, int length);

  /** Whether the rows so far are enough for one chunk, because of how much they hold. */
  default boolean isFull() {
    return false;
  }
}
