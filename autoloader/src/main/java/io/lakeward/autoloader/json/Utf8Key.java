/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.json;

import java.util.Arrays;

/** Bytes as a key of a map; a single mutable one serves for looking up. */
public final class Utf8Key {
  private byte[] bytes;
  private int offset;
  private int length;

  Utf8Key(byte[] bytes, int offset, int length) {
    this.bytes = bytes;
    this.offset = offset;
    this.length = length;
  }

  Utf8Key at(byte[] newBytes, int newOffset, int newLength) {
    bytes = newBytes;
    offset = newOffset;
    length = newLength;
    return this;
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = offset; i < offset + length; i++) {
      hash = 31 * hash + bytes[i];
    }
    return hash;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Utf8Key key
        && Arrays.equals(
            bytes, offset, offset + length, key.bytes, key.offset, key.offset + key.length);
  }
}
