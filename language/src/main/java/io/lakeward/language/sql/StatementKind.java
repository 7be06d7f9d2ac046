/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

/** The statements that a pipeline file may hold. */
enum StatementKind {
  DATASET,
  FLOW,
  CHANGES,
  FUNCTION,
  SET,
  USE
}
