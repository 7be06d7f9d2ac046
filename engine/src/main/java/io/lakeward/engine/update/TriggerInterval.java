/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.util.IntervalUtils;
import org.apache.spark.unsafe.types.UTF8String;

/** How often a table is looked at in a continuous update. */
final class TriggerInterval {
  static final String SETTING = "pipelines.trigger.interval";

  private TriggerInterval() {}

  /** As the table's properties, its flows or the pipeline set it; zero without a setting. */
  static Duration of(Dataset table, List<ResolvedFlow> flows, PipelineSettings settings) {
    Optional<String> set =
        Optional.ofNullable(table.properties().get(SETTING))
            .or(
                () ->
                    flows.stream()
                        .flatMap(
                            flow ->
                                Optional.ofNullable(flow.flow().query().conf().get(SETTING))
                                    .stream())
                        .findFirst())
            .or(() -> Optional.ofNullable(settings.configuration().get(SETTING)));
    return set.map(text -> parse(text, table)).orElse(Duration.ZERO);
  }

  private static Duration parse(String text, Dataset table) {
    try {
      var interval = IntervalUtils.stringToInterval(UTF8String.fromString(text));
      if (interval.months == 0) {
        return Duration.ofDays(interval.days).plusNanos(interval.microseconds * 1_000);
      }
    } catch (RuntimeException e) {
      // Told below.
    }
    throw new ProjectException(
        Problem.of(
                ProblemCode.SETTINGS_INVALID,
                "`" + SETTING + "` must be a length of time, but is `" + text + "`.")
            .at(table.where())
            .withFix("Write a number and a unit, as in 10 seconds, 5 minutes or 1 hour."));
  }
}
