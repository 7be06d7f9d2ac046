/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import java.util.concurrent.Callable;

/** A command: its call gives the exit code. */
interface Command extends Callable<Integer> {

  /** True if standard output is for a program, which then gets problems as JSON too. */
  boolean printsJson();

  /** True if stack traces are wanted. */
  boolean isDebug();

  /** What is said about problems that ended the command. */
  default String outcome() {
    return "nothing was run";
  }
}
