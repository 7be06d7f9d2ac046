/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.content;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * How the text of a file is written.
 *
 * @param charset if the options name one; otherwise UTF-8, or what a byte order mark says
 * @param separator the bytes in UTF-8 that end a line; none for the usual line ends
 */
public record TextLayout(Optional<Charset> charset, byte[] separator) {
  /** UTF-8 with the usual line ends. */
  public static final TextLayout PLAIN = new TextLayout(Optional.empty(), new byte[0]);

  /** Whether characters are bytes that can be read from any place on. */
  public boolean isUtf8() {
    return charset.isEmpty() || charset.get().equals(StandardCharsets.UTF_8);
  }

  /**
   * The encoding that the first bytes of a file tell; empty if it is UTF-8 or untold.
   *
   * @param first at least four bytes, if the file has as many
   */
  static Optional<Charset> byMark(byte[] first) {
    if (starts(first, 0xFF, 0xFE, 0, 0)) {
      return Optional.of(Charset.forName("UTF-32LE"));
    }
    if (starts(first, 0, 0, 0xFE, 0xFF)) {
      return Optional.of(Charset.forName("UTF-32BE"));
    }
    if (starts(first, 0xFF, 0xFE)) {
      return Optional.of(StandardCharsets.UTF_16LE);
    }
    return starts(first, 0xFE, 0xFF) ? Optional.of(StandardCharsets.UTF_16BE) : Optional.empty();
  }

  private static boolean starts(byte[] bytes, int... mark) {
    if (bytes.length < mark.length) {
      return false;
    }
    for (int i = 0; i < mark.length; i++) {
      if ((bytes[i] & 0xFF) != mark[i]) {
        return false;
      }
    }
    return true;
  }
}
