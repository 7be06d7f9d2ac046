/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Lists the files of a source, oldest first, with the size and time that the walk itself saw.
 *
 * <p>Files and folders whose name starts with {@code _} or {@code .} or ends in {@code ._COPYING_}
 * are skipped, as in Spark; a folder {@code _key=value} is not. Files that end in {@code .tmp},
 * {@code .crdownload} or {@code .filepart} are skipped too, which Spark does not do: no finished
 * file is called so. Every other name is read, {@code .part} among them, since a file that is
 * passed over for its name alone is lost without a word. A glob matches a file or a folder above
 * it, whole names only.
 */
public final class FileDiscovery {
  private static final Comparator<DiscoveredFile> ORDER =
      Comparator.comparingLong(DiscoveredFile::modifiedMillis).thenComparing(DiscoveredFile::path);
  private static final List<String> UNFINISHED = List.of(".tmp", ".crdownload", ".filepart");

  private final VolumePaths paths;
  private final String sessionTimeZone;

  public FileDiscovery(VolumePaths paths, String sessionTimeZone) {
    this.paths = paths;
    this.sessionTimeZone = sessionTimeZone;
  }

  /** All files that the source means now, by modification time and path. */
  public List<DiscoveredFile> list(FileSource source) {
    SourceOptions.checkBeforeListing(source, sessionTimeZone);
    Path root = paths.resolve(fixedPart(source.path()));
    if (!Files.exists(root)) {
      throw new ProjectException(SourceProblems.pathNotFound(source.path(), root));
    }
    List<DiscoveredFile> found = new ArrayList<>();
    Walk walk = new Walk(root, globPart(source.path()), fileFilter(source), found);
    try {
      Files.walkFileTree(root, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, walk);
    } catch (IOException e) {
      throw new ProjectException(SourceProblems.ioFailed(root, String.valueOf(e.getMessage())), e);
    }
    found.sort(ORDER);
    return found;
  }

  /** The folder above the first name that has a glob token. */
  static String fixedPart(String path) {
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
  static boolean isHidden(String name) {
    return name.startsWith(".")
        || (name.startsWith("_") && name.indexOf('=') < 0)
        || name.endsWith("._COPYING_");
  }

  private static boolean isUnfinished(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return UNFINISHED.stream().anyMatch(lower::endsWith);
  }

  private static final class Walk extends SimpleFileVisitor<Path> {
    private final Path root;
    private final List<Pattern> names = new ArrayList<>();
    private final boolean foldersOnly;
    private final Predicate<DiscoveredFile> filter;
    private final List<DiscoveredFile> found;

    Walk(Path root, String glob, Predicate<DiscoveredFile> filter, List<DiscoveredFile> found) {
      this.root = root;
      this.filter = filter;
      this.found = found;
      this.foldersOnly = glob.endsWith("/");
      if (!glob.isEmpty()) {
        for (String name : splitOutsideBraces(glob)) {
          names.add(GlobPattern.compile(name));
        }
      }
    }

    private static List<String> splitOutsideBraces(String glob) {
      List<String> parts = new ArrayList<>();
      int depth = 0;
      int start = 0;
      for (int i = 0; i <= glob.length(); i++) {
        char c = i == glob.length() ? '/' : glob.charAt(i);
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        if (c == '/' && (depth <= 0 || i == glob.length())) {
          if (i > start) {
            parts.add(glob.substring(start, i));
          }
          start = i + 1;
        }
      }
      return parts;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      int depth = folder.getNameCount() - root.getNameCount();
      if (depth == 0) {
        return FileVisitResult.CONTINUE;
      }
      return isWanted(folder, depth) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      int depth = file.getNameCount() - root.getNameCount();
      boolean reached = depth > names.size() || (depth == names.size() && !foldersOnly);
      if (attributes.isRegularFile() && (depth == 0 || (reached && isWantedFile(file, depth)))) {
        DiscoveredFile discovered =
            new DiscoveredFile(file, attributes.size(), attributes.lastModifiedTime().toMillis());
        if (filter.test(discovered)) {
          found.add(discovered);
        }
      }
      return FileVisitResult.CONTINUE;
    }

    private boolean isWantedFile(Path file, int depth) {
      return isWanted(file, depth) && !isUnfinished(file.getFileName().toString());
    }

    private boolean isWanted(Path path, int depth) {
      String name = path.getFileName().toString();
      return !isHidden(name)
          && (depth > names.size() || names.get(depth - 1).matcher(name).matches());
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      // A file that vanishes during the walk was never there; a link that leads back is no folder.
      if (e instanceof NoSuchFileException || e instanceof java.nio.file.FileSystemLoopException) {
        return FileVisitResult.CONTINUE;
      }
      throw e;
    }
  }
}
