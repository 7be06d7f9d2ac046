/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.project;

import io.lakeward.model.problem.Problems;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.PatternSyntaxException;

/**
 * Finds the source files of a project. Folders of tools, of data and of experiments are never
 * searched; a file in one of them can still be named in full.
 */
final class SourceFileFinder {
  private static final Set<String> SKIPPED_FOLDERS = Set.of("target", "volumes", "explorations");

  private final Path root;
  private final Problems problems;

  SourceFileFinder(Path root, Problems problems) {
    this.root = root;
    this.problems = problems;
  }

  static boolean isPython(String path) {
    return path.toLowerCase(Locale.ROOT).endsWith(".py");
  }

  /** Paths relative to the project, sorted, each once. */
  List<String> find(List<SourceSelection> selections) {
    Set<String> found = new TreeSet<>();
    List<String> all = sourceFiles();
    for (SourceSelection selection : selections) {
      List<String> matching = matching(selection, all);
      if (matching.isEmpty() && selection.where().isPresent()) {
        problems.add(ProjectProblems.sourceNotFound(selection.pattern(), selection.where().get()));
      }
      found.addAll(matching);
    }
    return List.copyOf(found);
  }

  private List<String> matching(SourceSelection selection, List<String> all) {
    String pattern = selection.pattern();
    if (isSource(pattern)
        && !pattern.contains("*")
        && root.resolve(pattern).normalize().startsWith(root)
        && Files.isRegularFile(root.resolve(pattern))) {
      return List.of(relative(root.resolve(pattern).normalize()));
    }
    try {
      PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
      // In Java a leading or inner "**/" wants at least one folder; in a glob of Lakeflow it does
      // not.
      PathMatcher shallow =
          FileSystems.getDefault().getPathMatcher("glob:" + pattern.replace("**/", ""));
      return all.stream()
          .filter(path -> matcher.matches(Path.of(path)) || shallow.matches(Path.of(path)))
          .toList();
    } catch (PatternSyntaxException e) {
      selection
          .where()
          .ifPresent(where -> problems.add(ProjectProblems.globInvalid(pattern, where)));
      return List.of();
    }
  }

  private List<String> sourceFiles() {
    List<String> files = new ArrayList<>();
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              return folder.equals(root) || !isSkipped(folder)
                  ? FileVisitResult.CONTINUE
                  : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              String path = relative(file);
              if (isSource(path) && !isHidden(file) && Files.isRegularFile(file)) {
                files.add(path);
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
              problems.add(ProjectProblems.fileUnreadable(relative(file), e));
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      problems.add(ProjectProblems.fileUnreadable(".", e));
    }
    return files;
  }

  private String relative(Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  private static boolean isSource(String path) {
    return path.toLowerCase(Locale.ROOT).endsWith(".sql") || isPython(path);
  }

  private static boolean isHidden(Path path) {
    return String.valueOf(path.getFileName()).startsWith(".");
  }

  private static boolean isSkipped(Path folder) {
    return isHidden(folder) || SKIPPED_FOLDERS.contains(String.valueOf(folder.getFileName()));
  }
}
