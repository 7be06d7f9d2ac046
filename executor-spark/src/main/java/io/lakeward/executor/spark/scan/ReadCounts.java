/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.scan;

import io.lakeward.autoloader.discovery.SkippedFile;
import io.lakeward.autoloader.store.Stores;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Records of one leaf, by part. */
final class ReadCounts extends PartAccumulator<ReadCounts.Part> {
  private static final long serialVersionUID = 1L;

  /**
   * What was read of a part.
   *
   * @param skipped files of it that were left out
   */
  record Part(int number, long records, long malformed, long rescued, ArrayList<Skipped> skipped)
      implements Numbered {}

  /** A file that was left out; a path does not travel between processes. */
  record Skipped(String path, SkippedFile.Reason kind, String reason) implements Serializable {
    static Skipped of(SkippedFile file) {
      return new Skipped(file.file().toString(), file.kind(), file.reason());
    }

    SkippedFile file() {
      return new SkippedFile(Stores.PLAIN.find(path).orElseGet(() -> Path.of(path)), kind, reason);
    }
  }

  @Override
  ReadCounts empty() {
    return new ReadCounts();
  }

  /** The reading that came further. */
  @Override
  Part counting(Part first, Part second) {
    return second.records() + second.malformed() >= first.records() + first.malformed()
        ? second
        : first;
  }

  long records() {
    return parts().stream().mapToLong(Part::records).sum();
  }

  long malformed() {
    return parts().stream().mapToLong(Part::malformed).sum();
  }

  long rescued() {
    return parts().stream().mapToLong(Part::rescued).sum();
  }

  /** Files that were left out, each once, though several parts may have a piece of it. */
  List<SkippedFile> skipped() {
    return parts().stream()
        .flatMap(part -> part.skipped().stream())
        .distinct()
        .map(Skipped::file)
        .toList();
  }
}
