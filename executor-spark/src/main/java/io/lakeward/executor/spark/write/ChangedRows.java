/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.write;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.analysis.plan.TableReading;
import io.lakeward.engine.executor.ApplyRequest;
import io.lakeward.engine.executor.ApplyRequest.RowCondition;
import io.lakeward.engine.executor.RowChange;
import io.lakeward.engine.executor.RowChangeCounts;
import io.lakeward.executor.spark.scan.TableFilesScan;
import io.lakeward.tables.DataFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.EvalMode$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.plans.Inner$;
import org.apache.spark.sql.catalyst.plans.JoinType;
import org.apache.spark.sql.catalyst.plans.LeftAnti$;
import org.apache.spark.sql.catalyst.plans.logical.Distinct;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.JoinHint;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Repartition;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/** The plans by which changes to rows are carried out. */
final class ChangedRows {
  /** What is done to a row, an INT: the {@link RowChange#ordinal()}. */
  private static final String CHANGE = "#change";

  /** About how much more memory rows take than their file. */
  private static final long COMPRESSION = 4;

  /** So many bytes of rows are sorted sooner by one task than by several. */
  private static final long ONE_TASK = 4 * WriteTask.FileLimit.SMALL.bytes();

  private final ApplyRequest request;
  private final TableFilesScan scan;
  private final TargetRows target;
  private final String zone;

  /**
   * @param zone the session's time zone
   */
  ChangedRows(ApplyRequest request, TableFilesScan scan, String zone) {
    this.request = request;
    this.scan = scan;
    this.target = new TargetRows(request.target(), zone);
    this.zone = zone;
  }

  /** The rows of a feed file. */
  static StructType feedColumns(StructType columns) {
    return columns.add(TableReading.CHANGE_TYPE, DataTypes.StringType);
  }

  /**
   * Indexes of the columns in {@link #changes} by which these are to be counted: the change, and
   * the file if they tell it.
   */
  int[] changeAndFileInChanges() {
    int width = request.target().schema().size();
    return request.isByPosition() ? new int[] {width, width + 1} : new int[] {width};
  }

  /** Indexes of the columns in {@link #hits} by which these are to be counted: file and change. */
  int[] fileAndChangeInHits() {
    int width = request.columnsToFind().size();
    return new int[] {width, width + 2};
  }

  /** The query's rows as the target has them, each with what is done. */
  LogicalPlan changes(LogicalPlan query) {
    List<Attribute> output = Plans.list(query.output());
    Attribute marker = column(query, RowChange.COLUMN);
    Expression change =
        new Cast(marker, DataTypes.IntegerType, Option.apply(zone), EvalMode$.MODULE$.ANSI());
    List<NamedExpression> others = new ArrayList<>(List.of(Plans.named(change, CHANGE)));
    if (request.isByPosition()) {
      SourceRelation.POSITION.forEach(name -> others.add(column(query, name)));
    }
    return target.rows(
        query,
        output.stream()
            .filter(a -> a.exprId().id() != marker.exprId().id() && !SourceRelation.isPosition(a))
            .toList(),
        others);
  }

  /**
   * Stored rows that go, each with its place and what is done to it.
   *
   * @param candidates the files that may hold them
   */
  LogicalPlan hits(KeptRows changes, RowChangeCounts counts, List<DataFile> candidates) {
    if (request.isByPosition() && !request.isFeedWritten()) {
      // The changes themselves say where the rows are.
      return touching(changes, counts);
    }
    LogicalPlan stored =
        scan.positions(request.columnsToFind(), request.target().schema(), candidates);
    Optional<RowCondition> replaced = request.replaced();
    if (replaced.isPresent()) {
      List<NamedExpression> items = columns(stored);
      items.add(Plans.named(number(replaced.get().change()), CHANGE));
      return new Project(Plans.seq(items), new Filter(over(stored, replaced.get()), stored));
    }
    LogicalPlan touching = touching(changes, counts);
    Expression same =
        request.identity().stream()
            .<Expression>map(
                name -> new EqualNullSafe(column(stored, name), column(touching, name)))
            .reduce(And::new)
            .orElseThrow();
    List<NamedExpression> items = columns(stored);
    items.add(column(touching, CHANGE));
    return new Project(Plans.seq(items), join(stored, touching, Inner$.MODULE$, same));
  }

  /** The identities of rows that go. Of rows that replace there may be many with the same. */
  private LogicalPlan touching(KeptRows changes, RowChangeCounts counts) {
    LogicalPlan all = changes.plan();
    List<NamedExpression> items = new ArrayList<>();
    request.identity().forEach(name -> items.add(column(all, name)));
    items.add(column(all, CHANGE));
    LogicalPlan touching =
        new Project(Plans.seq(items), new Filter(new Not(is(all, RowChange.INSERT)), all));
    return counts.has(RowChange.REPLACE) ? new Distinct(touching) : touching;
  }

