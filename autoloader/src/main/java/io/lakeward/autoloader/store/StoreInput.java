/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;

/** The bytes of a file in a store; what fails about the store fails as {@link StoreFailures}. */
final class StoreInput extends FSInputStream {
  private final StorePath path;
  private final FSDataInputStream in;

  StoreInput(StorePath path, FSDataInputStream in) {
    this.path = path;
    this.in = in;
  }

  /** Who asks for bytes after the end was misled by the content of the file. */
  private IOException failure(IOException e) {
    return e.getClass() == EOFException.class ? e : StoreFailures.of(path, e);
  }

  @Override
  public int read() throws IOException {
    try {
      return in.read();
    } catch (IOException e) {
      throw StoreFailures.of(path, e);
    }
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    try {
      return in.read(bytes, offset, length);
    } catch (IOException e) {
      throw StoreFailures.of(path, e);
    }
  }

  @Override
  public int read(long position, byte[] bytes, int offset, int length) throws IOException {
    try {
      return in.read(position, bytes, offset, length);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  @Override
  public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate)
      throws IOException {
    try {
      in.readVectored(ranges, allocate);
    } catch (IOException e) {
      throw failure(e);
    }
    for (FileRange range : ranges) {
      range.setData(
          range
              .getData()
              .exceptionally(
                  e -> {
                    Throwable reason = e instanceof CompletionException ? e.getCause() : e;
                    throw new CompletionException(
                        reason instanceof IOException io ? failure(io) : reason);
                  }));
    }
  }

  @Override
  public void seek(long position) throws IOException {
    try {
      in.seek(position);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  @Override
  public boolean seekToNewSource(long position) throws IOException {
    return in.seekToNewSource(position);
  }

  @Override
  public long getPos() throws IOException {
    return in.getPos();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
