/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.ProjectException;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Finds the session for the settings that are in force for a query. */
final class Sessions {
  private Sessions() {}

  /** The settings of Spark among those in force; the others are the pipeline's own. */
  static Map<String, String> settings(SqlText query) {
    return query.conf().entrySet().stream()
        .filter(entry -> entry.getKey().toLowerCase(Locale.ROOT).startsWith("spark."))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  static CatalystSession of(SqlText query, SqlPlaces places) {
    try {
      return CatalystSession.of(settings(query));
    } catch (IllegalArgumentException e) {
      throw new ProjectException(
          QueryProblems.invalidSetting(String.valueOf(e.getMessage()), places.start()), e);
    }
  }
}
