/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.testkit;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.SocketException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.RemoteIterator;
import org.jspecify.annotations.Nullable;

/**
 * A file system of Hadoop's for the scheme {@code bucket}, which keeps its files in a folder. The
 * connection is lost when a file below {@code lost} is read or one below {@code unreachable} is
 * asked about; a folder called {@code vanishing} is gone as soon as it is listed.
 */
public final class BucketFileSystem extends RawLocalFileSystem {
  private static final String FOLDER = "fs.bucket.folder";

  /** Questions about single files, which cost a call each in a real store. */
  public static final AtomicLong QUESTIONS = new AtomicLong();

  private @Nullable URI uri;
  private File folder = new File("/nowhere");

  /** The configuration with which a pipeline finds its files. */
  public static Map<String, String> settings(java.nio.file.Path folder) {
    return Map.of(
        "spark.hadoop.fs.bucket.impl",
        BucketFileSystem.class.getName(),
        "spark.hadoop." + FOLDER,
        folder.toString());
  }

  /** A name that no other test's bucket has. */
  public static String address(java.nio.file.Path folder) {
    return "bucket://b" + Integer.toHexString(folder.toString().hashCode());
  }

  @Override
  public void initialize(URI name, Configuration configuration) throws IOException {
    uri = name;
    folder = new File(configuration.get(FOLDER));
    super.initialize(name, configuration);
  }

  @Override
  public URI getUri() {
    // The constructor above this one's asks for it.
    URI known = uri;
    return known == null ? URI.create("bucket://none/") : known;
  }

  @Override
  public String getScheme() {
    return "bucket";
  }

  @Override
  public File pathToFile(Path path) {
    return new File(folder, path.toUri().getPath());
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    QUESTIONS.incrementAndGet();
    if (path.toString().contains("/unreachable/")) {
      throw new SocketException("Connection reset");
    }
    FileStatus status = super.getFileStatus(path);
    return new FileStatus(
        status.getLen(),
        status.isDirectory(),
        1,
        status.getBlockSize(),
        status.getModificationTime(),
        path);
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    long before = QUESTIONS.get();
    FileStatus[] entries = super.listStatus(path);
    QUESTIONS.set(before);
    return entries;
  }

  @Override
  public RemoteIterator<FileStatus> listStatusIterator(Path path) throws IOException {
    if (!path.getName().equals("vanishing")) {
      return super.listStatusIterator(path);
    }
    return new RemoteIterator<>() {
      @Override
      public boolean hasNext() throws IOException {
        throw new FileNotFoundException(path.toString());
      }

      @Override
      public FileStatus next() throws IOException {
        throw new FileNotFoundException(path.toString());
      }
    };
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    return path.toString().contains("/lost/")
        ? new FSDataInputStream(new Lost())
        : super.open(path, bufferSize);
  }

  private static final class Lost extends FSInputStream {
    @Override
    public int read() throws IOException {
      throw new SocketException("Connection reset");
    }

    @Override
    public void seek(long position) {}

    @Override
    public long getPos() {
      return 0;
    }

    @Override
    public boolean seekToNewSource(long position) {
      return false;
    }
  }

  @Override
  protected void checkPath(Path path) {
    // Whatever is asked for lies in the folder.
  }
}
