/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.source.SourceFile;

/** Reads a single query that stands by itself, as one typed on the command line. */
public final class QueryReader {
  private final PipelineSettings settings;

  public QueryReader(PipelineSettings settings) {
    this.settings = settings;
  }

  /**
   * The query with the values of {@code ${keys}} and {@code :parameters} put in; a semicolon at its
   * end is left out.
   *
   * @throws io.lakeward.model.problem.ProjectException if a value is missing
   */
  public SqlText read(SourceFile text) {
    String query = text.text().stripTrailing();
    int end = query.endsWith(";") ? query.length() - 1 : query.length();
    MappedText written = MappedText.of(text.span(0, end));
    Problems problems = new Problems();
    MappedText interpolated =
        new ConfigurationInterpolator(settings.configuration(), problems).interpolate(written);
    MappedText complete =
        ReadOptions.withValues(
            new ParameterSubstitution(settings.parameters(), problems).substitute(interpolated));
    problems.throwIfAny();
    return new SqlText(
        text.span(0, end),
        complete.text(),
        settings.catalog(),
        settings.schema(),
        settings.sparkConfiguration());
  }
}
