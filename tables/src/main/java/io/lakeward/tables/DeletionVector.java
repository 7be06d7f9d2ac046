/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.kernel.internal.deletionvectors.Base85Codec;
import io.lakeward.model.problem.FileProblems;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.zip.CRC32;
import org.roaringbitmap.RoaringBitmap;

/**
 * Which rows of a data file are deleted, as the log tells it: in the log itself, or in a file
 * beside the data. Those in files are read only.
 *
 * @param storageType {@code i}: in the log; {@code u}, {@code p}: in a file
 * @param content the rows themselves, or what the file is called
 * @param offset where in the file they are
 * @param size bytes of the rows
 * @param cardinality how many rows are deleted
 */
public record DeletionVector(
    Path table,
    String storageType,
    String content,
    OptionalInt offset,
    int size,
    long cardinality) {
  private static final String INLINE = "i";
  private static final String NAMED_FILE = "u";
  private static final int NAME_LENGTH = Base85Codec.ENCODED_UUID_LENGTH;

  /** Begins a bitmap in the one form that the protocol describes. */
  private static final int MAGIC = 1681511377;

  private static final int HEADER = Integer.BYTES + Long.BYTES;

  /** What an {@code add} or {@code remove} action says about its file. */
  static Optional<DeletionVector> of(Path table, ObjectNode fileAction) {
    JsonNode vector = fileAction.path("deletionVector");
    if (!vector.isObject()) {
      return Optional.empty();
    }
    return Optional.of(
        new DeletionVector(
            table,
            vector.path("storageType").asText(),
            vector.path("pathOrInlineDv").asText(),
            vector.hasNonNull("offset")
                ? OptionalInt.of(vector.path("offset").asInt())
                : OptionalInt.empty(),
            vector.path("sizeInBytes").asInt(),
            vector.path("cardinality").asLong()));
  }

  /** The one of some rows, in the log itself. */
  static DeletionVector inline(Path table, RoaringBitmap rows) {
    rows.runOptimize();
    ByteBuffer bytes =
        ByteBuffer.allocate(HEADER + Integer.BYTES + rows.serializedSizeInBytes())
            .order(ByteOrder.LITTLE_ENDIAN);
    // One bitmap, of the rows whose upper 32 bits are 0.
    bytes.putInt(MAGIC).putLong(1).putInt(0);
    rows.serialize(bytes);
    return new DeletionVector(
        table,
        INLINE,
        Base85Codec.encodeBytes(bytes.array()),
        OptionalInt.empty(),
        bytes.capacity(),
        rows.getLongCardinality());
  }

  ObjectNode toJson() {
    ObjectNode json = LogActions.object();
    json.put("storageType", storageType);
    json.put("pathOrInlineDv", content);
    offset.ifPresent(o -> json.put("offset", o));
    json.put("sizeInBytes", size);
    json.put("cardinality", cardinality);
    return json;
  }

  /** The file that holds the rows; empty if the log does. */
  Optional<Path> file() {
    if (storageType.equals(INLINE)) {
      return Optional.empty();
    }
    if (!storageType.equals(NAMED_FILE)) {
      return Optional.of(LocalFileIO.pathOf(URI.create(content)));
    }
    int prefix = content.length() - NAME_LENGTH;
    UUID id = Base85Codec.decodeUUID(content.substring(prefix));
    Path folder = prefix == 0 ? table : table.resolve(content.substring(0, prefix));
    return Optional.of(folder.resolve("deletion_vector_" + id + ".bin"));
  }

  /** The numbers of the deleted rows, from 0, in ascending order. */
  public int[] rows() {
    return bitmap().toArray();
  }

  RoaringBitmap bitmap() {
    try {
      Optional<Path> file = file();
      RoaringBitmap rows =
          bitmap(file.isEmpty() ? Base85Codec.decodeBytes(content, size) : read(file.get()));
      if (rows.getLongCardinality() != cardinality) {
        throw new IOException("it has " + rows.getLongCardinality() + " rows");
      }
      return rows;
    } catch (IOException | IllegalArgumentException e) {
      throw TableProblems.deletionVectorDamaged(table, this, e);
    }
  }

  private byte[] read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        DataInputStream data = new DataInputStream(in)) {
      data.skipNBytes(offset.orElse(1));
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
    } catch (java.nio.file.NoSuchFileException e) {
      throw FileProblems.failure("read", file, e);
    }
  }

  private static RoaringBitmap bitmap(byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (buffer.remaining() < HEADER || buffer.getInt() != MAGIC) {
      throw new IOException("it has a form that is not known");
    }
    long bitmaps = buffer.getLong();
    RoaringBitmap rows = new RoaringBitmap();
    if (bitmaps == 0) {
      return rows;
    }
    boolean isLong = bitmaps != 1 || buffer.getInt() != 0;
    if (!isLong) {
      rows.deserialize(buffer.slice().order(ByteOrder.LITTLE_ENDIAN));
      // Numbers are unsigned, so that the greatest one is negative if any is.
      isLong = !rows.isEmpty() && rows.last() < 0;
    }
    if (isLong) {
      throw new IOException("its file has more than 2^31 rows");
    }
    return rows;
  }
}
