/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.content;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Hadoop's way to store compressed blocks: the length of the block, then chunks of it, each with
 * its compressed length before it.
 */
public final class HadoopBlocks extends InputStream {
  private static final int LONGEST = 1 << 28;

  private final InputStream in;
  private final Chunks chunks;
  private byte[] chunk = new byte[0];
  private int next;
  private long leftInBlock;

  /** Decompresses one chunk. */
  interface Chunks {
    /**
     * @param most bytes that may come out
     */
    byte[] decompress(byte[] bytes, int most) throws IOException;
  }

  HadoopBlocks(InputStream in, Chunks chunks) {
    this.in = in;
    this.chunks = chunks;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    while (next == chunk.length) {
      if (leftInBlock == 0) {
        int first = in.read();
        if (first < 0) {
          return -1;
        }
        leftInBlock = number(first);
        continue;
      }
      chunk = chunks.decompress(exactly(number(in.read())), (int) leftInBlock);
      next = 0;
      leftInBlock -= chunk.length;
      if (leftInBlock < 0) {
        throw new IOException("a block is longer than announced");
      }
    }
    int count = Math.min(length, chunk.length - next);
    System.arraycopy(chunk, next, bytes, offset, count);
    next += count;
    return count;
  }

  private int number(int first) throws IOException {
    byte[] rest = exactly(3);
    int number = first << 24 | (rest[0] & 0xFF) << 16 | (rest[1] & 0xFF) << 8 | (rest[2] & 0xFF);
    if (first < 0 || number < 0 || number > LONGEST) {
      throw new IOException("the length of a block is " + number);
    }
    return number;
  }

  private byte[] exactly(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
