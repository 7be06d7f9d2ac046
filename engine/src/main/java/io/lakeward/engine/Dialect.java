/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

/** Which SQL a project may be written in. */
public enum Dialect {
  /** Lakeflow's, and what Lakeward adds to it. */
  EXTENDED,
  /** Lakeflow's only, so that the project runs there as well. */
  STRICT
}
