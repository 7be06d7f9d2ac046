/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.problem;

/** Whose turn it is to act when something went wrong. */
public enum ProblemKind {
  /** The project, the data or the command has to change. */
  USER,
  /** Something outside Lakeward failed; trying again may help. */
  DEPENDENCY,
  /** Memory, disk or another resource ran out. */
  RESOURCES,
  /** A fault in Lakeward itself. */
  BUG
}
