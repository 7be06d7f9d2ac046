/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

/** What the process tells its caller. */
final class ExitCode {

  /** All was done. */
  static final int DONE = 0;

  /** An update ran and failed. */
  static final int UPDATE_FAILED = 1;

  /** The command or the project is wrong; nothing ran. */
  static final int NOTHING_RAN = 2;

  private ExitCode() {}
}
