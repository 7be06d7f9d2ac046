/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.avro.file.SeekableInput;

/** A file of any file system for Avro's library. */
final class SeekableFile implements SeekableInput {
  private final SeekableByteChannel channel;

  SeekableFile(Path file) throws IOException {
    channel = Files.newByteChannel(file);
  }

  @Override
  public void seek(long position) throws IOException {
    channel.position(position);
  }

  @Override
  public long tell() throws IOException {
    return channel.position();
  }

  @Override
  public long length() throws IOException {
    return channel.size();
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    return channel.read(ByteBuffer.wrap(bytes, offset, length));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
