/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.analysis.query.AnalyzedQuery;
import io.lakeward.analysis.query.NameScope;
import io.lakeward.analysis.query.PipelineLookup;
import io.lakeward.analysis.query.QueryAnalyzer;
import io.lakeward.analysis.query.TableReference;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.Slice;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.RowPolicy;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.source.SourceFile;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gives queries over slices and over other plans, each known by a name, their plans. */
final class ChangePlans {
  private ChangePlans() {}

  static BoundPlan bind(String sql, Map<String, Slice.TableFiles> slices) {
    return bind(sql, slices, Map.of());
  }

  static BoundPlan bind(
      String sql, Map<String, Slice.TableFiles> slices, Map<String, BoundPlan> plans) {
    SqlText text =
        new SqlText(
            new SourceFile("<AUTO CDC>", sql).span(0, sql.length()),
            sql,
            "lakeward",
            "changes",
            Map.of());
    NameScope scope =
        new NameScope() {
          @Override
          public Optional<Named> find(TableReference reference) {
            return Optional.ofNullable(plans.get(reference.simpleName()))
                .<Named>map(plan -> new Expanded(name(reference.simpleName()), plan.plan()))
                .or(() -> findSlice(reference));
          }

          private Optional<Named> findSlice(TableReference reference) {
            return Optional.ofNullable(slices.get(reference.simpleName()))
                .map(
                    slice ->
                        new Stored(
                            new Source.Table(name(reference.simpleName()), slice.schema()),
                            RowPolicy.NONE));
          }

          @Override
          public Collection<TableName> known() {
            return List.of();
          }

          @Override
          public PipelineLookup pipelines() {
            return PipelineLookup.none();
          }
        };
    AnalyzedQuery query =
        new QueryAnalyzer(
                (source, streaming, where) -> {
                  throw new IllegalStateException("no files are read here");
                })
            .analyze(text, scope);
    Map<String, Slice> bound = new HashMap<>();
    Map<String, String> conf = new HashMap<>();
    for (SourceRelation relation : query.sources()) {
      if (relation.source() instanceof Source.Table table
          && table.name().equals(name(table.name().table()))) {
        bound.put(
            relation.id(), Optional.ofNullable(slices.get(table.name().table())).orElseThrow());
      }
    }
    for (BoundPlan plan : plans.values()) {
      bound.putAll(plan.slices());
      conf.putAll(plan.conf());
    }
    return new BoundPlan(query.plan(), bound, conf);
  }

  private static TableName name(String table) {
    return new TableName("lakeward", "changes", table);
  }
}
