/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import io.lakeward.model.problem.ProjectException;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Opens a file as it was when its size was taken: at most the bytes that it had then. A file that
 * was replaced by a shorter one is refused.
 */
final class FileContent {
  private static final int GZIP_BUFFER = 1 << 16;

  private FileContent() {}

  /** The decompressed bytes; {@code start} may be other than 0 only without compression. */
  static InputStream open(DiscoveredFile file, long start) throws IOException {
    Compression compression = Compression.of(file.path().getFileName().toString());
    if (compression != Compression.NONE && compression != Compression.GZIP) {
      throw new ProjectException(
          SourceProblems.compressionUnsupported(
              file.path(), compression.name().toLowerCase(java.util.Locale.ROOT)));
    }
    FileInputStream plain = new FileInputStream(file.path().toFile());
    boolean opened = false;
    try {
      plain.getChannel().position(start);
      InputStream bounded = new Bounded(plain, file, start);
      InputStream content =
          compression == Compression.GZIP && file.size() > 0
              ? new GZIPInputStream(bounded, GZIP_BUFFER)
              : bounded;
      opened = true;
      return content;
    } finally {
      if (!opened) {
        plain.close();
      }
    }
  }

  static boolean isSplittable(DiscoveredFile file) {
    return Compression.of(file.path().getFileName().toString()) == Compression.NONE;
  }

  /** The file as it is now; one that is gone stays as it was, and fails when it is opened. */
  static DiscoveredFile asOfNow(DiscoveredFile file) {
    if (file.grows()) {
      return file;
    }
    try {
      BasicFileAttributes now = Files.readAttributes(file.path(), BasicFileAttributes.class);
      return new DiscoveredFile(file.path(), now.size(), now.lastModifiedTime().toMillis());
    } catch (IOException e) {
      return file;
    }
  }

  static boolean hasChanged(DiscoveredFile file) {
    return !asOfNow(file).equals(file);
  }

  /** What a failed read means for the user. */
  static ProjectException failure(DiscoveredFile file, IOException e) {
    if (e instanceof EOFException || e instanceof ZipException) {
      return new ProjectException(
          hasChanged(file)
              ? SourceProblems.fileGrowing(file.path())
              : SourceProblems.fileCorrupt(
                  file.path(), "its compressed content is damaged or cut off"),
          e);
    }
    if (e instanceof DamagedFileException) {
      return new ProjectException(
          hasChanged(file)
              ? SourceProblems.fileGrowing(file.path())
              : SourceProblems.fileCorrupt(file.path(), String.valueOf(e.getMessage())),
          e);
    }
    if (e instanceof NoSuchFileException || e instanceof java.io.FileNotFoundException) {
      return new ProjectException(
          SourceProblems.fileCorrupt(file.path(), "it is gone or not readable"), e);
    }
    return new ProjectException(
        SourceProblems.ioFailed(file.path(), String.valueOf(e.getMessage())), e);
  }

  /** Ends where the file ended when it was found. */
  private static final class Bounded extends InputStream {
    private final InputStream in;
    private final DiscoveredFile file;
    private long left;

    Bounded(InputStream in, DiscoveredFile file, long start) {
      this.in = in;
      this.file = file;
      this.left = file.size() - start;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (left <= 0) {
        return -1;
      }
      int read = in.read(bytes, offset, (int) Math.min(length, left));
      if (read < 0) {
        throw new ProjectException(SourceProblems.fileShrunk(file.path()));
      }
      left -= read;
      return read;
    }

    @Override
    public int available() {
      return (int) Math.min(left, Integer.MAX_VALUE);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
