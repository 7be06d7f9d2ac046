/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.content;

import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.autoloader.store.StorePath;
import io.lakeward.model.problem.FileProblems;
import io.lakeward.model.problem.ProjectException;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.zip.ZipException;

/**
 * Opens a file as it was when its size was taken: at most the bytes that it had then. A file that
 * was replaced by a shorter one is refused.
 */
public final class FileContent {
  private static final int LONGEST_MARK = 4;

  private FileContent() {}

  /** The decompressed bytes; {@code start} may be other than 0 only without compression. */
  public static InputStream open(DiscoveredFile file, long start) throws IOException {
    return open(file, Compression.of(file.path().getFileName().toString()), start);
  }

  public static InputStream open(DiscoveredFile file, Compression compression, long start)
      throws IOException {
    InputStream plain = plain(file.path(), start);
    boolean opened = false;
    try {
      InputStream bounded = new Bounded(plain, file, start);
      InputStream content =
          compression == Compression.NONE || file.size() == 0
              ? bounded
              : Decompression.of(compression, bounded);
      opened = true;
      return content;
    } finally {
      if (!opened) {
        plain.close();
      }
    }
  }

  private static InputStream plain(Path path, long start) throws IOException {
    if (path instanceof StorePath) {
      SeekableByteChannel channel = Files.newByteChannel(path);
      positioned(channel, start);
      return Channels.newInputStream(channel);
    }
    FileInputStream file = new FileInputStream(path.toFile());
    positioned(file.getChannel(), start);
    return file;
  }

  private static void positioned(SeekableByteChannel channel, long start) throws IOException {
    try {
      channel.position(start);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** The decompressed bytes as UTF-8. */
  public static InputStream text(DiscoveredFile file, long start, TextLayout layout)
      throws IOException {
    InputStream content = open(file, start);
    if (!layout.isUtf8()) {
      return new Utf8Stream(content, layout.charset().orElseThrow());
    }
    if (start > 0 || layout.charset().isPresent()) {
      return content;
    }
    PushbackInputStream marked = new PushbackInputStream(content, LONGEST_MARK);
    byte[] first = marked.readNBytes(LONGEST_MARK);
    marked.unread(first);
    Optional<Charset> charset = TextLayout.byMark(first);
    return charset.isPresent() ? new Utf8Stream(marked, charset.get()) : marked;
  }

  /** Whether a mark says that the file is in an encoding that cannot be read from the middle. */
  public static boolean hasWideCharacters(DiscoveredFile file) {
    try (InputStream in = open(file, 0)) {
      return TextLayout.byMark(in.readNBytes(LONGEST_MARK)).isPresent();
    } catch (IOException e) {
      // Whoever reads the file will say what is wrong with it.
      return false;
    }
  }

  public static boolean isSplittable(DiscoveredFile file) {
    String name = file.path().getFileName().toString();
    return Compression.of(name) == Compression.NONE && !Archive.isArchive(name);
  }

  /** The file as it is now; one that is gone stays as it was, and fails when it is opened. */
  public static DiscoveredFile asOfNow(DiscoveredFile file) {
    if (file.grows() || file.shownAs().isPresent()) {
      return file;
    }
    try {
      BasicFileAttributes now = Files.readAttributes(file.path(), BasicFileAttributes.class);
      return new DiscoveredFile(file.path(), now.size(), now.lastModifiedTime().toMillis());
    } catch (IOException e) {
      return file;
    }
  }

  public static boolean hasChanged(DiscoveredFile file) {
    return !asOfNow(file).equals(file);
  }

  /** What a failed read means for the user. */
  public static ProjectException failure(DiscoveredFile file, IOException e) {
    if (e instanceof EOFException || e instanceof ZipException) {
      return new ProjectException(
          hasChanged(file)
              ? SourceProblems.fileGrowing(file.shown())
              : SourceProblems.fileCorrupt(
                  file.shown(), "its compressed content is damaged or cut off"),
          e);
    }
    if (e instanceof DamagedFileException) {
      return new ProjectException(
          hasChanged(file)
              ? SourceProblems.fileGrowing(file.shown())
              : SourceProblems.fileCorrupt(file.shown(), String.valueOf(e.getMessage())),
          e);
    }
    if (e instanceof NoSuchFileException || e instanceof java.io.FileNotFoundException) {
      return new ProjectException(
          SourceProblems.fileCorrupt(file.shown(), "it is gone or not readable"), e);
    }
    return FileProblems.failure("read", file.shown(), e);
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
        throw new ProjectException(SourceProblems.fileShrunk(file.shown()));
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
