/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

/** What an update is run for, which decides what becomes of failures. */
public enum RunMode {
  /** Code is being written: failures are shown at once. */
  DEVELOPMENT,

  /** A person runs the update and looks at it: failures are shown at once. */
  INTERACTIVE,

  /** Nobody looks: what failed for a reason that may pass is tried again. */
  PRODUCTION
}
