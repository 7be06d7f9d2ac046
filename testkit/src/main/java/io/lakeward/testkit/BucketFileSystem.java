/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.testkit;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.jspecify.annotations.Nullable;

/** A file system of Hadoop's for the scheme {@code bucket}, which keeps its files in a folder. */
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

  /** A name that no other test's bucket has, since Hadoop keeps file systems open by their name. */
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
  protected void checkPath(Path path) {
    // Whatever is asked for lies in the folder.
  }
}
