/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.text;

import java.nio.ByteOrder;

/**
 * Looks at eight bytes of a text at once, as a number. A byte is marked by its highest bit; only
 * the lowest mark of a word is certain, those above it may be there for no reason.
 */
public final class ByteWords {
  /** Elsewhere the first byte of a word is not its lowest. */
  public static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long BLANKS = ONES * ' ';

  // Multiplied with a word whose only bit is the lowest of byte k, its highest byte becomes k.
  private static final long BYTE_NUMBERS = 0x0001020304050607L;

  private ByteWords() {}

  /** Eight times the byte. */
  public static long of(int signedByte) {
    return ONES * signedByte;
  }

  /** Not zero in the highest bit of a byte that is the sign; other bits mean nothing. */
  public static long differences(long word, long signs) {
    return (word ^ signs) - ONES;
  }

  /** The marks of bytes below a blank or above ASCII, and of those that {@code found} tells of. */
  public static long marks(long word, long found) {
    return (found | (word - BLANKS) | word) & HIGHS;
  }

  /** The number of the first marked byte, from 0. */
  public static int first(long marks) {
    return (int) ((((marks & -marks) >>> 7) * BYTE_NUMBERS) >>> 56);
  }
}
