/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.rows;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lakeward.autoloader.text.Utf8;
import io.lakeward.autoloader.text.ValueKind;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.unsafe.types.VariantVal;
import org.jspecify.annotations.Nullable;

/**
 * One row between parser and sink: a record is delivered only when it has been read to its end, so
 * that the sink sees each cell once. Columns of the read schema come first, then the metadata
 * fields. Texts are referred to, not copied.
 */
public final class RowBuffer {
  private static final boolean[] NONE = {};

  private final ValueKind[] kinds;
  private final boolean[] fixed;
  private final int[] delivered;
  private final boolean[] set;
  private boolean[] kept = NONE;
  private final long[] bits;
  private final byte[] @Nullable [] texts;
  private final @Nullable BigDecimal[] decimals;
  private final @Nullable VariantVal[] variants;
  private final int[] offsets;
  private final int[] lengths;
  private final Map<String, String> misfits = new LinkedHashMap<>();

  /**
   * @param delivered columns in the sink's order
   */
  public RowBuffer(List<ValueKind> kinds, int[] delivered) {
    this.kinds = kinds.toArray(ValueKind[]::new);
    this.delivered = delivered;
    int size = this.kinds.length;
    fixed = new boolean[size];
    set = new boolean[size];
    bits = new long[size];
    texts = new byte[size][];
    decimals = new BigDecimal[size];
    variants = new VariantVal[size];
    offsets = new int[size];
    lengths = new int[size];
  }

  /**
   * Forgets all values.
   *
   * @param columns those whose value, put next, is the same for the whole file
   */
  void startFile(BitSet columns) {
    for (int i = 0; i < fixed.length; i++) {
      fixed[i] = columns.get(i);
    }
    Arrays.fill(set, false);
    kept = NONE;
    misfits.clear();
  }

  /** Notes a folder's value that its column cannot hold. */
  void addMisfit(String column, String value) {
    misfits.put(column, value);
  }

  /** The values of the file's folders that their columns cannot hold. */
  public Map<String, String> misfits() {
    return misfits;
  }

  /** Forgets the record's values; those of the file stay. */
  public void clear() {
    if (kept.length != set.length) {
      // The first record: all that is fixed is set now.
      boolean[] left = new boolean[set.length];
      for (int i = 0; i < set.length; i++) {
        left[i] = set[i] && fixed[i];
      }
      kept = left;
    }
    System.arraycopy(kept, 0, set, 0, set.length);
  }

  ValueKind kind(int column) {
    return kinds[column];
  }

  public void putNull(int column) {
    set[column] = false;
  }

  /** Integers, booleans, dates and times as they are; floating-point numbers as their bits. */
  public void putBits(int column, long value) {
    bits[column] = value;
    set[column] = true;
  }

  public void putText(int column, byte[] bytes, int offset, int length) {
    texts[column] = bytes;
    variants[column] = null;
    offsets[column] = offset;
    lengths[column] = length;
    set[column] = true;
  }

  public void putText(int column, byte[] bytes) {
    putText(column, bytes, 0, bytes.length);
  }

  /** A text as it was found: what is no UTF-8 in it becomes U+FFFD, since no table can hold it. */
  public void putFound(int column, byte[] bytes, int offset, int length) {
    if (Utf8.isValid(bytes, offset, offset + length)) {
      putText(column, bytes, offset, length);
    } else {
      putText(column, new String(bytes, offset, length, UTF_8).getBytes(UTF_8));
    }
  }

  public void putDecimal(int column, BigDecimal value) {
    decimals[column] = value;
    set[column] = true;
  }

  /** A VARIANT in its binary form. */
  public void putVariant(int column, VariantVal value) {
    variants[column] = value;
    set[column] = true;
  }

  /** A value in the form that Spark's parsers give. */
  public void putInternal(int column, @Nullable Object value) {
    if (value == null) {
      set[column] = false;
    } else if (value instanceof UTF8String text) {
      putText(column, text.getBytes());
    } else if (value instanceof byte[] binary) {
      putText(column, binary);
    } else if (value instanceof Decimal decimal) {
      putDecimal(column, decimal.toJavaBigDecimal());
    } else if (value instanceof Double number) {
      putBits(column, Double.doubleToRawLongBits(number));
    } else if (value instanceof Float number) {
      putBits(column, Float.floatToRawIntBits(number));
    } else if (value instanceof Boolean truth) {
      putBits(column, truth ? 1 : 0);
    } else {
      putBits(column, ((Number) value).longValue());
    }
  }

  public void deliver(ColumnSink sink, int row) {
    for (int i = 0; i < delivered.length; i++) {
      deliver(sink, row, i, delivered[i]);
    }
  }

  private void deliver(ColumnSink sink, int row, int to, int from) {
    if (!set[from]) {
      sink.setNull(to, row);
      return;
    }
    switch (kinds[from]) {
      case STRING, NESTED ->
          sink.setUtf8(to, row, present(texts[from]), offsets[from], lengths[from]);
      case VARIANT -> {
        VariantVal binary = variants[from];
        if (binary == null) {
          sink.setUtf8(to, row, present(texts[from]), offsets[from], lengths[from]);
        } else {
          sink.setVariant(to, row, binary.getValue(), binary.getMetadata());
        }
      }
      case BINARY -> sink.setBinary(to, row, present(texts[from]), offsets[from], lengths[from]);
      case DECIMAL -> sink.setDecimal(to, row, present(decimals[from]));
      case BOOLEAN -> sink.setBoolean(to, row, bits[from] != 0);
      case BYTE -> sink.setByte(to, row, (byte) bits[from]);
      case SHORT -> sink.setShort(to, row, (short) bits[from]);
      case INT -> sink.setInt(to, row, (int) bits[from]);
      case LONG -> sink.setLong(to, row, bits[from]);
      case FLOAT -> sink.setFloat(to, row, Float.intBitsToFloat((int) bits[from]));
      case DOUBLE -> sink.setDouble(to, row, Double.longBitsToDouble(bits[from]));
      case DATE -> sink.setDate(to, row, (int) bits[from]);
      case TIMESTAMP -> sink.setTimestampMicros(to, row, bits[from]);
      case TIMESTAMP_NTZ -> sink.setTimestampNtzMicros(to, row, bits[from]);
      case NULL -> sink.setNull(to, row);
    }
  }

  private static <T> T present(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("a column has no value");
    }
    return value;
  }

  @Override
  public String toString() {
    return Arrays.toString(kinds);
  }
}
