/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

/** How {@code lakeward sql} prints rows. */
enum RowsFormat {
  TABLE,
  JSON,
  CSV
}
