/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.jspecify.annotations.Nullable;

/** What can be done with paths in stores, by Hadoop's file systems. */
final class StoreProvider extends FileSystemProvider {
  /** It has no state; java.nio copies within a store only if both paths have the same one. */
  static final StoreProvider INSTANCE = new StoreProvider();

  private StoreProvider() {}

  private static StorePath store(Path path) {
    return (StorePath) path;
  }

  private static FileStatus status(Path path) throws IOException {
    return store(path).status();
  }

  @Override
  public String getScheme() {
    return "lakeward-store";
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> settings) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Path getPath(URI uri) {
    throw new UnsupportedOperationException();
  }

  @Override
  public InputStream newInputStream(Path path, OpenOption... options) throws IOException {
    return store(path).open();
  }

  @Override
  public OutputStream newOutputStream(Path path, OpenOption... options) throws IOException {
    List<OpenOption> asked = Arrays.asList(options);
    if (asked.contains(StandardOpenOption.APPEND)) {
      throw new UnsupportedOperationException("nothing is appended to a file of a store");
    }
    StorePath file = store(path);
    boolean overwrites = !asked.contains(StandardOpenOption.CREATE_NEW);
    return file.hadoopFileSystem().create(file.hadoop(), overwrites);
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    if (options.stream().anyMatch(o -> o != StandardOpenOption.READ)) {
      throw new UnsupportedOperationException("files of a store are written as a whole");
    }
    StorePath file = store(path);
    long size = file.status().getLen();
    return new StoreChannel(file.open(), size);
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
    StorePath above = store(folder);
    try {
      return new Listing(above, above.hadoopFileSystem().listStatusIterator(above.hadoop()));
    } catch (IOException e) {
      throw StoreFailures.of(folder, e);
    }
  }

  /** The entries of a folder, page by page, each with what the listing says of it. */
  private record Listing(StorePath folder, RemoteIterator<FileStatus> entries)
      implements DirectoryStream<Path> {
    @Override
    public Iterator<Path> iterator() {
      return new Entries(folder, entries);
    }

    @Override
    public void close() {}
  }

  private record Entries(StorePath folder, RemoteIterator<FileStatus> entries)
      implements Iterator<Path> {
    @Override
    public boolean hasNext() {
      try {
        return entries.hasNext();
      } catch (IOException e) {
        throw new DirectoryIteratorException(StoreFailures.of(folder, e));
      }
    }

    @Override
    public Path next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      try {
        FileStatus status = entries.next();
        return ((StorePath) folder.resolve(status.getPath().getName())).withListed(status);
      } catch (IOException e) {
        throw new DirectoryIteratorException(StoreFailures.of(folder, e));
      }
    }
  }

  @Override
  public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
    StorePath path = store(folder);
    if (!path.hadoopFileSystem().mkdirs(path.hadoop())) {
      throw new IOException("The folder " + folder + " could not be made.");
    }
  }

  @Override
  public void delete(Path path) throws IOException {
    status(path);
    StorePath file = store(path);
    if (!file.hadoopFileSystem().delete(file.hadoop(), false)) {
      throw new IOException(path + " could not be deleted.");
    }
  }

  @Override
  public void copy(Path from, Path to, CopyOption... options) throws IOException {
    boolean replaces = Arrays.asList(options).contains(StandardCopyOption.REPLACE_EXISTING);
    StorePath source = store(from);
    StorePath target = store(to);
    try (InputStream in = newInputStream(source);
        OutputStream out = target.hadoopFileSystem().create(target.hadoop(), replaces)) {
      in.transferTo(out);
    }
    if (Arrays.asList(options).contains(StandardCopyOption.COPY_ATTRIBUTES)) {
      // Stores that keep only the time of writing let this pass.
      long modified = source.status().getModificationTime();
      target.hadoopFileSystem().setTimes(target.hadoop(), modified, -1);
    }
  }

  /** A store without renaming copies and deletes; between two stores nothing is moved. */
  @Override
  public void move(Path from, Path to, CopyOption... options) throws IOException {
    StorePath source = store(from);
    StorePath target = store(to);
    if (!source.store().equals(target.store())) {
      throw new java.nio.file.AtomicMoveNotSupportedException(
          from.toString(), to.toString(), "they are in different stores");
    }
    boolean replaces = Arrays.asList(options).contains(StandardCopyOption.REPLACE_EXISTING);
    if (replaces && target.hadoopFileSystem().exists(target.hadoop())) {
      delete(target);
    }
    if (!source.hadoopFileSystem().rename(source.hadoop(), target.hadoop())) {
      throw new FileAlreadyExistsException(from.toString(), to.toString(), "not moved");
    }
  }

  @Override
  public boolean isSameFile(Path one, Path other) {
    return one.equals(other);
  }

  @Override
  public boolean isHidden(Path path) {
    return false;
  }

  @Override
  public FileStore getFileStore(Path path) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    status(path);
  }

  @Override
  @SuppressWarnings("unchecked")
  public <V extends FileAttributeView> @Nullable V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    return type == BasicFileAttributeView.class ? (V) new StoreAttributes.View(store(path)) : null;
  }

  @Override
  @SuppressWarnings("unchecked")
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    if (type != BasicFileAttributes.class) {
      throw new UnsupportedOperationException(type.getName());
    }
    FileStatus listed = store(path).takeListed();
    return (A) new StoreAttributes(listed == null ? status(path) : listed);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String names, LinkOption... options) {
    throw new UnsupportedOperationException(names);
  }

  @Override
  public void setAttribute(Path path, String name, Object value, LinkOption... options) {
    throw new UnsupportedOperationException(name);
  }
}
