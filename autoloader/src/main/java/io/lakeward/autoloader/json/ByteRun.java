/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.spark.unsafe.Platform;

/** Bytes that are looked for at many places, compared eight at a time. */
public final class ByteRun {
  private final byte[] bytes;
  private final int length;
  private final int words;
  private final long[] word;
  private final long[] mask;

  private ByteRun(byte[] bytes) {
    this.bytes = bytes;
    length = bytes.length;
    words = (length + Long.BYTES - 1) / Long.BYTES;
    byte[] padded = Arrays.copyOf(bytes, words * Long.BYTES);
    byte[] ones = new byte[padded.length];
    Arrays.fill(ones, 0, length, (byte) 0xFF);
    word = new long[words];
    mask = new long[words];
    for (int i = 0; i < words; i++) {
      word[i] = wordAt(padded, i * Long.BYTES);
      mask[i] = wordAt(ones, i * Long.BYTES);
    }
  }

  static ByteRun of(byte[] start, String rest) {
    byte[] end = rest.getBytes(StandardCharsets.UTF_8);
    byte[] all = Arrays.copyOf(start, start.length + end.length);
    System.arraycopy(end, 0, all, start.length, end.length);
    return new ByteRun(all);
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** Whether the bytes stand at the position and end before {@code to}. */
  boolean isAt(byte[] line, int at, int to) {
    if (at + length > to) {
      return false;
    }
    if (at + words * Long.BYTES > line.length) {
      return Arrays.equals(line, at, at + length, bytes, 0, length);
    }
    for (int i = 0; i < words; i++) {
      if (((wordAt(line, at + i * Long.BYTES) ^ word[i]) & mask[i]) != 0) {
        return false;
      }
    }
    return true;
  }

  private static long wordAt(byte[] line, int at) {
    return Platform.getLong(line, Platform.BYTE_ARRAY_OFFSET + at);
  }
}
