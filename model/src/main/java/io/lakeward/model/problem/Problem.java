/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.problem;

import io.lakeward.model.source.SourceSpan;
import java.util.Optional;

/**
 * Something that a person has to know about: what, where, and how to mend it.
 *
 * @param message one or two sentences that name the objects concerned
 * @param where the place in the user's file, if there is one
 * @param fix what to do about it, if that is known
 */
public record Problem(
    ProblemCode code, String message, Optional<SourceSpan> where, Optional<String> fix) {

  public static Problem of(ProblemCode code, String message) {
    return new Problem(code, message, Optional.empty(), Optional.empty());
  }

  public Problem at(SourceSpan place) {
    return new Problem(code, message, Optional.of(place), fix);
  }

  public Problem withFix(String advice) {
    return new Problem(code, message, where, Optional.of(advice));
  }
}
