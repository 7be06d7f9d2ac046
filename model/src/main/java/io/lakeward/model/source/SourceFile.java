/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.source;

/**
 * A file that a user wrote, with its whole text.
 *
 * @param path relative to the project folder, with forward slashes
 * @param text the decoded content
 */
public record SourceFile(String path, String text) {

  /** The part of this file from {@code start} (inclusive) to {@code end} (exclusive), in chars. */
  public SourceSpan span(int start, int end) {
    return new SourceSpan(this, start, end);
  }

  @Override
  public String toString() {
    return path;
  }
}
