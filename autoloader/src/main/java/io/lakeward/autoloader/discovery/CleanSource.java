/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.discovery;

import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What becomes of a stream's files after they were loaded: the option {@code cleanSource}.
 *
 * @param retention how long after its commit a file stays
 * @param root the folder below which the source's files are
 * @param destination where files are moved to, if they are
 */
public record CleanSource(Mode mode, Duration retention, Path root, Optional<Path> destination) {
  /** The words of the option. */
  public enum Mode {
    OFF,
    DELETE,
    MOVE
  }

  private static final String MODE = "cleanSource";
  private static final String RETENTION = "cleanSource.retentionDuration";
  private static final String DESTINATION = "cleanSource.moveDestination";
  private static final Duration LEAST_BEFORE_DELETE = Duration.ofDays(7);
  private static final Duration DEFAULT_RETENTION = Duration.ofDays(30);

  /**
   * @throws ProjectException if the options do not fit together
   */
  public static CleanSource of(FileSource source, VolumePaths paths) {
    Mode mode =
        source
            .option(MODE)
            .map(word -> Mode.valueOf(word.strip().toUpperCase(Locale.ROOT)))
            .orElse(Mode.OFF);
    Duration retention =
        source
            .option(RETENTION)
            .map(text -> IntervalText.duration(RETENTION, text))
            .orElse(DEFAULT_RETENTION);
    Path root = paths.resolve(FileDiscovery.fixedPart(source.path()));
    Optional<Path> destination =
        mode == Mode.MOVE ? source.option(DESTINATION).map(paths::resolve) : Optional.empty();
    List<Problem> problems = new ArrayList<>();
    if (mode == Mode.DELETE && retention.compareTo(LEAST_BEFORE_DELETE) <= 0) {
      problems.add(
          SourceProblems.optionValue(
              RETENTION, source.option(RETENTION).orElse(""), "more than 7 days with DELETE"));
    }
    if (mode == Mode.MOVE && destination.isEmpty()) {
      problems.add(
          SourceProblems.optionValue(DESTINATION, "", "a folder outside of " + source.path()));
    }
    if (destination.isPresent()
        && (destination.get().startsWith(root) || root.startsWith(destination.get()))) {
      problems.add(
          SourceProblems.optionValue(
              DESTINATION,
              source.option(DESTINATION).orElse(""),
              "a folder that is not below " + source.path() + ", and not above it"));
    }
    if (!problems.isEmpty()) {
      throw new ProjectException(problems);
    }
    return new CleanSource(mode, retention, root, destination);
  }
}
