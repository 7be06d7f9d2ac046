/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

/** How {@code lakeward quality} prints the history of rules. */
enum QualityFormat {
  TABLE,
  JSON,
  /** One page that needs no other file. */
  HTML
}
