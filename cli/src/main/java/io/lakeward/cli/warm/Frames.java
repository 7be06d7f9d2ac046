/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.warm;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Pieces of data on a socket, each with its kind and length. Channels are used directly: the
 * streams over them do not read and write at the same time.
 */
final class Frames {
  /** A {@link WarmRequest}. */
  static final byte REQUEST = 0;

  /** Bytes for standard output. */
  static final byte OUT = 1;

  /** Bytes for standard error. */
  static final byte ERR = 2;

  /** The command has ended; an int is its exit code. */
  static final byte EXIT = 3;

  /** The command was not run; the client has to. */
  static final byte REFUSED = 4;

  private static final int MOST_BYTES = 1 << 20;

  private final SocketChannel channel;

  Frames(SocketChannel channel) {
    this.channel = channel;
  }

  record Frame(byte kind, byte[] content) {}

  void write(byte kind, byte[] bytes, int offset, int length) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(5 + length);
    frame.put(kind).putInt(length).put(bytes, offset, length).flip();
    synchronized (this) {
      while (frame.hasRemaining()) {
        channel.write(frame);
      }
    }
  }

  void write(byte kind, byte[] bytes) throws IOException {
    write(kind, bytes, 0, bytes.length);
  }

  Frame read() throws IOException {
    ByteBuffer head = readFully(5);
    byte kind = head.get();
    int length = head.getInt();
    if (length < 0 || length > MOST_BYTES) {
      throw new IOException("not a frame");
    }
    return new Frame(kind, readFully(length).array());
  }

  private ByteBuffer readFully(int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(length);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new EOFException("the other side has gone");
      }
    }
    return buffer.flip();
  }

  /** What is written goes out as frames of one kind. */
  OutputStream stream(byte kind) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        for (int at = 0; at < length; at += MOST_BYTES) {
          Frames.this.write(kind, bytes, offset + at, Math.min(MOST_BYTES, length - at));
        }
      }
    };
  }
}
