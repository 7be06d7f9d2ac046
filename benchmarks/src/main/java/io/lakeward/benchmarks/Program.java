/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The built program and its first example. */
record Program(Path tree) {

  private static final String LANDING = "volumes/zrl_/bronze/landing/events";

  /**
   * One run of a project.
   *
   * @param updateSeconds the update alone, as the program itself says
   * @param changed true if a table got new rows
   * @param tableSeconds of each table, by the last part of its name
   */
  record Run(
      Measurement process,
      double updateSeconds,
      boolean changed,
      Map<String, Double> tableSeconds) {
    double secondsOf(String table) {
      return Optional.ofNullable(tableSeconds.get(table))
          .orElseThrow(() -> new IllegalStateException("the run says nothing about " + table));
    }
  }

  Run run(Path project, String... options) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                tree.resolve("lakeward").toString(),
                "run",
                project.toString(),
                "--output",
                "json"));
    command.addAll(List.of(options));
    Measurement process = ChildProcess.run(command);
    JsonNode json = new ObjectMapper().readTree(process.output());
    Map<String, Double> tables = new LinkedHashMap<>();
    for (JsonNode table : json.path("tables")) {
      String name = table.path("name").asText();
      tables.put(name.substring(name.lastIndexOf('.') + 1), table.path("seconds").asDouble());
    }
    return new Run(
        process, json.path("seconds").asDouble(), json.path("changed").asBoolean(), tables);
  }

  /** A fresh copy of the example, with its data or without. */
  Path copyExample(Path target, boolean withData) throws IOException {
    Path example = tree.resolve("examples/01-shipments");
    List<Path> files;
    try (Stream<Path> walk = Files.walk(example)) {
      files = walk.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      Path relative = example.relativize(file);
      boolean state = relative.startsWith(".lakeward");
      boolean data = relative.startsWith("volumes");
      if (!state && (withData || !data)) {
        Path copy = target.resolve(relative.toString());
        Files.createDirectories(copy.toAbsolutePath().getParent());
        Files.copy(file, copy);
      }
    }
    Files.createDirectories(landing(target));
    return target;
  }

  static Path landing(Path project) {
    return project.resolve(LANDING);
  }

  /** Adds events to a project's landing folder and gives the number of bytes. */
  long generate(Path project, String prefix, int first, int events, int files)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("python3"));
    command.add(tree.resolve("examples/01-shipments/generate.py").toString());
    command.addAll(List.of("--out", landing(project).toString()));
    command.addAll(List.of("--prefix", prefix, "--first", Integer.toString(first)));
    command.addAll(
        List.of("--events", Integer.toString(events), "--files", Integer.toString(files)));
    ChildProcess.run(command);
    long bytes = 0;
    try (Stream<Path> written = Files.list(landing(project))) {
      for (Path file :
          written.filter(f -> f.getFileName().toString().startsWith(prefix)).toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  /** Takes the files away that have been processed. */
  static void emptyLanding(Path project) throws IOException {
    try (Stream<Path> landed = Files.list(landing(project))) {
      for (Path file : landed.toList()) {
        Files.delete(file);
      }
    }
  }

  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    List<Path> deepestFirst;
    try (Stream<Path> walk = Files.walk(folder)) {
      deepestFirst = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : deepestFirst) {
      Files.delete(path);
    }
  }
}
