/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

/** Told what a streaming query does while it runs. */
public interface StreamListener extends WriteListener {
  /** A batch has been committed; batches without any row are not. */
  void committed(long batch, WriteResult result);

  /**
   * What the engine says of a batch.
   *
   * @param json in the form of Spark's {@code StreamingQueryProgress}
   */
  default void progressed(String json) {}
}
