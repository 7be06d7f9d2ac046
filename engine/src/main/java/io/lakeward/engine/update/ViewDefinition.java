/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.graph.ResolvedReplacement;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.model.pipeline.AutoCdc;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.Expectation;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.FlowKind;
import io.lakeward.model.pipeline.PipelineDefinition;
import io.lakeward.model.pipeline.SqlText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.trees.TreePattern;

/** What the rows of a materialized view or of a snapshot depend on besides its sources. */
final class ViewDefinition {
  /** As in {@code DATE'today'}, of which the parser makes a constant. */
  private static final Pattern CLOCK_WORD =
      Pattern.compile("['\"]\\s*(now|today|yesterday|tomorrow)\\b", Pattern.CASE_INSENSITIVE);

  private ViewDefinition() {}

  /**
   * A digest of the query, of the views it may read, of settings, columns and rules: if it is the
   * same as before, the definition has not changed.
   */
  static String digestOf(ResolvedFlow flow, PipelineDefinition definition) {
    StringBuilder text = new StringBuilder();
    append(text, flow.flow().query());
    flow.flow().autoCdc().flatMap(AutoCdc::filter).ifPresent(filter -> append(text, filter));
    flow.replacement().ifPresent(rows -> append(text, rows.text()));
    text.append(flow.schema().json());
    Dataset target = flow.target();
    text.append(target.comment()).append(new TreeMap<>(target.properties()));
    text.append(target.partitionColumns());
    target
        .columns()
        .forEach(
            c -> text.append(c.name()).append(c.type()).append(c.nullable()).append(c.comment()));
    appendRules(text, target);
    for (Flow view : definition.flows()) {
      if (view.kind() == FlowKind.VIEW) {
        text.append(view.target());
        append(text, view.query());
      }
    }
    definition.functions().forEach(f -> text.append(f.function()));
    for (Dataset view : definition.datasets()) {
      if (view.kind() == DatasetKind.TEMPORARY_VIEW) {
        text.append(view.name());
        appendRules(text, view);
      }
    }
    text.append(new TreeMap<>(definition.settings().configuration()));
    return digest(text.toString());
  }

  /** What of the user's SQL may stand in the flow's query or its rules. */
  private static Stream<String> queries(ResolvedFlow flow, PipelineDefinition definition) {
    return Stream.of(
            Stream.of(flow.flow().query().sql()),
            flow.replacement().map(ResolvedReplacement::text).map(SqlText::sql).stream(),
            definition.flows().stream()
                .filter(view -> view.kind() == FlowKind.VIEW)
                .map(view -> view.query().sql()),
            definition.functions().stream().map(f -> String.valueOf(f.function())),
            definition.datasets().stream()
                .flatMap(dataset -> dataset.expectations().stream())
                .map(rule -> rule.condition().sql()))
        .flatMap(texts -> texts);
  }

  /**
   * True if the query or a rule may ask for the current date or time, so that it gives other rows
   * later.
   */
  static boolean readsClock(ResolvedFlow flow, PipelineDefinition definition) {
    AtomicBoolean found = new AtomicBoolean();
    Plans.transformExpressions(
        flow.plan(),
        (Expression expression) -> {
          if (expression.containsPattern(TreePattern.CURRENT_LIKE())) {
            found.set(true);
          }
          return expression;
        });
    boolean isReplaced =
        flow.replacement().stream()
            .filter(ResolvedReplacement.Where.class::isInstance)
            .map(rows -> (ResolvedReplacement.Where) rows)
            .map(rows -> rows.conditionOver(Plans.list(flow.plan().output())))
            .anyMatch(condition -> condition.containsPattern(TreePattern.CURRENT_LIKE()));
    return found.get()
        || isReplaced
        || queries(flow, definition).anyMatch(sql -> CLOCK_WORD.matcher(sql).find())
        || flow.expectations().stream()
            .anyMatch(rule -> rule.condition().containsPattern(TreePattern.CURRENT_LIKE()));
  }

  private static void appendRules(StringBuilder text, Dataset dataset) {
    for (Expectation rule : dataset.expectations()) {
      text.append(rule.name()).append(rule.action());
      append(text, rule.condition());
    }
  }

  private static void append(StringBuilder text, SqlText sql) {
    text.append('\0')
        .append(sql.sql())
        .append('\0')
        .append(sql.catalog())
        .append('.')
        .append(sql.schema())
        .append(new TreeMap<>(sql.conf()));
  }

  private static String digest(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
