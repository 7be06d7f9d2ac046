/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.util.function.BooleanSupplier;

/**
 * A source has columns that its schema lacked. Nothing of the batch was committed; it can be read
 * again once the queries have been resolved with the columns that were learned.
 */
public final class SchemaChangedException extends ProjectException {
  private static final long serialVersionUID = 1L;

  SchemaChangedException(ProjectException cause) {
    super(problemOf(cause), cause);
  }

  private static Problem problemOf(ProjectException cause) {
    return cause.problems().stream()
        .filter(p -> p.code() == ProblemCode.UNKNOWN_FIELD_EXCEPTION)
        .findFirst()
        .orElseThrow();
  }

  /**
   * Reads rows up to their first unknown field. If there is one and something can be learned from
   * it, the reading ends here. If not, as when the field is in a malformed record only, the rows
   * are read again and such fields are rescued.
   *
   * @param learn tells whether there are new columns now
   */
  static void orElse(Runnable strictly, BooleanSupplier learn, Runnable leniently) {
    try {
      strictly.run();
    } catch (ProjectException e) {
      boolean isUnknownField =
          e.problems().stream().anyMatch(p -> p.code() == ProblemCode.UNKNOWN_FIELD_EXCEPTION);
      if (!isUnknownField) {
        throw e;
      }
      if (learn.getAsBoolean()) {
        throw new SchemaChangedException(e);
      }
      leniently.run();
    }
  }
}
