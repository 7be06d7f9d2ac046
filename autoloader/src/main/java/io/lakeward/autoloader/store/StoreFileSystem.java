/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.store;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.List;
import java.util.Set;

/** One bucket or container: the same one whichever way its scheme is spelled. */
final class StoreFileSystem extends FileSystem {
  private final String address;
  private final URI uri;
  private final Stores stores;

  /**
   * @param address scheme and authority as the user writes them
   * @param uri the root as Hadoop knows it
   */
  StoreFileSystem(String address, URI uri, Stores stores) {
    this.address = address;
    this.uri = uri;
    this.stores = stores;
  }

  String address() {
    return address;
  }

  URI uri() {
    return uri;
  }

  /** Hadoop's file system, which is opened for the first who asks. */
  org.apache.hadoop.fs.FileSystem hadoop() throws IOException {
    return stores.open(uri, address);
  }

  @Override
  public FileSystemProvider provider() {
    return StoreProvider.INSTANCE;
  }

  @Override
  public void close() {}

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public String getSeparator() {
    return "/";
  }

  @Override
  public Iterable<Path> getRootDirectories() {
    return List.of(StorePath.absolute(this, "/"));
  }

  @Override
  public Iterable<FileStore> getFileStores() {
    return List.of();
  }

  @Override
  public Set<String> supportedFileAttributeViews() {
    return Set.of("basic");
  }

  @Override
  public Path getPath(String first, String... more) {
    String all = more.length == 0 ? first : first + "/" + String.join("/", more);
    return StorePath.of(this, all);
  }

  @Override
  public PathMatcher getPathMatcher(String syntaxAndPattern) {
    throw new UnsupportedOperationException();
  }

  @Override
  public UserPrincipalLookupService getUserPrincipalLookupService() {
    throw new UnsupportedOperationException();
  }

  @Override
  public WatchService newWatchService() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StoreFileSystem store && uri.equals(store.uri);
  }

  @Override
  public int hashCode() {
    return uri.hashCode();
  }
}
