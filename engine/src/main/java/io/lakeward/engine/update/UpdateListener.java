/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import io.lakeward.model.name.TableName;
import java.time.Duration;
import java.util.List;

/** Hears of an update's progress. Called from several threads, but one call at a time. */
public interface UpdateListener {
  /**
   * @param tables what the update will look at, inputs before readers
   */
  void started(String updateId, List<TableName> tables);

  /** Called when a table's state changes and after each batch. */
  void progress(TableResult soFar);

  /** Something that a person should know, and that stops nothing; one line. */
  default void warned(String message) {}

  /** The update has failed and another one is begun after a while. */
  default void retrying(UpdateResult failed, Duration wait) {}

  /** A listener that does nothing. */
  static UpdateListener none() {
    return new UpdateListener() {
      @Override
      public void started(String updateId, List<TableName> tables) {}

      @Override
      public void progress(TableResult soFar) {}
    };
  }
}
