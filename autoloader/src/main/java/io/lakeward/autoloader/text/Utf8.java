/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.text;

/** Checks UTF-8 strictly: no overlong forms, no surrogates. */
public final class Utf8 {
  private Utf8() {}

  /** The index after the character of several bytes at {@code i}, or -1 if it is not valid. */
  public static int next(byte[] bytes, int i, int end) {
    int lead = bytes[i] & 0xFF;
    if (lead >= 0xC2 && lead <= 0xDF) {
      return i + 1 < end && isTail(bytes[i + 1]) ? i + 2 : -1;
    }
    if (lead >= 0xE0 && lead <= 0xEF) {
      if (i + 2 >= end || !isTail(bytes[i + 1]) || !isTail(bytes[i + 2])) {
        return -1;
      }
      int second = bytes[i + 1] & 0xFF;
      boolean valid = (lead != 0xE0 || second >= 0xA0) && (lead != 0xED || second < 0xA0);
      return valid ? i + 3 : -1;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
      if (i + 3 >= end || !isTail(bytes[i + 1]) || !isTail(bytes[i + 2]) || !isTail(bytes[i + 3])) {
        return -1;
      }
      int second = bytes[i + 1] & 0xFF;
      boolean valid = (lead != 0xF0 || second >= 0x90) && (lead != 0xF4 || second < 0x90);
      return valid ? i + 4 : -1;
    }
    return -1;
  }

  /** Whether all bytes are characters. */
  public static boolean isValid(byte[] bytes, int start, int end) {
    int i = start;
    while (i >= 0 && i < end) {
      i = bytes[i] >= 0 ? i + 1 : next(bytes, i, end);
    }
    return i >= 0;
  }

  private static boolean isTail(byte b) {
    return (b & 0xC0) == 0x80;
  }
}
