/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.graph.ChangeColumns;
import io.lakeward.analysis.graph.Quarantine;
import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.TransactionMark;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.engine.flow.QuarantineStage.Counted;
import io.lakeward.engine.state.CrashPoint;
import io.lakeward.model.name.TableName;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.IdentityColumn;
import io.lakeward.tables.WriteMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GreaterThan;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.Size;
import org.apache.spark.sql.catalyst.expressions.aggregate.Count;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/**
 * Writes of a flow whose table has a quarantine. The checked rows of a batch are written once into
 * a stage; from there they go into the quarantine, then into the table, each in one commit with the
 * batch's number. Whatever happens in between, the next run finds by these numbers what is missing,
 * and takes it from the stage. So both tables together always get all rows, each row once.
 */
final class QuarantineWrites {
  private final ResolvedFlow flow;
  private final TableName quarantine;
  private final RefreshServices services;
  private final CheckedWrites checked;
  private final TargetIdentity identity;
  private final QuarantineStage stage;

  QuarantineWrites(
      ResolvedFlow flow,
      TableName quarantine,
      RefreshServices services,
      CheckedWrites checked,
      TargetIdentity identity) {
    this.flow = flow;
    this.quarantine = quarantine;
    this.services = services;
    this.checked = checked;
    this.identity = identity;
    this.stage =
        new QuarantineStage(
            services
                .stateOf(flow.target().name())
                .resolve("stage")
                .resolve(StateNames.fileName(flow.flow().name().toString())));
  }

  /** A batch of a streaming table, or of changes that are recorded. */
  WriteResult append(WriteRequest request, WriteListener listener) {
    TransactionMark mark = request.mark().orElseThrow();
    stage.clear();
    WriteResult staged = fillStage(request, listener);
    Counted counted = new Counted(mark.version(), staged);
    stage.complete(counted);
    WriteResult bad = writeBad(request, WriteMode.APPEND);
    CrashPoint.QUARANTINED.reach();
    return finish(request.target(), request.mark(), counted, bad.rowsWritten(), WriteMode.APPEND);
  }

  /** All rows of a materialized view. A refresh that was cut in two is done again as a whole. */
  WriteResult overwrite(WriteRequest request, WriteListener listener) {
    stage.clear();
    WriteResult staged = fillStage(request, listener);
    WriteResult bad = writeBad(request, WriteMode.OVERWRITE);
    CrashPoint.QUARANTINED.reach();
    return finish(
        request.target(),
        request.mark(),
        new Counted(0, staged),
        bad.rowsWritten(),
        WriteMode.OVERWRITE);
  }

  /**
   * Finishes a batch whose quarantined rows are committed while the others are not.
   *
   * @param done the last batch that the table has
   * @return what was written, if there was such a batch
   */
  Optional<Counted> recover(WriteTarget target, String appId, long done) {
    Optional<Counted> staged = stage.find();
    if (staged.isEmpty() || staged.get().batch() <= done) {
      return Optional.empty();
    }
    long batch = staged.get().batch();
    if (services.table(quarantine).transactionVersion(appId).orElse(-1) < batch) {
      return Optional.empty(); // nothing of it is committed, so it is simply done again
    }
    Optional<TransactionMark> mark = Optional.of(new TransactionMark(appId, batch));
    return Optional.of(
        new Counted(batch, finish(target, mark, staged.get(), countBad(), WriteMode.APPEND)));
  }

  /** The stage holds all rows that no other rule drops, with the names of the rules they break. */
  private WriteResult fillStage(WriteRequest request, WriteListener listener) {
    WriteTarget target =
        new WriteTarget(
            request.target().name(),
            stage.rows().path(),
            Quarantine.schema(withoutNumbers(request)),
            List.of(),
            Map.of(),
            Optional.empty());
    BoundPlan query = request.query();
    LogicalPlan marked = BrokenRules.mark(query.plan(), flow.expectations(), services.updateId());
    WriteRequest staging =
        new WriteRequest(
            new BoundPlan(marked, query.slices(), query.conf()),
            request.rules(),
            target,
            Optional.empty());
    return checked.explaining(
        query, () -> services.engine(flow).executor().overwrite(staging, listener));
  }

