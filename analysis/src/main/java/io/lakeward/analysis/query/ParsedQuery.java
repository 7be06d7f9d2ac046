/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.source.SourceSpan;
import java.util.List;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * A query whose syntax is understood and whose names are not resolved yet.
 *
 * @param plan unresolved; names of common table expressions are bound already
 * @param references the tables that it reads, in the order of the text
 */
public record ParsedQuery(SqlText text, LogicalPlan plan, List<TableReference> references) {
  public ParsedQuery {
    references = List.copyOf(references);
  }

  /** The query's first word in the user's file. */
  public SourceSpan where() {
    return new SqlPlaces(text).start();
  }
}
