/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import io.delta.kernel.internal.deletionvectors.Base85Codec;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.zip.CRC32;

/**
 * The file beside the data that holds the deletion vectors of one commit which are too long for the
 * log. It begins with a version; each vector is its size, its bytes and their checksum.
 *
 * <p>For one thread.
 */
final class DeletionVectorFile {
  private static final String PREFIX = "deletion_vector_";
  private static final String SUFFIX = ".bin";
  private static final int VERSION = 1;

  private final Path table;
  private final UUID id = UUID.randomUUID();
  private final ByteArrayOutputStream content = new ByteArrayOutputStream();

  DeletionVectorFile(Path table) {
    this.table = table;
    content.write(VERSION);
  }

  /** What the log calls it. */
  String name() {
    return Base85Codec.encodeUUID(id);
  }

  /** Adds a vector, and tells where it is. */
  int add(byte[] vector) {
    int offset = content.size();
    CRC32 checksum = new CRC32();
    checksum.update(vector);
    try (DataOutputStream out = new DataOutputStream(content)) {
      out.writeInt(vector.length);
      out.write(vector);
      out.writeInt((int) checksum.getValue());
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    }
    return offset;
  }

  /** Writes it, if there is anything in it. */
  void write() throws IOException {
    if (content.size() > 1) {
      DurableFiles.writeNew(path(), content.toByteArray());
    }
  }

  /** After a commit that certainly did not come through. */
  void delete() throws IOException {
    Files.deleteIfExists(path());
  }

  private Path path() {
    return path(table, name());
  }

  /**
   * The file with a name of the log, before which there may be a folder.
   *
   * @throws IllegalArgumentException if it is no such name
   */
  static Path path(Path table, String name) {
    int folderLength = name.length() - Base85Codec.ENCODED_UUID_LENGTH;
    UUID id = Base85Codec.decodeUUID(name.substring(folderLength));
    Path folder = folderLength == 0 ? table : table.resolve(name.substring(0, folderLength));
    return folder.resolve(PREFIX + id + SUFFIX);
  }

  static boolean isNamedLikeOne(String fileName) {
    return fileName.startsWith(PREFIX) && fileName.endsWith(SUFFIX);
  }

  static byte[] read(Path file, int offset, int size) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        DataInputStream data = new DataInputStream(in)) {
      data.skipNBytes(offset);
      if (data.readInt() != size) {
        throw new IOException("its size differs from what the log says");
      }
      byte[] bytes = data.readNBytes(size);
      CRC32 checksum = new CRC32();
      checksum.update(bytes);
      if (data.readInt() != (int) checksum.getValue()) {
        throw new IOException("its checksum does not match");
      }
      return bytes;
    }
  }
}
