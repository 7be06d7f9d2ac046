/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.kernel.internal.deletionvectors.Base85Codec;
import io.lakeward.model.problem.FileProblems;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.roaringbitmap.RoaringBitmap;

/**
 * Which rows of a data file are deleted, as the log tells it: in the log itself, or in a file
 * beside the data.
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

  /** Bytes; what is in the log is read with every snapshot. */
  private static final int LONGEST_INLINE = 512;

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

  /** The one of some rows: in the log if it is short, else in a file of the same commit. */
  static DeletionVector of(Path table, RoaringBitmap rows, DeletionVectorFile file) {
    byte[] bytes = serialized(rows);
    boolean isShort = bytes.length <= LONGEST_INLINE;
    return new DeletionVector(
        table,
        isShort ? INLINE : NAMED_FILE,
        isShort ? Base85Codec.encodeBytes(bytes) : file.name(),
        isShort ? OptionalInt.empty() : OptionalInt.of(file.add(bytes)),
        bytes.length,
        rows.getLongCardinality());
  }

  private static byte[] serialized(RoaringBitmap rows) {
    rows.runOptimize();
    ByteBuffer bytes =
        ByteBuffer.allocate(HEADER + Integer.BYTES + rows.serializedSizeInBytes())
            .order(ByteOrder.LITTLE_ENDIAN);
    // One bitmap, of the rows whose upper 32 bits are 0.
    bytes.putInt(MAGIC).putLong(1).putInt(0);
    rows.serialize(bytes);
    return bytes.array();
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
    return Optional.of(DeletionVectorFile.path(table, content));
  }

  /** The numbers of the deleted rows, from 0, in ascending order. */
  public int[] rows() {
    return bitmap().toArray();
  }

  /** The same as a bitmap of the caller's own. */
  public RoaringBitmap bitmap() {
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
    try {
      return DeletionVectorFile.read(file, offset.orElse(1), size);
    } catch (NoSuchFileException e) {
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
