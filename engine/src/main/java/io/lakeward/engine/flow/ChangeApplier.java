/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.graph.ChangeColumns;
import io.lakeward.analysis.graph.ChangeTarget;
import io.lakeward.engine.executor.ApplyRequest;
import io.lakeward.engine.executor.ApplyResult;
import io.lakeward.engine.executor.ChangeCounts;
import io.lakeward.engine.executor.DeletionVectors;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.executor.QueryResult;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.TransactionMark;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.engine.state.CrashPoint;
import io.lakeward.model.pipeline.ColumnSelection;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.ScdType;
import io.lakeward.tables.DataFile;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.PropertyNames;
import io.lakeward.tables.TableSnapshot;
import io.lakeward.tables.ValueRanges;
import io.lakeward.tables.WriteMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Makes a target's rows from recorded changes. How far the target has come is in its own log: the
 * version of the record that it shows.
 */
final class ChangeApplier {
  /** Tells by which rules the target's rows were made; by others all have to be made anew. */
  private static final String RULES = "lakeward.autoCdc";

  private static final int FEW_CHANGES = 10_000;
  private static final int FEW_FILES = 10;

  private final Dataset dataset;
  private final StructType schema;
  private final ChangeRecord record;
  private final ChangeTarget made;
  private final DeltaTable table;
  private final TargetIdentity identity;
  private final Executor executor;

  /**
   * @param schema the columns of the target by its definition
   */
  ChangeApplier(
      Dataset dataset,
      StructType schema,
      ChangeRecord record,
      DeltaTable table,
      TargetIdentity identity,
      Executor executor) {
    this.dataset = dataset;
    this.schema = schema;
    this.record = record;
    this.made = record.made();
    this.table = table;
    this.identity = identity;
    this.executor = executor;
  }

  /** Properties of a target; others can read its change data feed unless it says otherwise. */
  static Map<String, String> properties(
      Dataset dataset, TargetIdentity identity, ChangeTarget made) {
    Map<String, String> properties = new HashMap<>(identity.tableProperties(dataset));
    boolean isChosen =
        properties.keySet().stream()
            .anyMatch(key -> PropertyNames.canonical(key).equals(PropertyNames.CHANGE_DATA_FEED));
    if (!isChosen) {
      properties.put(PropertyNames.CHANGE_DATA_FEED, "true");
    }
    properties.put(RULES, rules(made));
    return properties;
  }

  private static String rules(ChangeTarget made) {
    return "track (%s) ignore null (%s)%s"
        .formatted(
            words(made.trackHistory()),
            made.ignoreNullUpdates().map(ChangeApplier::words).orElse(""),
            made.isPartial() ? " columns to update" : "")
        .toLowerCase(Locale.ROOT);
  }

  private static String words(ColumnSelection columns) {
    return columns.kind()
        + columns.columns().stream()
            .map(c -> " " + c.name())
            .sorted()
            .collect(Collectors.joining());
  }

  /** The target's columns: those it has, and new ones. */
  StructType columns() {
    return TableSchemas.evolved(dataset, TableMetadata.columnsOf(table.snapshot()), schema);
  }

  /** What applying did: the version of the target, if it has a new one, and counts. */
  record Applied(OptionalLong version, ChangeCounts counts, long bytesWritten) {
    private static final Applied NOTHING =
        new Applied(OptionalLong.empty(), new ChangeCounts(0, 0, 0, 0), 0);
  }

  /** Applies what is recorded and not applied yet. */
  Applied apply() {
    Optional<TableSnapshot> recorded = record.table().findSnapshot();
    TableSnapshot target = table.snapshot();
    long applied = target.transactionVersion(appId()).orElse(-1);
    if (recorded.isEmpty()) {
      return Applied.NOTHING;
    }
    TableSnapshot all = recorded.get();
    boolean isRemade = !rules(made).equals(target.properties().get(RULES)) && applied >= 0;
    List<DataFile> fresh = all.version() > applied ? record.appendedSince(applied, all) : List.of();
    if (fresh.isEmpty() && !isRemade) {
      return Applied.NOTHING;
    }
    boolean touchesAll = isRemade || (made.truncates() && mayTruncate(all, fresh));
    StructType recordColumns = record.columns();
    Optional<ValueRanges> reach =
        touchesAll ? Optional.empty() : Optional.of(reach(all, fresh, recordColumns));
    StructType columns = columns();
    ChangeQuery query = new ChangeQuery(made, withoutAdded(made, columns), touchesAll);
    List<DataFile> reached = reach.map(target::filesIn).orElseGet(target::files);
    Map<String, Slice.TableFiles> slices =
        slices(
            new Slice.TableFiles(fresh, recordColumns),
            new Slice.TableFiles(earlier(all, fresh, reach), recordColumns),
            new Slice.TableFiles(reached, columns));
    ApplyResult result =
        executor.applyChanges(
            new ApplyRequest(
                ChangePlans.bind(query.changes(), slices),
                query.identity(),
                Optional.empty(),
                reached,
                "MERGE",
                target.version(),
                "true".equalsIgnoreCase(target.properties().get(PropertyNames.CHANGE_DATA_FEED)),
                DeletionVectors.of(target, DeletionVectors.IF_WORTH_IT),
                new WriteTarget(
                    dataset.name(),
                    table.path(),
                    columns,
                    dataset.partitionColumns(),
                    Map.of(RULES, rules(made)),
                    dataset.comment()),
                all.version() > applied
                    ? Optional.of(new TransactionMark(appId(), all.version()))
                    : Optional.empty()),
            (WriteListener) CrashPoint.FILES_WRITTEN::reach);
    if (isRemade && result.version().isEmpty()) {
      table
          .newTransaction(WriteMode.APPEND, "CHANGE TABLE")
          .withProperties(Map.of(RULES, rules(made)))
          .commit();
    }
    long[] passedOver = passedOver(query, slices);
    return new Applied(
        result.version(),
        new ChangeCounts(result.rowsUpserted(), result.rowsDeleted(), passedOver[0], passedOver[1]),
        result.bytesWritten());
  }

