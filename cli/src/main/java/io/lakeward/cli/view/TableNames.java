/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.PipelineSettings;
import java.util.Locale;

/** Shows a table's name without the parts that the pipeline gives every table. */
public record TableNames(String catalog, String schema) {

  public static TableNames of(PipelineSettings settings) {
    return new TableNames(settings.catalog(), settings.schema());
  }

  public String shorten(TableName name) {
    if (!same(name.catalog(), catalog)) {
      return name.toString();
    }
    return same(name.schema(), schema) ? name.table() : name.schema() + "." + name.table();
  }

  /** A full name as text, or a path, which stays as it is. */
  public String shorten(String source) {
    String start = catalog + ".";
    String schemaStart = start + schema + ".";
    if (source.regionMatches(true, 0, schemaStart, 0, schemaStart.length())) {
      return source.substring(schemaStart.length());
    }
    return source.regionMatches(true, 0, start, 0, start.length())
        ? source.substring(start.length())
        : source;
  }

  private static boolean same(String a, String b) {
    return a.toLowerCase(Locale.ROOT).equals(b.toLowerCase(Locale.ROOT));
  }
}
