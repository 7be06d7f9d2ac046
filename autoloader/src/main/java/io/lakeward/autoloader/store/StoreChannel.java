/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import org.apache.hadoop.fs.FSDataInputStream;

/** Reads a file of a store from any place on. */
final class StoreChannel implements SeekableByteChannel {
  private static final int CHUNK = 1 << 16;

  private final FSDataInputStream in;
  private final long size;
  private boolean open = true;

  StoreChannel(FSDataInputStream in, long size) {
    this.in = in;
    this.size = size;
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    if (target.hasArray()) {
      int start = target.arrayOffset() + target.position();
      int read = in.read(target.array(), start, target.remaining());
      target.position(target.position() + Math.max(0, read));
      return read;
    }
    byte[] bytes = new byte[Math.min(CHUNK, target.remaining())];
    int read = in.read(bytes, 0, bytes.length);
    target.put(bytes, 0, Math.max(0, read));
    return read;
  }

  @Override
  public long position() throws IOException {
    return in.getPos();
  }

  @Override
  public SeekableByteChannel position(long position) throws IOException {
    in.seek(position);
    return this;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public int write(ByteBuffer source) {
    throw new NonWritableChannelException();
  }

  @Override
  public SeekableByteChannel truncate(long length) {
    throw new NonWritableChannelException();
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() throws IOException {
    open = false;
    in.close();
  }
}
