/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import org.apache.spark.sql.catalyst.expressions.Expression;

/** Told what a streaming query does while it runs. */
public interface StreamListener extends WriteListener {
  /** A batch has been committed; batches without any row are not. */
  void committed(long batch, WriteResult result);

  /**
   * A batch ends here because a rule is broken whose action is to fail.
   *
   * @param rows the batch's rows, to tell some of them
   */
  default ExpectationViolationException broken(
      ExpectationViolationException violation, BatchRows rows) {
    return violation;
  }

  /** The rows that a batch would have written, with the columns of the query's plan. */
  interface BatchRows {
    /** The first ones for which a condition holds. */
    QueryResult first(Expression condition, int limit);
  }

  /**
   * What the engine says of a batch.
   *
   * @param json in the form of Spark's {@code StreamingQueryProgress}
   */
  default void progressed(String json) {}
}