  /** The columns that get their numbers when the good rows are written. */
  private static StructType withoutNumbers(WriteRequest request) {
    List<String> numbered =
        request.target().numberedFor(request.query().plan()).stream()
            .map(IdentityColumn::name)
            .toList();
    return new StructType(
        Arrays.stream(request.target().schema().fields())
            .filter(field -> numbered.stream().noneMatch(field.name()::equalsIgnoreCase))
            .toArray(StructField[]::new));
  }

  private WriteResult writeBad(WriteRequest request, WriteMode mode) {
    StructType schema = Quarantine.schema(userColumns(request.target().schema()));
    WriteTarget target =
        new WriteTarget(
            quarantine,
            services.table(quarantine).path(),
            schema,
            List.of(),
            identity.tableProperties(flow.target()),
            Optional.of("Rows that broke rules of " + request.target().name()));
    return write(fromStage(schema, true), target, request.mark(), mode);
  }

  /** Without what AUTO CDC adds to a change. */
  private static StructType userColumns(StructType columns) {
    return new StructType(
        Arrays.stream(columns.fields())
            .filter(field -> !field.name().startsWith(ChangeColumns.PREFIX))
            .toArray(StructField[]::new));
  }

  private WriteResult finish(
      WriteTarget target,
      Optional<TransactionMark> mark,
      Counted counted,
      long quarantined,
      WriteMode mode) {
    WriteResult staged = counted.result();
    WriteResult good = write(fromStage(target.schema(), false), target, mark, mode);
    stage.clear();
    return new WriteResult(
        good.version(),
        staged.reads(),
        good.rowsWritten(),
        staged.rowsDropped(),
        good.bytesWritten(),
        staged.rules(),
        staged.views(),
        Optional.empty(),
        quarantined);
  }

  private WriteResult write(
      BoundPlan query, WriteTarget target, Optional<TransactionMark> mark, WriteMode mode) {
    WriteRequest request = new WriteRequest(query, List.of(), target, mark);
    return mode == WriteMode.APPEND
        ? services.engine(flow).executor().append(request, WriteListener.none())
        : services.engine(flow).executor().overwrite(request, WriteListener.none());
  }

  private long countBad() {
    BoundPlan bad = fromStage(Quarantine.schema(new StructType()), true);
    Expression one = Literal.create(1, DataTypes.IntegerType);
    NamedExpression count =
        Plans.named(new Count(Plans.seq(List.of(one))).toAggregateExpression(), "rows");
    LogicalPlan counted =
        new Aggregate(Plans.seq(List.of()), Plans.seq(List.of(count)), bad.plan(), Option.empty());
    Object rows =
        services
            .engine(flow)
            .executor()
            .collect(new BoundPlan(counted, bad.slices()), 1)
            .rows()
            .get(0)
            .get(0);
    return ((Number) Objects.requireNonNull(rows)).longValue();
  }

  /**
   * @param columns those to take
   * @param isBad whether rows that broke a rule are wanted or the others
   */
  private BoundPlan fromStage(StructType columns, boolean isBad) {
    DeltaTable rows = stage.rows();
    StructType stored = TableMetadata.columnsOf(rows.snapshot());
    SourceRelation relation =
        SourceRelation.read(
            new Source.Table(new TableName("stage", "stage", "stage"), stored), "stage", false);
    Map<String, Attribute> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    Plans.list(relation.output()).forEach(column -> byName.put(column.name(), column));
    Attribute rules = Optional.ofNullable(byName.get(Quarantine.BROKEN_RULES)).orElseThrow();
    Expression count = new Size(rules, false);
    Expression none = Literal.create(0, DataTypes.IntegerType);
    Expression condition = isBad ? new GreaterThan(count, none) : new EqualTo(count, none);
    List<NamedExpression> wanted = new ArrayList<>();
    for (String name : columns.fieldNames()) {
      Optional.ofNullable(byName.get(name)).ifPresent(wanted::add);
    }
    LogicalPlan plan = new Project(Plans.seq(wanted), new Filter(condition, relation));
    return new BoundPlan(
        plan, Map.of("stage", new Slice.TableFiles(rows.snapshot().files(), stored)));
  }
}
