/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.discovery;

import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.autoloader.store.StorePath;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.problem.FileProblems;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Lists the files of a source, oldest first, with the size and time that the walk itself saw.
 *
 * <p>Files and folders whose name starts with {@code _} or {@code .} or ends in {@code ._COPYING_}
 * are skipped, as in Spark; a folder {@code _key=value} is not. Files that end in {@code .tmp},
 * {@code .crdownload} or {@code .filepart} are skipped too, which Spark does not do: no finished
 * file is called so. Every other name is read, {@code .part} among them, since a file that is
 * passed over for its name alone is lost without a word. A glob matches a file or a folder above
 * it, whole names only, unless it is lax.
 */
public final class FileDiscovery {
  private static final Comparator<DiscoveredFile> ORDER =
      Comparator.comparingLong(DiscoveredFile::modifiedMillis).thenComparing(DiscoveredFile::path);

  private final VolumePaths paths;
  private final String sessionTimeZone;
  private final Map<Path, FolderWatch> watches = new ConcurrentHashMap<>();
  private volatile boolean isWatching;

  public FileDiscovery(VolumePaths paths, String sessionTimeZone) {
    this.paths = paths;
    this.sessionTimeZone = sessionTimeZone;
  }

  /** All files that the source means now, by modification time and path. */
  public List<DiscoveredFile> list(FileSource source) {
    return list(source, path -> false, file -> true).files();
  }

  /**
   * Those of the files that are of interest.
   *
   * @param isKnown asked first, by the path alone; of known files nothing more is looked at
   * @param isWanted asked about each other file
   */
  public FileListing list(
      FileSource source, Predicate<Path> isKnown, Predicate<DiscoveredFile> isWanted) {
    Path root = paths.resolve(fixedPart(source.path()));
    // Whether there is something in a store can be told only by looking, which may fail.
    if (!(root instanceof StorePath) && !Files.exists(root)) {
      throw new ProjectException(SourceProblems.pathNotFound(source.path(), root));
    }
    FolderWatch watch = watches.get(root);
    FileWalk walk =
        new FileWalk(
            new NameRules(source, globPart(source.path())),
            isKnown,
            fileFilter(source).and(isWanted),
            watch == null ? folder -> {} : watch::add);
    try {
      FileListing listing = walk.from(root);
      List<DiscoveredFile> files = new ArrayList<>(listing.files());
      files.sort(ORDER);
      return new FileListing(files, listing.hidden(), listing.unfinished());
    } catch (NoSuchFileException e) {
      throw new ProjectException(SourceProblems.pathNotFound(source.path(), root), e);
    } catch (IOException e) {
      throw FileProblems.failure("read", root, e);
    }
  }

  /**
   * Whether {@link #unlessQuiet} does without listings where the file system tells that nothing has
   * happened.
   */
  public void watchFolders(boolean watching) {
    isWatching = watching;
    if (!watching) {
      watches.values().forEach(FolderWatch::close);
      watches.clear();
    }
  }

  /**
   * The files that a listing of the source finds, or none if it would find none.
   *
   * @param reader who lists; one reader's known files are not another's
   * @param listing lists the source with this object
   */
  public FileListing unlessQuiet(FileSource source, Object reader, Supplier<FileListing> listing) {
    return isWatching
        ? watches
            .computeIfAbsent(paths.resolve(fixedPart(source.path())), FolderWatch::on)
            .unlessQuiet(reader, listing)
        : listing.get();
  }

  /** The folder above the first name that has a glob token. */
  public static String fixedPart(String path) {
    if (!GlobPattern.isGlob(path)) {
      return path;
    }
    int token = 0;
    while (!GlobPattern.isGlob(path.substring(0, token + 1))) {
      token++;
    }
    int slash = path.lastIndexOf('/', token);
    return slash < 0 ? "." : slash == 0 ? "/" : path.substring(0, slash);
  }

  private static String globPart(String path) {
    if (!GlobPattern.isGlob(path)) {
      return "";
    }
    String fixed = fixedPart(path);
    return fixed.equals(".") && !path.startsWith("./")
        ? path
        : path.substring(fixed.length()).replaceFirst("^/+", "");
  }

  private Predicate<DiscoveredFile> fileFilter(FileSource source) {
    Predicate<DiscoveredFile> filter = file -> true;
    for (String option : List.of("pathGlobFilter", "fileNamePattern")) {
      if (source.option(option).isPresent()) {
        Pattern pattern = GlobPattern.compile(source.option(option).get());
        filter = filter.and(f -> pattern.matcher(f.path().getFileName().toString()).matches());
      }
    }
    if (source.option("modifiedAfter").isPresent()) {
      long after = millis(source, "modifiedAfter");
      filter = filter.and(f -> f.modifiedMillis() > after);
    }
    if (source.option("modifiedBefore").isPresent()) {
      long before = millis(source, "modifiedBefore");
      filter = filter.and(f -> f.modifiedMillis() < before);
    }
    return filter;
  }

  private long millis(FileSource source, String option) {
    String text = source.option(option).orElseThrow().strip().replace(' ', 'T');
    ZoneId zone = ZoneId.of(source.option("timeZone").orElse(sessionTimeZone));
    try {
      if (text.indexOf('T') < 0) {
        return LocalDate.parse(text).atStartOfDay(zone).toInstant().toEpochMilli();
      }
      if (text.endsWith("Z")) {
        return Instant.parse(text).toEpochMilli();
      }
      boolean offset = text.lastIndexOf('+') > 0 || text.lastIndexOf('-') > text.indexOf('T');
      return offset
          ? OffsetDateTime.parse(text).toInstant().toEpochMilli()
          : LocalDateTime.parse(text).atZone(zone).toInstant().toEpochMilli();
    } catch (DateTimeException e) {
      throw new ProjectException(
          SourceProblems.optionValue(option, text, "a time such as 2026-01-31T12:00:00"), e);
    }
  }

  /** Whether files and folders of the name are passed over. */
  public static boolean isHidden(String name) {
    return NameRules.isHiddenInSpark(name) || name.endsWith(NameRules.COPYING);
  }
}
