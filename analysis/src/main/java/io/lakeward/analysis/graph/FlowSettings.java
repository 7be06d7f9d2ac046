/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import io.lakeward.analysis.query.QueryAnalyzer;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The Spark settings with which flows run: their own and those of the views that they read. They
 * stop at tables, whose rows were computed before.
 */
final class FlowSettings {
  /** Where a value comes from. */
  private record Setting(String value, TableName setBy) {}

  private final Map<TableName, Map<String, Setting>> ofViews = new HashMap<>();

  /**
   * All settings of a flow.
   *
   * @param views those that it reads
   * @throws ProjectException if a setting has more than one value
   */
  Flow withSettingsOf(Collection<TableName> views, Flow flow) {
    Map<String, Setting> all = new TreeMap<>();
    QueryAnalyzer.sparkSettings(flow.query())
        .forEach((key, value) -> all.put(key, new Setting(value, flow.target())));
    int own = all.size();
    List<Problem> problems = new ArrayList<>();
    for (TableName view : views) {
      ofViews
          .getOrDefault(view, Map.of())
          .forEach(
              (key, setting) -> {
                Setting other = all.putIfAbsent(key, setting);
                if (other != null && !other.value().equals(setting.value())) {
                  problems.add(
                      GraphProblems.settingWithTwoValues(
                          flow, key, other.setBy(), setting.setBy()));
                }
              });
    }
    if (!problems.isEmpty()) {
      throw new ProjectException(problems);
    }
    ofViews.put(flow.target(), all);
    if (all.size() == own) {
      return flow;
    }
    Map<String, String> conf = new HashMap<>(flow.query().conf());
    all.forEach((key, setting) -> conf.put(key, setting.value()));
    return flow.withQuery(flow.query().withConf(conf));
  }
}
