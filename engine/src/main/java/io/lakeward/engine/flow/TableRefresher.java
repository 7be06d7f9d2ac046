/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

/** Brings one stored table up to date. */
public interface TableRefresher {
  /**
   * @param startOver forget what was processed and replace all rows
   * @throws io.lakeward.model.problem.ProjectException if it fails; the table then keeps its last
   *     good version
   */
  void refresh(boolean startOver);
}
