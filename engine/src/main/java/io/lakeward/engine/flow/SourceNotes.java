/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

/** Told about the reading of a source what a person may want to know. */
interface SourceNotes {
  /** Something that stops nothing. */
  void warned(String message);

  /** How a look into the source's folders goes. */
  default void listing(FileListingReport report) {}
}
