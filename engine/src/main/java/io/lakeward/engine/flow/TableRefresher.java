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
