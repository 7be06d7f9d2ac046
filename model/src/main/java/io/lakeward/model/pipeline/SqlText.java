/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

import io.lakeward.model.source.SourceSpan;
import java.util.Map;

/**
 * SQL that Spark's parser reads: a query or an expression. It stays text, with its place, so that
 * there is one SQL dialect and every complaint points into the user's file.
 *
 * @param span where the text stands; {@code span.text()} is what the user wrote
 * @param sql the text after parameters were put in; equal to {@code span.text()} when there are
 *     none
 * @param catalog catalog for names of one or two parts
 * @param schema schema for names of one part
 * @param conf Spark settings in force at this place of the file (from {@code SET})
 */
public record SqlText(
    SourceSpan span, String sql, String catalog, String schema, Map<String, String> conf) {
  public SqlText {
    conf = Map.copyOf(conf);
  }

  public SqlText withConf(Map<String, String> settings) {
    return new SqlText(span, sql, catalog, schema, settings);
  }
}
