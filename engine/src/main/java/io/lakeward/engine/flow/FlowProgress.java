/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.engine.state.StateFile;
import io.lakeward.model.problem.FileProblems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The planned batches of one flow, one file for each: {@code offsets/<n>.json}. Which of them are
 * done is not kept here; the target's Delta log says it.
 */
final class FlowProgress {
  /** Older plans are of no use to any run; a few are kept for people who look. */
  private static final int KEPT_PLANS = 10;

  private final Path folder;

  FlowProgress(Path flowFolder) {
    this.folder = flowFolder.resolve("offsets");
  }

  /** The plan with the highest number. */
  Optional<BatchPlan> newest() {
    List<Long> numbers = numbers();
    if (numbers.isEmpty()) {
      return Optional.empty();
    }
    return StateFile.read(file(numbers.get(numbers.size() - 1))).map(BatchPlan::fromJson);
  }

  /** The plan of one batch, if it is still kept. */
  Optional<BatchPlan> find(long number) {
    return StateFile.read(file(number)).map(BatchPlan::fromJson);
  }

  /** Forgets a plan that was never committed and has nothing to read any more. */
  void discard(BatchPlan plan) {
    try {
      Files.deleteIfExists(file(plan.number()));
    } catch (IOException e) {
      throw FileProblems.failure("delete", file(plan.number()), e);
    }
  }

  void write(BatchPlan plan) {
    StateFile.write(file(plan.number()), plan.toJson());
    try {
      Files.deleteIfExists(file(plan.number() - KEPT_PLANS));
    } catch (IOException e) {
      throw FileProblems.failure("delete", file(plan.number() - KEPT_PLANS), e);
    }
  }

  private Path file(long number) {
    return folder.resolve(number + ".json");
  }

  private List<Long> numbers() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(name -> name.matches("\\d+\\.json"))
          .map(name -> Long.valueOf(name.substring(0, name.length() - ".json".length())))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw FileProblems.failure("list", folder, e);
    }
  }
}
