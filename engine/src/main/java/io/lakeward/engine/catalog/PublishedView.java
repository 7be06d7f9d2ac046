/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.catalog;

import io.lakeward.model.name.SqlQuoting;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.source.SourceFile;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A view that everybody can read: its query, evaluated whenever it is read.
 *
 * @param columns new names for the query's columns; empty if they keep theirs
 * @param catalog catalog for names in the query of one or two parts
 * @param schema schema for names in the query of one part
 * @param pipelineId the pipeline that publishes it
 */
public record PublishedView(
    TableName name,
    String sql,
    String catalog,
    String schema,
    Map<String, String> conf,
    List<String> columns,
    Optional<String> comment,
    String pipelineId) {
  public PublishedView {
    conf = Map.copyOf(conf);
    columns = List.copyOf(columns);
  }

  /** Its query, with the names that its columns have. */
  public SqlText text() {
    String names =
        columns.stream().map(SqlQuoting::quoteIfNeeded).collect(Collectors.joining(", "));
    String renamed = names.isEmpty() ? sql : "SELECT * FROM (" + sql + "\n) AS v(" + names + ")";
    SourceFile file = new SourceFile(name.toString(), renamed);
    return new SqlText(file.span(0, renamed.length()), renamed, catalog, schema, conf);
  }
}
