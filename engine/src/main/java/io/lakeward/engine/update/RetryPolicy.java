/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProblemKind;
import io.lakeward.model.problem.ProjectException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * How often what failed is tried again: first the flow within its update, then the update. Only
 * failures that may pass by themselves are tried again, such as a file that could not be read or a
 * commit that lost a race; a mistake in a query or a broken rule is not.
 *
 * @param flowRetries further tries of a table within an update
 * @param updateRetries further updates; {@code Integer.MAX_VALUE} for no limit
 * @param firstFlowWait before a table's first retry; each further one waits twice as long
 * @param firstUpdateWait before the first further update; as above
 */
public record RetryPolicy(
    int flowRetries, int updateRetries, Duration firstFlowWait, Duration firstUpdateWait) {
  public static final RetryPolicy NONE = new RetryPolicy(0, 0, Duration.ZERO, Duration.ZERO);

  static final String FLOW_RETRIES = "pipelines.maxFlowRetryAttempts";
  static final String UPDATE_RETRIES = "pipelines.numUpdateRetryAttempts";

  private static final int DEFAULT_FLOW_RETRIES = 2;
  private static final int DEFAULT_UPDATE_RETRIES = 5;
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

  /** Damage does not mend itself. */
  private static final Set<ProblemCode> LASTING =
      EnumSet.of(ProblemCode.TABLE_DAMAGED, ProblemCode.STATE_DAMAGED);

  /**
   * The policy of an update.
   *
   * @throws ProjectException if a setting is not a number
   */
  public static RetryPolicy of(PipelineSettings settings, RunMode mode, boolean continuous) {
    int flows = number(settings, FLOW_RETRIES, DEFAULT_FLOW_RETRIES);
    int updates =
        number(settings, UPDATE_RETRIES, continuous ? Integer.MAX_VALUE : DEFAULT_UPDATE_RETRIES);
    return mode == RunMode.PRODUCTION
        ? new RetryPolicy(flows, updates, Duration.ofSeconds(1), Duration.ofSeconds(2))
        : NONE;
  }

  private static int number(PipelineSettings settings, String key, int otherwise) {
    String text = settings.configuration().get(key);
    if (text == null) {
      return otherwise;
    }
    try {
      int number = Integer.parseInt(text.strip());
      // As in Lakeflow, -1 stands for no limit.
      return number < 0 ? Integer.MAX_VALUE : number;
    } catch (NumberFormatException e) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.SETTINGS_INVALID,
                  "`" + key + "` must be a whole number, but is `" + text + "`.")
              .withFix("Write a number of further tries; 0 for none."));
    }
  }

  boolean isRetryable(Throwable failure) {
    if (!(failure instanceof ProjectException known)) {
      return false;
    }
    return known.problems().stream()
        .map(Problem::code)
        .allMatch(
            code ->
                !LASTING.contains(code)
                    && (code.kind() == ProblemKind.DEPENDENCY
                        || code.kind() == ProblemKind.RESOURCES));
  }

  /**
   * @param retry from 1
   */
  Duration flowWait(int retry) {
    return wait(firstFlowWait, retry);
  }

  /**
   * @param retry from 1
   */
  public Duration updateWait(int retry) {
    return wait(firstUpdateWait, retry);
  }

  private static Duration wait(Duration first, int retry) {
    Duration wait = first.multipliedBy(1L << Math.min(retry - 1, 16));
    return wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
  }
}
