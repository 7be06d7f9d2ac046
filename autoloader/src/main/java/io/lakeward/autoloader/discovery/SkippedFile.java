/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.discovery;

import java.nio.file.Path;

/**
 * A file of which no record was delivered, because the source's options allow that.
 *
 * @param reason why, as the end of a sentence
 */
public record SkippedFile(Path file, Reason kind, String reason) {
  /** What was wrong with the file. */
  public enum Reason {
    /** Option {@code ignoreCorruptFiles}. */
    CORRUPT,

    /** Option {@code ignoreMissingFiles}. */
    MISSING
  }
}
