/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

/** How a command prints what it found. */
enum OutputFormat {
  /** For people. */
  TEXT,
  /** One JSON document. */
  JSON
}
