/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The checked-out repository that the tests look at. */
public final class Repository {
  private static final Path ROOT =
      Path.of(System.getProperty("lakeward.root", "..")).toAbsolutePath().normalize();

  /** The modules of the product, lowest first. A module that does not exist is passed over. */
  private static final List<String> MODULES =
      List.of(
          "model",
          "language",
          "analysis",
          "tables",
          "autoloader",
          "engine",
          "executor-embedded",
          "executor-spark",
          "cli");

  /** Folders at the root that are documented like modules but hold no product code. */
  private static final List<String> OTHER_FOLDERS =
      List.of("testkit", "dist", "system-tests", "benchmarks", "examples");

  private static final Set<String> NOT_SOURCES =
      Set.of("target", ".git", ".lakeward", "node_modules");

  private Repository() {}

  public static Path root() {
    return ROOT;
  }

  public static List<Path> modules() {
    return existing(MODULES);
  }

  public static List<Path> documentedFolders() {
    return existing(Stream.concat(MODULES.stream(), OTHER_FOLDERS.stream()).toList());
  }

  /** Folders of compiled product classes; a module that is not built has none. */
  public static List<Path> classFolders() {
    return modules().stream()
        .map(m -> m.resolve("target/classes"))
        .filter(Files::isDirectory)
        .toList();
  }

  /** Folders of compiled test classes, without those of this module. */
  public static List<Path> testClassFolders() {
    return modules().stream()
        .map(m -> m.resolve("target/test-classes"))
        .filter(Files::isDirectory)
        .toList();
  }

  /** Every file below {@code folder} with the given ending, build output left out, sorted. */
  public static List<Path> files(Path folder, String ending) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .filter(f -> f.getFileName().toString().endsWith(ending))
          .filter(Repository::isSource)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isSource(Path file) {
    for (Path part : ROOT.relativize(file.toAbsolutePath().normalize())) {
      if (NOT_SOURCES.contains(part.toString())) {
        return false;
      }
    }
    return true;
  }

  private static List<Path> existing(List<String> names) {
    return names.stream()
        .map(ROOT::resolve)
        .filter(m -> Files.exists(m.resolve("pom.xml")) || Files.exists(m.resolve("README.md")))
        .toList();
  }
}
