/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.graph.ChangeColumns;
import io.lakeward.analysis.graph.ChangeTarget;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.executor.QueryResult;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.state.Json;
import io.lakeward.engine.state.StateFile;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.ScdType;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.DataFile;
import io.lakeward.tables.TableSnapshot;
import io.lakeward.tables.ValueRanges;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forgets deletes and truncates that have been kept long enough for older changes to come late. It
 * happens in a commit of its own, when the target shows all that is recorded, so that what a batch
 * does depends on the version of the record alone. A change is as old as the file that holds it.
 */
final class ChangeForgetting {
  private static final List<String> LIFETIME =
      List.of(
          "pipelines.cdc.tombstoneGCThresholdInSeconds",
          "pipelines.applyChanges.tombstoneGCThresholdInSeconds");

  private static final Duration USUAL_LIFETIME = Duration.ofDays(2);

  /** Looking for something to forget means reading much of the record. */
  private static final Duration BETWEEN_LOOKS = Duration.ofHours(1);

  /** A hundred years. */
  private static final long LONGEST_SECONDS = 100L * 365 * 24 * 3600;

  private static final int FEW_KEYS = 10_000;
  private static final Logger LOG = LoggerFactory.getLogger(ChangeForgetting.class);

  private final ChangeRecord record;
  private final ChangeTarget made;
  private final Duration lifetime;
  private final Path lastLook;
  private final Executor executor;

  /**
   * @param lastLook the file that says when this was last done
   */
  ChangeForgetting(Dataset dataset, ChangeRecord record, Path lastLook, Executor executor) {
    this.record = record;
    this.made = record.made();
    this.lifetime = lifetime(dataset);
    this.lastLook = lastLook;
    this.executor = executor;
  }

  /**
   * How long a delete is remembered.
   *
   * @throws ProjectException if the table's property is no number of seconds
   */
  static Duration lifetime(Dataset dataset) {
    Optional<Map.Entry<String, String>> set =
        LIFETIME.stream()
            .flatMap(
                name ->
                    dataset.properties().entrySet().stream()
                        .filter(property -> property.getKey().equalsIgnoreCase(name)))
            .findFirst();
    if (set.isEmpty()) {
      return USUAL_LIFETIME;
    }
    try {
      long seconds = Long.parseLong(set.get().getValue().strip());
      if (seconds >= 0) {
        return Duration.ofSeconds(Math.min(seconds, LONGEST_SECONDS));
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw new ProjectException(
        Problem.of(
                ProblemCode.SETTINGS_INVALID,
                "`%s` must be a number of seconds, but is `%s`."
                    .formatted(set.get().getKey(), set.get().getValue()))
            .at(dataset.where())
            .withFix("Write a whole number such as 172800, which is two days."));
  }

  /** Forgets what is old enough, if it is time to look for it. */
  void run(Instant now) {
    if (!isPossible() || !isTime(now)) {
      return;
    }
    try {
      forget(now.minus(lifetime).toEpochMilli());
      StateFile.write(lastLook, Json.object().put("at", now.toEpochMilli()));
    } catch (RuntimeException e) {
      // What is not forgotten does no harm, and the next update tries again.
      LOG.warn("Nothing was forgotten of the changes in {}", record.table().path(), e);
    }
  }

  /**
   * A bitemporal target shows when a delete was learned. Snapshots that share a target with streams
   * are compared with what is recorded of the snapshot before, whatever the streams say.
   */
  private boolean isPossible() {
    return made.scdType() != ScdType.BITEMPORAL && made.origin() != ChangeTarget.Origin.BOTH;
  }

  private boolean isTime(Instant now) {
    Duration wait = lifetime.compareTo(BETWEEN_LOOKS) < 0 ? lifetime : BETWEEN_LOOKS;
    return StateFile.read(lastLook)
        .map(json -> json.path("at").asLong() + wait.toMillis() <= now.toEpochMilli())
        .orElse(true);
  }

  private void forget(long recordedUntil) {
    TableSnapshot all = record.table().snapshot();
    List<DataFile> deletes = aged(of(all, ChangeColumns.DELETE), recordedUntil);
    if (made.truncates() && !aged(of(all, ChangeColumns.TRUNCATE), recordedUntil).isEmpty()) {
      keepTheRest(all, all.files(), all.files(), recordedUntil);
    } else if (!deletes.isEmpty()) {
      List<DataFile> looked = all.filesIn(all.ranges(deletes, made.keys()));
      QueryResult keys =
          executor.collect(
              bind(query().forgottenKeys(), looked, List.of(), recordedUntil), FEW_KEYS);
      if (!keys.rows().isEmpty()) {
        ValueRanges reach = all.ranges(looked, made.keys());
        keepTheRest(
            all,
            looked,
            all.filesIn(
                keys.truncated() ? reach : ChangeApplier.narrowed(reach, made.keys(), keys)),
            recordedUntil);
      }
    }
  }

  private void keepTheRest(
      TableSnapshot all, List<DataFile> looked, List<DataFile> rewritten, long recordedUntil) {
    executor.append(
        new WriteRequest(
            bind(query().kept(), looked, rewritten, recordedUntil),
            List.of(),
            record.target(),
            Optional.empty(),
            Optional.of(new WriteRequest.Operation("FORGET", all.version(), rewritten))),
        WriteListener.none());
  }

  private ForgettingQuery query() {
    return new ForgettingQuery(made, List.of(record.columns().fieldNames()));
  }

  private static List<DataFile> of(TableSnapshot record, int kind) {
    return record.filesIn(ValueRanges.of(ChangeColumns.KIND, kind));
  }

  private static List<DataFile> aged(List<DataFile> files, long recordedUntil) {
    return files.stream().filter(file -> file.modificationTime() <= recordedUntil).toList();
  }

  private BoundPlan bind(
      String sql, List<DataFile> looked, List<DataFile> rewritten, long recordedUntil) {
    List<DataFile> aged = aged(looked, recordedUntil);
    return ChangePlans.bind(
        sql,
        Map.of(
            ForgettingQuery.AGED,
            slice(aged),
            ForgettingQuery.YOUNG,
            slice(looked.stream().filter(file -> !aged.contains(file)).toList()),
            ForgettingQuery.REWRITTEN,
            slice(rewritten)));
  }

  private Slice.TableFiles slice(List<DataFile> files) {
    return new Slice.TableFiles(files, record.columns());
  }
}
