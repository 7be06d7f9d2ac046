/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.store;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.jspecify.annotations.Nullable;

/** A path in a store: from its root on, or relative to another one. */
public final class StorePath implements Path {
  private final StoreFileSystem store;

  /** Names with slashes between them; an absolute path begins with a slash. */
  private final String path;

  /** What the listing that gave this path said, for who asks first. */
  private @Nullable FileStatus listed;

  private StorePath(StoreFileSystem store, String path) {
    this.store = store;
    this.path = path;
  }

  static StorePath absolute(StoreFileSystem store, String path) {
    return of(store, "/" + path);
  }

  static StorePath of(StoreFileSystem store, String path) {
    String single = path.indexOf("//") < 0 ? path : path.replaceAll("/{2,}", "/");
    boolean ends = single.length() > 1 && single.endsWith("/");
    return new StorePath(store, ends ? single.substring(0, single.length() - 1) : single);
  }

  StorePath withListed(FileStatus status) {
    listed = status;
    return this;
  }

  /** The listing's answer, once: who asks again wants to know how things are now. */
  @Nullable FileStatus takeListed() {
    FileStatus answer = listed;
    listed = null;
    return answer;
  }

  StoreFileSystem store() {
    return store;
  }

  /** The path as Hadoop has it. */
  public org.apache.hadoop.fs.Path hadoop() {
    URI root = store.uri();
    return new org.apache.hadoop.fs.Path(root.getScheme(), root.getAuthority(), absolutePath());
  }

  /** Hadoop's file system for it. */
  org.apache.hadoop.fs.FileSystem hadoopFileSystem() throws IOException {
    return store.hadoop();
  }

  /** Hadoop's file system to read it with, in which only the store fails as a store. */
  public org.apache.hadoop.fs.FileSystem reader() throws IOException {
    return new StoreReader(this, hadoopFileSystem());
  }

  /** What the store says of the file. */
  public FileStatus status() throws IOException {
    try {
      return hadoopFileSystem().getFileStatus(hadoop());
    } catch (IOException e) {
      throw StoreFailures.of(this, e);
    }
  }

  /** The content, to be read from any place. */
  public FSDataInputStream open() throws IOException {
    try {
      return new FSDataInputStream(new StoreInput(this, hadoopFileSystem().open(hadoop())));
    } catch (IOException e) {
      throw StoreFailures.of(this, e);
    }
  }

  private String absolutePath() {
    return isAbsolute() ? path : "/" + path;
  }

  /** The path within the store. */
  public String withinStore() {
    return path;
  }

  /** Scheme and authority, as in {@code s3://bucket}. */
  public String address() {
    return store.address();
  }

  @Override
  public StoreFileSystem getFileSystem() {
    return store;
  }

  @Override
  public boolean isAbsolute() {
    return path.startsWith("/");
  }

  @Override
  public @Nullable Path getRoot() {
    return isAbsolute() ? new StorePath(store, "/") : null;
  }

  @Override
  public @Nullable Path getFileName() {
    return path.equals("/")
        ? null
        : new StorePath(store, path.substring(path.lastIndexOf('/') + 1));
  }

  @Override
  public @Nullable Path getParent() {
    int slash = path.lastIndexOf('/');
    if (slash < 0 || path.equals("/")) {
      return null;
    }
    return new StorePath(store, slash == 0 ? "/" : path.substring(0, slash));
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    for (String name : path.split("/", -1)) {
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
    return names;
  }

  @Override
  public int getNameCount() {
    return names().size();
  }

  @Override
  public Path getName(int index) {
    return new StorePath(store, names().get(index));
  }

  @Override
  public Path subpath(int from, int to) {
    return new StorePath(store, String.join("/", names().subList(from, to)));
  }

  @Override
  public boolean startsWith(Path other) {
    return other instanceof StorePath start
        && store.equals(start.store)
        && isAbsolute() == start.isAbsolute()
        && (start.path.equals("/") || path.equals(start.path) || path.startsWith(start.path + "/"));
  }

  @Override
  public boolean endsWith(Path other) {
    return other instanceof StorePath end
        && (path.equals(end.path) || (!end.isAbsolute() && path.endsWith("/" + end.path)));
  }

  @Override
  public Path normalize() {
    List<String> kept = new ArrayList<>();
    for (String name : names()) {
      if (name.equals("..") && !kept.isEmpty()) {
        kept.remove(kept.size() - 1);
      } else if (!name.equals(".") && !name.equals("..")) {
        kept.add(name);
      }
    }
    return new StorePath(store, (isAbsolute() ? "/" : "") + String.join("/", kept));
  }

  @Override
  public Path resolve(Path other) {
    return other.isAbsolute() ? other : resolve(other.toString());
  }

  @Override
  public Path resolve(String other) {
    if (other.isEmpty()) {
      return this;
    }
    return of(store, other.startsWith("/") ? other : path.isEmpty() ? other : path + "/" + other);
  }

  @Override
  public Path relativize(Path other) {
    if (!(other instanceof StorePath to)) {
      throw new ProviderMismatchException();
    }
    if (!to.startsWith(this)) {
      throw new IllegalArgumentException(other + " is not below " + this);
    }
    int from = path.endsWith("/") ? path.length() : path.length() + 1;
    return new StorePath(store, to.path.length() < from ? "" : to.path.substring(from));
  }

  /** For messages; every character is as it is in the store. */
  @Override
  public URI toUri() {
    URI root = store.uri();
    try {
      return new URI(root.getScheme(), root.getAuthority(), absolutePath(), null, null);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Path toAbsolutePath() {
    return isAbsolute() ? this : new StorePath(store, "/" + path);
  }

  @Override
  public Path toRealPath(LinkOption... options) {
    return toAbsolutePath().normalize();
  }

  @Override
  public WatchKey register(
      WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int compareTo(Path other) {
    if (!(other instanceof StorePath same)) {
      throw new ProviderMismatchException();
    }
    int stores = store.uri().compareTo(same.store.uri());
    return stores == 0 ? path.compareTo(same.path) : stores;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StorePath same && store.equals(same.store) && path.equals(same.path);
  }

  @Override
  public int hashCode() {
    return Objects.hash(store, path);
  }

  /** With the store's address, if it is absolute. */
  @Override
  public String toString() {
    return isAbsolute() ? store.address() + path : path;
  }
}
