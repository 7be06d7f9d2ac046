/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

/** How {@code lakeward explain} answers. */
enum ExplainFormat {
  TEXT,
  JSON,
  /** A drawing in Mermaid's language, of the lineage only. */
  MERMAID
}
