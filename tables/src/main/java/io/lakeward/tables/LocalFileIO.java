/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import io.delta.kernel.defaults.engine.fileio.FileIO;
import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.fileio.OutputFile;
import io.delta.kernel.defaults.engine.fileio.PositionOutputStream;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Kernel's view of the local disk, on {@code java.nio}, so that no process is ever started. */
final class LocalFileIO implements FileIO {

  @Override
  public CloseableIterator<FileStatus> listFrom(String filePath) throws IOException {
    Path from = pathOf(filePath);
    String first = fileName(from);
    List<String> names = new ArrayList<>();
    Path folder = from.toAbsolutePath().getParent();
    if (folder == null) {
      throw new FileNotFoundException(filePath);
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        String name = fileName(entry);
        if (name.compareTo(first) >= 0) {
          names.add(name);
        }
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      throw fileNotFound(folder.toString(), e);
    }
    Collections.sort(names);
    return new StatusIterator(folder, names.iterator());
  }

  @Override
  public FileStatus getFileStatus(String path) throws IOException {
    return statusOf(pathOf(path));
  }

  @Override
  public String resolvePath(String path) {
    return pathOf(path).toAbsolutePath().normalize().toString();
  }

  @Override
  public boolean mkdirs(String path) throws IOException {
    Files.createDirectories(pathOf(path));
    return true;
  }

  @Override
  public InputFile newInputFile(String path, long fileSize) {
    return new LocalInputFile(pathOf(path), path);
  }

  @Override
  public OutputFile newOutputFile(String path) {
    return new LocalOutputFile(pathOf(path), path);
  }

  @Override
  public boolean delete(String path) throws IOException {
    return Files.deleteIfExists(pathOf(path));
  }

  @Override
  public Optional<String> getConf(String confKey) {
    return Optional.empty();
  }

  @Override
  public void copyFileAtomically(String srcPath, String destPath, boolean overwrite)
      throws IOException {
    byte[] content = Files.readAllBytes(pathOf(srcPath));
    if (overwrite) {
      DurableFiles.replace(pathOf(destPath), content);
    } else {
      DurableFiles.writeNew(pathOf(destPath), content);
    }
  }

  private static Path pathOf(String path) {
    if (!path.startsWith("file:")) {
      return Path.of(path);
    }
    // Kernel prints URIs without escapes, so that URI.create would refuse a blank.
    String rest = path.substring("file:".length());
    int slashes = 0;
    while (slashes < rest.length() && rest.charAt(slashes) == '/') {
      slashes++;
    }
    return Path.of(slashes == 0 ? rest : rest.substring(slashes - 1));
  }

  static Path pathOf(URI uri) {
    return Path.of(uri);
  }

  private static String fileName(Path path) {
    Path name = path.getFileName();
    return name == null ? "" : name.toString();
  }

  private static FileStatus statusOf(Path path) throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      return FileStatus.of(
          path.toString(), attributes.size(), attributes.lastModifiedTime().toMillis());
    } catch (NoSuchFileException e) {
      throw fileNotFound(path.toString(), e);
    }
  }

  /** Kernel knows a missing file by java.io's exception, not by java.nio's. */
  private static FileNotFoundException fileNotFound(String path, IOException cause) {
    FileNotFoundException e = new FileNotFoundException(path);
    e.initCause(cause);
    return e;
  }

  /** Asks for a file's size only when its turn comes: Kernel often stops early. */
  private static final class StatusIterator implements CloseableIterator<FileStatus> {
    private final Path folder;
    private final Iterator<String> names;

    StatusIterator(Path folder, Iterator<String> names) {
      this.folder = folder;
      this.names = names;
    }

    @Override
    public boolean hasNext() {
      return names.hasNext();
    }

    @Override
    public FileStatus next() {
      try {
        return statusOf(folder.resolve(names.next()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {}
  }

  private record LocalInputFile(Path file, String path) implements InputFile {
    @Override
    public long length() throws IOException {
      return Files.size(file);
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
      try {
        return new ChannelInputStream(FileChannel.open(file, StandardOpenOption.READ));
      } catch (NoSuchFileException e) {
        throw fileNotFound(path, e);
      }
    }
  }

  private static final class ChannelInputStream extends SeekableInputStream {
    private final FileChannel channel;

    ChannelInputStream(FileChannel channel) {
      this.channel = channel;
    }

    @Override
    public long getPos() throws IOException {
      return channel.position();
    }

    @Override
    public void seek(long position) throws IOException {
      channel.position(position);
    }

    @Override
    public void readFully(byte[] target, int offset, int length) throws IOException {
      ByteBuffer buffer = ByteBuffer.wrap(target, offset, length);
      while (buffer.hasRemaining()) {
        if (channel.read(buffer) < 0) {
          throw new EOFException("file ends before byte " + (channel.position() + 1));
        }
      }
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      return channel.read(ByteBuffer.wrap(target, offset, length));
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  private record LocalOutputFile(Path file, String path) implements OutputFile {
    @Override
    public PositionOutputStream create(boolean putIfAbsent) throws IOException {
      return new WholeFileOutputStream(file, putIfAbsent);
    }

    @Override
    public void writeAtomically(CloseableIterator<String> lines, boolean overwrite)
        throws IOException {
      StringBuilder text = new StringBuilder();
      try (lines) {
        while (lines.hasNext()) {
          text.append(lines.next()).append('\n');
        }
      }
      byte[] content = text.toString().getBytes(StandardCharsets.UTF_8);
      if (overwrite) {
        DurableFiles.replace(file, content);
      } else {
        DurableFiles.writeNew(file, content);
      }
    }
  }

  /** Collects the content beside the target, which appears at {@code close}. */
  private static final class WholeFileOutputStream extends PositionOutputStream {
    private final Path target;
    private final boolean putIfAbsent;
    private final Path temporary;
    private final FileChannel channel;
    private final OutputStream out;
    private long position;
    private boolean closed;
    private @Nullable IOException failure;

    WholeFileOutputStream(Path target, boolean putIfAbsent) throws IOException {
      this.target = target;
      this.putIfAbsent = putIfAbsent;
      this.temporary = DurableFiles.temporaryBeside(target);
      this.channel =
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      this.out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
    }

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
      try {
        out.write(source, offset, length);
        position += length;
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      try {
        try (channel) {
          out.flush();
          channel.force(true);
        }
        if (failure != null) {
          // Parquet's writer closes after a failed write too; half a file must not get a name.
          throw failure;
        }
        if (putIfAbsent) {
          DurableFiles.publishNew(temporary, target);
        } else {
          Files.move(
              temporary,
              target,
              java.nio.file.StandardCopyOption.ATOMIC_MOVE,
              java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        }
        DurableFiles.forceFolder(target.getParent());
      } finally {
        Files.deleteIfExists(temporary);
      }
    }
  }
}
