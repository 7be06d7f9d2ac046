/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.store;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;

/** For libraries that want a file system and not a stream: reads one file. */
final class StoreReader extends FilterFileSystem {
  private final StorePath file;

  StoreReader(StorePath file, FileSystem store) {
    super(store);
    this.file = file;
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    return file.open();
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    return file.status();
  }

  @Override
  public void close() {
    // Others read in the store too.
  }
}
