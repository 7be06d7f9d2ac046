/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes files that are there whole or not at all, and still there after a power cut. Starts no
 * other process, which Hadoop's local file system does for links and permissions.
 */
final class DurableFiles {
  /** The dot hides it from Delta's readers. */
  private static final String LOCK_FILE = ".lakeward.lock";

  private DurableFiles() {}

  /**
   * Writes a file that must not exist yet.
   *
   * @throws FileAlreadyExistsException if someone else, also in another process, was first
   */
  static void writeNew(Path target, byte[] content) throws IOException {
    // Spares the work of a write that is bound to lose; the link below decides.
    if (Files.exists(target)) {
      throw new FileAlreadyExistsException(target.toString());
    }
    Path temporary = temporaryBeside(target);
    try {
      write(temporary, content);
      publishNew(temporary, target);
    } finally {
      Files.deleteIfExists(temporary);
    }
    forceFolder(target.getParent());
  }

  /** Writes a file over the one that may be there. */
  static void replace(Path target, byte[] content) throws IOException {
    Path temporary = temporaryBeside(target);
    try {
      write(temporary, content);
      Files.move(
          temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
    forceFolder(target.getParent());
  }

  /** Gives a finished file its name, unless that name is taken. */
  static void publishNew(Path finished, Path target) throws IOException {
    try {
      // A move replaces on POSIX whatever is there; only a link is refused if the name is taken.
      Files.createLink(target, finished);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (UnsupportedOperationException | FileSystemException e) {
      if (e instanceof NoSuchFileException missing) {
        throw missing;
      }
      moveToNew(finished, target);
    }
  }

  /**
   * For file systems without links (exFAT, some network shares): moves under a lock, which the
   * system gives back when its holder dies. The name shows the whole file or nothing there too, and
   * of Lakeward's processes only one gets it; a writer that does not know the lock may be
   * overwritten. Where locks are missing as well, the write fails.
   */
  static void moveToNew(Path finished, Path target) throws IOException {
    // The system's lock is one for the whole process, so its threads have to wait here.
    synchronized (DurableFiles.class) {
      // Never deleted: whoever holds the lock of a deleted file keeps nobody out.
      try (FileChannel lockFile =
              FileChannel.open(
                  target.resolveSibling(LOCK_FILE),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          FileLock held = lockFile.lock()) {
        if (held.isShared()) {
          throw new IOException("the file system of " + target + " has neither links nor locks");
        }
        if (Files.exists(target)) {
          throw new FileAlreadyExistsException(target.toString());
        }
        Files.move(finished, target, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  static Path temporaryBeside(Path target) {
    return target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
  }

  private static void write(Path file, byte[] content) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      writeFully(channel, content);
    }
  }

  private static void writeFully(FileChannel channel, byte[] content) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(content);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    channel.force(true);
  }

  /** Waits until a file that another library wrote is on the disk. */
  static void force(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /** Makes new names in a folder durable, where the system lets a folder be opened. */
  static void forceFolder(@Nullable Path folder) {
    if (folder == null) {
      return;
    }
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Windows opens no folders; its journal keeps the names.
    }
  }
}