  /** The condition over the columns of a plan that have its names. */
  private static Expression over(LogicalPlan rows, RowCondition replaced) {
    return Plans.transformUp(
        replaced.condition(), part -> part instanceof Attribute a ? column(rows, a.name()) : part);
  }

  /** The rows of new data files: those of files with hits that stay, and those that come. */
  LogicalPlan rows(KeptRows changes, Optional<KeptRows> hits, List<DataFile> hitFiles) {
    LogicalPlan all = changes.plan();
    LogicalPlan coming = new Filter(new Not(is(all, RowChange.DELETE)), all);
    LogicalPlan rows = new Project(Plans.seq(own(coming)), coming);
    if (hits.isPresent()) {
      rows = union(List.of(staying(hits.get(), hitFiles), rows));
    }
    long bytes =
        changes.bytes() + hitFiles.stream().mapToLong(file -> COMPRESSION * file.size()).sum();
    List<String> keys = request.isByPosition() ? List.of() : request.identity();
    return isSmall(bytes) ? target.sortedInParts(keys, inOneTask(rows)) : target.sorted(keys, rows);
  }

  private static boolean isSmall(long bytes) {
    return bytes <= ONE_TASK;
  }

  private static LogicalPlan inOneTask(LogicalPlan rows) {
    return new Repartition(1, false, rows);
  }

  private LogicalPlan staying(KeptRows hits, List<DataFile> hitFiles) {
    StructType schema = request.target().schema();
    LogicalPlan stored = scan.positions(schema, schema, hitFiles);
    LogicalPlan gone = hits.plan();
    List<NamedExpression> places =
        List.of(column(gone, TableFilesScan.FILE), column(gone, TableFilesScan.ROW));
    LogicalPlan goingPlaces = new Project(Plans.seq(places), gone);
    Expression same =
        Stream.of(TableFilesScan.FILE, TableFilesScan.ROW)
            .<Expression>map(name -> new EqualTo(column(stored, name), column(goingPlaces, name)))
            .reduce(And::new)
            .orElseThrow();
    LogicalPlan staying = join(stored, goingPlaces, LeftAnti$.MODULE$, same);
    return new Project(Plans.seq(own(staying)), staying);
  }

  /** The rows of the change data feed. */
  LogicalPlan feed(KeptRows changes, KeptRows hits) {
    LogicalPlan gone = hits.plan();
    LogicalPlan all = changes.plan();
    LogicalPlan come = new Filter(new Not(is(all, RowChange.DELETE)), all);
    LogicalPlan feed =
        union(
            List.of(
                told(gone, RowChange.UPDATE.before(), RowChange.DELETE.before()),
                told(come, RowChange.UPDATE.after(), RowChange.INSERT.after())));
    return target.sortedInParts(
        List.of(), isSmall(changes.bytes() + hits.bytes()) ? inOneTask(feed) : feed);
  }

  private LogicalPlan told(LogicalPlan rows, String update, String other) {
    List<NamedExpression> items = own(rows);
    items.add(
        Plans.named(
            new If(is(rows, RowChange.UPDATE), text(update), text(other)),
            TableReading.CHANGE_TYPE));
    return new Project(Plans.seq(items), rows);
  }

  /** The target's columns. */
  private List<NamedExpression> own(LogicalPlan rows) {
    List<NamedExpression> items = new ArrayList<>();
    for (String name : request.target().schema().fieldNames()) {
      items.add(column(rows, name));
    }
    return items;
  }

  private static List<NamedExpression> columns(LogicalPlan rows) {
    return new ArrayList<>(Plans.list(rows.output()));
  }

  private static Attribute column(LogicalPlan rows, String name) {
    return Plans.list(rows.output()).stream()
        .filter(a -> a.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no column " + name));
  }

  private static Expression is(LogicalPlan rows, RowChange change) {
    return new EqualTo(column(rows, CHANGE), number(change));
  }

  private static LogicalPlan join(
      LogicalPlan left, LogicalPlan right, JoinType type, Expression condition) {
    return new Join(left, right, type, Option.apply(condition), JoinHint.NONE());
  }

  private static LogicalPlan union(List<LogicalPlan> parts) {
    return new Union(Plans.seq(parts), false, false);
  }

  private static Literal number(RowChange change) {
    return Literal.create(change.ordinal(), DataTypes.IntegerType);
  }

  private static Literal text(String text) {
    return Literal.create(text, DataTypes.StringType);
  }
}
