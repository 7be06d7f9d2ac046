/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.content;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Text of any encoding as UTF-8, so that parsers need to know only that one. */
public final class Utf8Stream extends InputStream {
  private static final int CAPACITY = 1 << 14;

  private final Reader reader;
  private final CharsetEncoder encoder =
      StandardCharsets.UTF_8
          .newEncoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);
  private final CharBuffer chars = CharBuffer.allocate(CAPACITY).flip();
  private final ByteBuffer bytes = ByteBuffer.allocate(CAPACITY).flip();
  private boolean ended;

  Utf8Stream(InputStream in, Charset charset) {
    this.reader = new InputStreamReader(in, charset);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    while (!bytes.hasRemaining()) {
      if (!fill()) {
        return -1;
      }
    }
    int count = Math.min(length, bytes.remaining());
    bytes.get(target, offset, count);
    return count;
  }

  private boolean fill() throws IOException {
    if (ended && !chars.hasRemaining()) {
      return false;
    }
    if (!ended) {
      chars.compact();
      ended = reader.read(chars) < 0;
      chars.flip();
    }
    bytes.clear();
    encoder.encode(chars, bytes, ended);
    if (ended && !chars.hasRemaining()) {
      encoder.flush(bytes);
    }
    bytes.flip();
    return true;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
