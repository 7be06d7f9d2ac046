/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.autoloader.discovery.CleanSource;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.store.StorePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Deletes or moves files of a source some time after they were committed. It works along the log of
 * files; where it stopped, the next run goes on. A file that was written to since it was read is
 * left alone, and so is one that could not be read.
 */
final class SourceCleaner {
  private static final int CHUNK = 1000;
  private static final String MOVING = "._lakeward_moving";

  private final CleanSource settings;
  private final FileLog log;
  private final SourceState state;
  private final Consumer<String> warning;

  /**
   * @param warning told about files that cannot be cleaned away
   */
  SourceCleaner(CleanSource settings, FileLog log, SourceState state, Consumer<String> warning) {
    this.settings = settings;
    this.log = log;
    this.state = state;
    this.warning = warning;
  }

  void clean(long nowMillis) {
    if (settings.mode() == CleanSource.Mode.OFF) {
      return;
    }
    long from =
        Math.max(
            state.skippedAtStart(),
            state.archived().stream().mapToLong(SourceState.Archived::to).max().orElse(0));
    long to =
        state.commits().stream()
            .filter(c -> c.millis() + settings.retention().toMillis() <= nowMillis)
            .mapToLong(SourceState.Commit::end)
            .max()
            .orElse(0);
    Set<Long> unread = state.skipped().keySet();
    while (from < Math.min(to, log.size())) {
      long end = Math.min(from + CHUNK, Math.min(to, log.size()));
      List<DiscoveredFile> files = log.entries(from, end);
      for (int i = 0; i < files.size(); i++) {
        DiscoveredFile file = files.get(i);
        try {
          if (!unread.contains(from + i)) {
            clean(file);
          }
        } catch (IOException e) {
          warning.accept(
              "The file %s cannot be cleaned away: %s %s. The next run tries it again."
                  .formatted(file.path(), e.getClass().getSimpleName(), e.getMessage()));
          return;
        }
      }
      state.archived(
          new SourceState.Archived(
              from,
              end,
              nowMillis,
              settings.mode().name(),
              settings.destination().map(Path::toString).orElse("")));
      from = end;
    }
  }

  private void clean(DiscoveredFile file) throws IOException {
    boolean isAsRead =
        Files.isRegularFile(file.path())
            && Files.size(file.path()) == file.size()
            && Files.getLastModifiedTime(file.path()).toMillis() == file.modifiedMillis();
    if (!isAsRead) {
      return;
    }
    if (settings.destination().isEmpty()) {
      Files.delete(file.path());
      return;
    }
    Path target = target(settings, file);
    if (target instanceof StorePath && Files.exists(target) && isCopy(file, target)) {
      // The last run got no further than to put it there.
      Files.delete(file.path());
      return;
    }
    Files.createDirectories(target.getParent());
    try {
      Files.move(file.path(), target, StandardCopyOption.ATOMIC_MOVE);
    } catch (java.nio.file.AtomicMoveNotSupportedException e) {
      Path moving = target.resolveSibling(target.getFileName() + MOVING);
      Files.copy(
          file.path(),
          moving,
          StandardCopyOption.REPLACE_EXISTING,
          StandardCopyOption.COPY_ATTRIBUTES);
      Files.move(moving, target, StandardCopyOption.ATOMIC_MOVE);
      Files.delete(file.path());
    }
  }

  /** The file's place below the destination; another file that is there already stays. */
  private static Path target(CleanSource settings, DiscoveredFile file) throws IOException {
    Path destination = settings.destination().orElseThrow();
    Path below =
        file.path().startsWith(settings.root()) && !file.path().equals(settings.root())
            ? settings.root().relativize(file.path())
            : file.path().getFileName();
    Path target = destination.resolve(below.toString());
    boolean isTaken =
        Files.exists(target) && !(Files.size(target) == file.size() && isCopy(file, target));
    return isTaken
        ? target.resolveSibling(file.modifiedMillis() + "-" + target.getFileName())
        : target;
  }

  /** Stores do not keep the time of what was copied into them. */
  private static boolean isCopy(DiscoveredFile file, Path target) throws IOException {
    return target instanceof StorePath
        ? Files.mismatch(file.path(), target) < 0
        : Files.getLastModifiedTime(target).toMillis() == file.modifiedMillis();
  }
}
