/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

/** The files of a write before its commit. Whoever closes them deletes those that are not kept. */
public interface UncommittedFiles {
  /** From now on the files belong to the table. */
  void keep();

  /** The table did not take the files after all. */
  void giveUp();
}
