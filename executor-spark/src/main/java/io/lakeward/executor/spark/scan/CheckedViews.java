/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.scan;

import io.lakeward.analysis.plan.CheckedRows;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.RuleCount;
import io.lakeward.engine.executor.ViewCount;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.ViolationAction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.classic.Dataset$;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.LogicalRDD;
import org.apache.spark.sql.execution.LogicalRDD$;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.reflect.ClassTag$;

/**
 * The rules of the views that a query reads, checked while the view's rows pass. To the optimizer a
 * view with rules is a leaf, so nothing above it reaches below. Parts that the query did not read
 * to their end, because of a limit or a join without a match, are read once more to be counted.
 */
public final class CheckedViews {
  private record Checked(
      TableName view, List<RowRule> rules, JavaRDD<InternalRow> rows, PartCounts counts) {}

  private final SparkSession session;
  private final List<Checked> views = new ArrayList<>();

  CheckedViews(SparkSession session) {
    this.session = session;
  }

  /**
   * The rows that are left in.
   *
   * @param view its leaves are bound already
   */
  LogicalPlan bind(CheckedRows view) {
    List<RowRule> rules = RowRule.of(view);
    List<NamedExpression> columns = new ArrayList<>(Plans.list(view.child().output()));
    int width = columns.size();
    for (RowRule rule : rules) {
      columns.add(Plans.named(new EqualNullSafe(rule.condition(), Literal.TrueLiteral()), "#rule"));
    }
    Project all = new Project(Plans.seq(columns), view.child());
    PartCounts counts = new PartCounts();
    counts.register(session.sparkContext(), Option.empty(), false);
    boolean[] dropping = new boolean[rules.size()];
    for (int i = 0; i < dropping.length; i++) {
      dropping[i] = rules.get(i).action() == ViolationAction.DROP_ROW;
    }
    JavaRDD<InternalRow> rows =
        JavaRDD.fromRDD(
                Dataset$.MODULE$.ofRows(session, all).queryExecution().toRdd(),
                ClassTag$.MODULE$.<InternalRow>apply(InternalRow.class))
            .mapPartitionsWithIndex(
                (part, in) -> new Checking(part, in, width, dropping, counts), true);
    views.add(new Checked(view.view(), rules, rows, counts));
    return new Project(
        Plans.seq(new ArrayList<NamedExpression>(Plans.list(view.child().output()))),
        leaf(all.output(), rows.rdd(), session));
  }

  /** Rows under the given columns, into which the optimizer does not look. */
  public static LogicalPlan leaf(
      Seq<Attribute> columns, RDD<InternalRow> rows, SparkSession session) {
    return new LogicalRDD(
        columns,
        rows,
        LogicalRDD$.MODULE$.apply$default$3(),
        LogicalRDD$.MODULE$.apply$default$4(),
        false,
        Option.empty(),
        session,
        Option.empty(),
        Option.empty());
  }

  /** What the rules found in all rows of the views; to be asked when the query has run. */
  List<CheckedView> counted() {
    views.forEach(CheckedViews::finish);
    Map<TableName, List<Checked>> byName = new LinkedHashMap<>();
    views.forEach(view -> byName.computeIfAbsent(view.view(), name -> new ArrayList<>()).add(view));
    List<CheckedView> counted = new ArrayList<>();
    byName.forEach((name, readings) -> counted.add(count(name, readings)));
    return counted;
  }

  private static void finish(Checked view) {
    int[] missing =
        IntStream.range(0, view.rows().getNumPartitions())
            .filter(part -> !view.counts().value().containsKey(part))
            .toArray();
    if (missing.length > 0) {
      view.rows().mapPartitions(CheckedViews::readToTheEnd).collectPartitions(missing);
    }
  }

  private static Iterator<InternalRow> readToTheEnd(Iterator<InternalRow> rows) {
    while (rows.hasNext()) {
      rows.next();
    }
    return Collections.emptyIterator();
  }

  private static CheckedView count(TableName name, List<Checked> readings) {
    List<PartCounts.Part> parts =
        readings.stream()
            .map(r -> r.counts().value().values())
            .flatMap(Collection::stream)
            .toList();
    long seen = parts.stream().mapToLong(PartCounts.Part::seen).sum();
    List<RowRule> rules = readings.get(0).rules();
    List<RuleCount> counts = new ArrayList<>();
    for (int i = 0; i < rules.size(); i++) {
      int rule = i;
      long failed = parts.stream().mapToLong(part -> part.failed()[rule]).sum();
      counts.add(new RuleCount(rules.get(i).name(), seen - failed, failed));
    }
    long dropped = parts.stream().mapToLong(PartCounts.Part::dropped).sum();
    return new CheckedView(new ViewCount(name, dropped, counts), rules);
  }

  /** Passes on the rows of a part that no rule drops; tells its counts at the end. */
  private static final class Checking implements Iterator<InternalRow> {
    private final int part;
    private final Iterator<InternalRow> rows;
    private final int width;
    private final boolean[] dropping;
    private final PartCounts into;
    private final long[] failed;
    private long seen;
    private long dropped;
    private boolean told;
    private @Nullable InternalRow next;

    Checking(int part, Iterator<InternalRow> rows, int width, boolean[] dropping, PartCounts into) {
      this.part = part;
      this.rows = rows;
      this.width = width;
      this.dropping = dropping;
      this.into = into;
      this.failed = new long[dropping.length];
    }

    @Override
    public boolean hasNext() {
      while (next == null && rows.hasNext()) {
        InternalRow row = rows.next();
        seen++;
        if (isKept(row)) {
          next = row;
        } else {
          dropped++;
        }
      }
      if (next == null && !told) {
        told = true;
        into.add(new PartCounts.Part(part, seen, dropped, failed));
      }
      return next != null;
    }

    private boolean isKept(InternalRow row) {
      boolean kept = true;
      for (int i = 0; i < dropping.length; i++) {
        if (!row.getBoolean(width + i)) {
          failed[i]++;
          kept &= !dropping[i];
        }
      }
      return kept;
    }

    @Override
    public InternalRow next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      InternalRow row = next;
      next = null;
      return Objects.requireNonNull(row);
    }
  }
}
