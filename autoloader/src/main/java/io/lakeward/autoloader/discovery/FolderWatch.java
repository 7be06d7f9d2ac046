/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.discovery;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spares the listing of folders in which nothing has happened since the last one, as the file
 * system tells. What it does not tell, such as a change behind a link, is found by a listing from
 * time to time. Where events cannot be relied on (stores, shares, too many folders), every listing
 * is made.
 */
final class FolderWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FolderWatch.class);

  /** Disks of this machine whose changes all come as events; of a share, only some do. */
  private static final Set<String> LOCAL =
      Set.of(
          "ext2", "ext3", "ext4", "xfs", "btrfs", "zfs", "f2fs", "tmpfs", "overlay", "ntfs",
          "refs");

  private static final long LONGEST_REST = Duration.ofSeconds(30).toNanos();

  /** What a listing that found nothing was, and how many changes there had been before it. */
  private record Rest(FileListing listing, long changes, long since) {}

  private final Map<Object, Rest> rests = new ConcurrentHashMap<>();
  private @Nullable WatchService events;
  private long changes;

  private FolderWatch(@Nullable WatchService events) {
    this.events = events;
  }

  /**
   * @param root below which files are listed; a single file has no folder to watch
   */
  static FolderWatch on(Path root) {
    try {
      boolean isWatched = Files.isDirectory(root) && isLocal(root);
      return new FolderWatch(isWatched ? root.getFileSystem().newWatchService() : null);
    } catch (IOException | UnsupportedOperationException e) {
      return new FolderWatch(null);
    }
  }

  static boolean isLocal(Path root) throws IOException {
    return root.getFileSystem().equals(FileSystems.getDefault())
        && LOCAL.contains(Files.getFileStore(root).type().toLowerCase(Locale.ROOT));
  }

  /**
   * The files that a listing finds, or none if it would find none.
   *
   * @param reader who lists; one reader's known files are not another's
   * @param listing tells {@link #add} of each folder before it looks into it
   */
  FileListing unlessQuiet(Object reader, Supplier<FileListing> listing) {
    long before = changes();
    Rest rest = rests.get(reader);
    if (rest != null
        && rest.changes() == before
        && System.nanoTime() - rest.since() < LONGEST_REST) {
      return rest.listing();
    }
    long start = System.nanoTime();
    rests.remove(reader);
    FileListing found = listing.get();
    if (found.files().isEmpty()) {
      rests.put(reader, new Rest(found, before, start));
    }
    return found;
  }

  /** Begins to notice what happens in a folder. */
  synchronized void add(Path folder) {
    WatchService service = events;
    if (service == null) {
      return;
    }
    try {
      folder.register(
          service, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
    } catch (NoSuchFileException | NotDirectoryException e) {
      // It is gone, and not looked into either.
    } catch (IOException | ClosedWatchServiceException e) {
      // The system allows only so many.
      LOG.debug("{} is not watched, so its source is listed each time", folder, e);
      close();
    }
  }

  /** Grows when something has happened, or may have. */
  private synchronized long changes() {
    WatchService service = events;
    if (service == null) {
      return ++changes;
    }
    for (WatchKey key = service.poll(); key != null; key = service.poll()) {
      key.pollEvents();
      key.reset();
      changes++;
    }
    return changes;
  }

  /** From here on every listing is made. */
  @Override
  public synchronized void close() {
    WatchService service = events;
    events = null;
    try {
      if (service != null) {
        service.close();
      }
    } catch (IOException e) {
      LOG.debug("A watch was not closed", e);
    }
  }
}
