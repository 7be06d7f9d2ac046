/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Names the readings of a query: what is read, and the how-manieth reading of it this is, counted
 * along the text. Progress of streams is kept under these names, so an unchanged query must give
 * the same ones in every run.
 */
final class SourceNumbers {
  private final Map<String, Integer> used = new HashMap<>();

  String next(Source source) {
    String base = base(source);
    return base + "#" + used.merge(base, 1, Integer::sum);
  }

  private static String base(Source source) {
    if (source instanceof Source.Table table) {
      return table.name().toString().toLowerCase(Locale.ROOT);
    }
    if (source instanceof Source.FileStates states) {
      return "cloud_files_state("
          + states.table().map(Object::toString).orElse(states.path())
          + ")";
    }
    return source instanceof Source.Events
        ? "event_log()"
        : plainPath(((Source.Files) source).files().path());
  }

  /** The same for spellings of a path that differ in slashes at its end only. */
  private static String plainPath(String path) {
    String plain = path.strip();
    while (plain.length() > 1 && plain.endsWith("/")) {
      plain = plain.substring(0, plain.length() - 1);
    }
    return plain;
  }

  /** A view's plan with names of its readings that are unused in this query. */
  LogicalPlan renumber(LogicalPlan view) {
    Map<String, String> names = new HashMap<>();
    for (SourceRelation source : Plans.collectSources(view)) {
      names.put(source.id(), next(source.source()));
    }
    return Plans.transformUp(
        view,
        node ->
            node instanceof SourceRelation source
                ? source.withId(names.getOrDefault(source.id(), source.id()))
                : node);
  }
}
