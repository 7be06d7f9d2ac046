/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.scan;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;

/** The values of one column of a chunk until they are handed over to its vector. */
final class VectorColumn {
  private static final int FIRST_TEXTS = 1 << 15;
  private static final int MANY_TEXTS = 1 << 24;
  private static final long[] NO_LONGS = {};
  private static final int[] NO_INTS = {};
  private static final short[] NO_SHORTS = {};
  private static final byte[] NO_BYTES = {};
  private static final @Nullable BigDecimal[] NO_DECIMALS = {};

  private final int capacity;
  private final boolean textual;
  private final long[] longs;
  private final int[] ints;
  private final short[] shorts;
  private final byte[] bytes;
  private final @Nullable BigDecimal[] decimals;
  private final long[] lengths;
  private final long[] nulls;
  private byte[] texts = NO_BYTES;
  private int textsSize;
  private int nullCount;

  VectorColumn(VectorType type, int capacity) {
    this.capacity = capacity;
    int size = type.bytes();
    textual = size == 0;
    longs = size == Long.BYTES ? new long[capacity] : NO_LONGS;
    ints = size == Integer.BYTES ? new int[capacity] : NO_INTS;
    shorts = size == Short.BYTES ? new short[capacity] : NO_SHORTS;
    bytes = size == Byte.BYTES ? new byte[capacity] : NO_BYTES;
    decimals = size == VectorType.BY_PRECISION ? new BigDecimal[capacity] : NO_DECIMALS;
    lengths = textual ? new long[capacity] : NO_LONGS;
    nulls = new long[(capacity + Long.SIZE - 1) / Long.SIZE];
  }

  long[] longs() {
    return longs;
  }

  int[] ints() {
    return ints;
  }

  short[] shorts() {
    return shorts;
  }

  byte[] bytes() {
    return bytes;
  }

  void setNull(int row) {
    nullCount++;
    if (textual) {
      lengths[row] = -1;
    } else {
      nulls[row >> 6] |= 1L << row;
    }
  }

  void setDecimal(int row, BigDecimal value) {
    decimals[row] = value;
  }

  /** Whether the column has got so much that the rows should be handed over. */
  boolean setText(int row, byte[] text, int offset, int length) {
    int end = Math.addExact(textsSize, length);
    if (end > texts.length) {
      texts = Arrays.copyOf(texts, Math.max(FIRST_TEXTS, Math.max(end, 2 * textsSize)));
    }
    System.arraycopy(text, offset, texts, textsSize, length);
    textsSize = end;
    lengths[row] = length;
    return end > MANY_TEXTS;
  }

  void flush(DuckDBWritableVector vector, int rows) {
    if (rows == 0) {
      // The memory of a chunk that ends the reading may still be that of the chunk before.
      return;
    }
    VectorMemory memory = new VectorMemory(vector);
    if (nullCount == rows) {
      memory.putValidity(new long[nulls.length]);
    } else if (textual) {
      memory.putTexts(texts, rows == capacity ? lengths : Arrays.copyOf(lengths, rows), textsSize);
    } else {
      putValues(vector, memory, rows);
    }
    forget();
  }

  private void putValues(DuckDBWritableVector vector, VectorMemory memory, int rows) {
    if (decimals.length > 0) {
      for (int row = 0; row < rows; row++) {
        if ((nulls[row >> 6] & 1L << row) == 0) {
          vector.setBigDecimal(row, decimals[row]);
        }
      }
    } else {
      ByteBuffer data = memory.data();
      if (longs.length > 0) {
        data.asLongBuffer().put(0, longs, 0, rows);
      } else if (ints.length > 0) {
        data.asIntBuffer().put(0, ints, 0, rows);
      } else if (shorts.length > 0) {
        data.asShortBuffer().put(0, shorts, 0, rows);
      } else {
        data.put(0, bytes, 0, rows);
      }
    }
    // The driver hands vectors out with all rows NULL.
    long[] valid = new long[nulls.length];
    for (int i = 0; i < valid.length; i++) {
      valid[i] = ~nulls[i];
    }
    memory.putValidity(valid);
  }

  private void forget() {
    if (nullCount > 0) {
      Arrays.fill(nulls, 0);
      nullCount = 0;
    }
    if (texts.length > FIRST_TEXTS && texts.length / 4 > textsSize) {
      // All of it is copied each time, and one chunk of long texts must not make all others slow.
      texts = new byte[Math.max(FIRST_TEXTS, 2 * textsSize)];
    }
    textsSize = 0;
  }
}
