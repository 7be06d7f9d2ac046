/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Rows broke a rule whose action is to fail. Nothing was committed. */
public final class ExpectationViolationException extends ProjectException {
  private static final long serialVersionUID = 1L;
  private static final String FIX =
      "Change the rule and run again. Or mend the data and start over this table and those that brought the rows, with --full-refresh. Nothing of this batch was written.";

  private final String dataset;
  private final String rule;
  private final long dropped;
  private final transient List<RuleCount> counts;
  private final transient List<ViewCount> views;
  private final transient List<OffendingRow> rows;

  /**
   * @param dataset the table or view whose rule is broken
   * @param rule the first broken rule whose action is to fail
   * @param dropped rows of the batch that {@code DROP_ROW} rules would have left out
   * @param counts counts of the target's rules over the whole batch
   * @param views counts of the rules of views that the query reads
   */
  public ExpectationViolationException(
      String dataset, String rule, long dropped, List<RuleCount> counts, List<ViewCount> views) {
    this(dataset, rule, dropped, counts, views, List.of(), Optional.empty());
  }

  private ExpectationViolationException(
      String dataset,
      String rule,
      long dropped,
      List<RuleCount> counts,
      List<ViewCount> views,
      List<OffendingRow> rows,
      Optional<SourceSpan> where) {
    super(
        new Problem(
            ProblemCode.EXPECTATION_VIOLATION,
            message(dataset, rule, failed(dataset, rule, counts, views), rows),
            where,
            Optional.of(FIX)));
    this.dataset = dataset;
    this.rule = rule;
    this.dropped = dropped;
    this.counts = List.copyOf(counts);
    this.views = List.copyOf(views);
    this.rows = List.copyOf(rows);
  }

  /**
   * The same, told with rows that break the rule.
   *
   * @param where the rule in the user's file
   */
  public ExpectationViolationException explained(List<OffendingRow> found, SourceSpan where) {
    return new ExpectationViolationException(
        dataset, rule, dropped, counts, views, found, Optional.of(where));
  }

  /** The same without the counts of rules that are nobody's expectations. */
  public ExpectationViolationException without(Predicate<String> hidden) {
    List<ViewCount> shownViews =
        views.stream()
            .map(view -> new ViewCount(view.view(), view.dropped(), shown(view.rules(), hidden)))
            .filter(view -> !view.rules().isEmpty())
            .toList();
    return new ExpectationViolationException(
        dataset, rule, dropped, shown(counts, hidden), shownViews, rows, problems().get(0).where());
  }

  private static List<RuleCount> shown(List<RuleCount> all, Predicate<String> hidden) {
    return all.stream().filter(count -> !hidden.test(count.rule())).toList();
  }

  /** How many rows broke the rule. */
  public long failed() {
    return failed(dataset, rule, counts, views);
  }

  public String dataset() {
    return dataset;
  }

  public String rule() {
    return rule;
  }

  public long dropped() {
    return dropped;
  }

  public List<RuleCount> counts() {
    return counts;
  }

  public List<ViewCount> views() {
    return views;
  }

  public List<OffendingRow> rows() {
    return rows;
  }

  private static long failed(
      String dataset, String rule, List<RuleCount> counts, List<ViewCount> views) {
    return views.stream()
        .filter(view -> view.view().toString().equals(dataset))
        .findFirst()
        .map(ViewCount::rules)
        .orElse(counts)
        .stream()
        .filter(count -> count.rule().equals(rule))
        .mapToLong(RuleCount::failed)
        .sum();
  }

  private static String message(String dataset, String rule, long failed, List<OffendingRow> rows) {
    String said =
        "%d %s broke the expectation `%s` of %s, which fails the update."
            .formatted(failed, failed == 1 ? "row" : "rows", rule, dataset);
    if (rows.isEmpty()) {
      return said;
    }
    return said
        + (failed == 1 ? " The row: " : failed == rows.size() ? " They are: " : " Some of them: ")
        + rows.stream().map(ExpectationViolationException::words).collect(Collectors.joining("; "));
  }

  private static String words(OffendingRow row) {
    return row.output() + row.input().map(input -> " from input " + input).orElse("");
  }
}