  /** Where the keys of fresh changes are. Of few changes the keys are looked up. */
  private ValueRanges reach(TableSnapshot all, List<DataFile> fresh, StructType columns) {
    ValueRanges reach = all.ranges(fresh, made.keys());
    long rows =
        fresh.stream().mapToLong(f -> f.numRecords().orElse(Long.MAX_VALUE / 2)).max().orElse(0);
    if (rows > FEW_CHANGES
        || fresh.size() > FEW_FILES
        || table.snapshot().files().size() + all.files().size() <= fresh.size() + 1) {
      return reach;
    }
    String keys =
        "SELECT DISTINCT %s FROM %s WHERE %s <> %d"
            .formatted(
                ChangeQuery.list(made.keys()),
                ChangeQuery.FRESH,
                ChangeQuery.quote(ChangeColumns.KIND),
                ChangeColumns.TRUNCATE);
    return narrowed(
        reach,
        made.keys(),
        executor.collect(
            ChangePlans.bind(keys, Map.of(ChangeQuery.FRESH, new Slice.TableFiles(fresh, columns))),
            FEW_CHANGES * FEW_FILES));
  }

  /** Ranges in which only some keys are of interest. */
  static ValueRanges narrowed(ValueRanges ranges, List<String> keys, QueryResult found) {
    ValueRanges narrowed = ranges;
    for (int i = 0; i < keys.size(); i++) {
      List<Object> values = new ArrayList<>();
      for (List<?> row : found.rows()) {
        values.add(Objects.requireNonNull(row.get(i)));
      }
      narrowed = narrowed.with(keys.get(i), values);
    }
    return narrowed;
  }

  private static boolean mayTruncate(TableSnapshot record, List<DataFile> files) {
    Set<Path> paths = paths(files);
    return record.filesIn(ValueRanges.of(ChangeColumns.KIND, ChangeColumns.TRUNCATE)).stream()
        .anyMatch(file -> paths.contains(file.path()));
  }

  /** The other files of the record that may tell of the keys; truncates tell of every key. */
  private List<DataFile> earlier(
      TableSnapshot record, List<DataFile> fresh, Optional<ValueRanges> reach) {
    Set<DataFile> wanted = new LinkedHashSet<>(reach.map(record::filesIn).orElseGet(record::files));
    if (made.truncates()) {
      wanted.addAll(record.filesIn(ValueRanges.of(ChangeColumns.KIND, ChangeColumns.TRUNCATE)));
    }
    Set<Path> isFresh = paths(fresh);
    return wanted.stream().filter(file -> !isFresh.contains(file.path())).toList();
  }

  private static Set<Path> paths(List<DataFile> files) {
    return files.stream().map(DataFile::path).collect(Collectors.toSet());
  }

  /** How many changes came late, and how many have no effect. */
  private long[] passedOver(ChangeQuery query, Map<String, Slice.TableFiles> slices) {
    List<?> counts = executor.collect(ChangePlans.bind(query.counts(), slices), 1).rows().get(0);
    return new long[] {((Number) counts.get(1)).longValue(), ((Number) counts.get(0)).longValue()};
  }

  /** The plan over no rows. */
  static LogicalPlan plan(ChangeTarget made, StructType schema) {
    Slice.TableFiles record = new Slice.TableFiles(List.of(), made.record());
    return ChangePlans.bind(
            new ChangeQuery(made, withoutAdded(made, schema), false).changes(),
            slices(record, record, new Slice.TableFiles(List.of(), schema)))
        .plan();
  }

  private static Map<String, Slice.TableFiles> slices(
      Slice.TableFiles fresh, Slice.TableFiles earlier, Slice.TableFiles target) {
    return Map.of(
        ChangeQuery.FRESH, fresh, ChangeQuery.EARLIER, earlier, ChangeQuery.TARGET, target);
  }

  private String appId() {
    return identity.id() + "/applied";
  }

  private static StructType withoutAdded(ChangeTarget made, StructType columns) {
    StructType own = new StructType();
    for (StructField field : columns.fields()) {
      if (!isAdded(made, field.name())) {
        own = own.add(field);
      }
    }
    return own;
  }

  private static boolean isAdded(ChangeTarget made, String column) {
    return made.scdType() != ScdType.TYPE_1
        && Stream.of(
                ChangeColumns.START_AT,
                ChangeColumns.END_AT,
                ChangeColumns.SYSTEM_START_AT,
                ChangeColumns.SYSTEM_END_AT)
            .anyMatch(column::equalsIgnoreCase);
  }
}
