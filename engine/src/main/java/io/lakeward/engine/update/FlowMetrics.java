/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.autoloader.discovery.SkippedFile;
import io.lakeward.engine.executor.RuleCount;
import io.lakeward.engine.executor.SourceReads;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.flow.Backlog;
import io.lakeward.engine.state.Json;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.FlowKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The numbers of a flow's batch in the shape of the event log. */
final class FlowMetrics {
  private static final Set<FlowKind> STREAMS =
      EnumSet.of(FlowKind.APPEND, FlowKind.AUTO_CDC, FlowKind.REPLACE_USING);

  private static final int MOST_SKIPPED_FILES = 100;

  private FlowMetrics() {}

  static ObjectNode counts(Flow flow, FlowState state, BatchReport batch) {
    WriteResult result = batch.result();
    ObjectNode details = Json.object();
    details.put("status", state.name());
    ObjectNode metrics = details.putObject("metrics");
    result
        .changes()
        .ifPresentOrElse(
            changes -> {
              metrics.put("num_upserted_rows", changes.upserted());
              metrics.put("num_deleted_rows", changes.deleted());
              metrics.put("num_late_rows", changes.late());
              metrics.put("num_ignored_rows", changes.ignored());
            },
            () -> metrics.put("num_output_rows", result.rowsWritten()));
    metrics.put("num_output_bytes", result.bytesWritten());
    metrics.put("num_input_records", result.reads().rows());
    metrics.put("num_input_bytes", batch.inputBytes());
    metrics.put("num_malformed_records", result.reads().malformed());
    metrics.put("num_rescued_records", result.reads().rescued());
    if (!result.reads().skippedFiles().isEmpty()) {
      metrics.put("num_skipped_corrupt_files", count(result, SkippedFile.Reason.CORRUPT));
      metrics.put("num_skipped_missing_files", count(result, SkippedFile.Reason.MISSING));
    }
    metrics.put("executor_time_ms", batch.runningMillis());
    batch.processorMillis().ifPresent(millis -> metrics.put("executor_cpu_time_ms", millis));
    metrics.put("planning_time_ms", batch.planningMillis());
    if (STREAMS.contains(flow.kind())) {
      Backlog all = batch.backlogs().values().stream().reduce(Backlog.NONE, Backlog::plus);
      addBacklog(metrics, all);
      metrics.put("skipped_files", all.passedOver());
      ArrayNode sources = metrics.putArray("source_metrics");
      batch
          .backlogs()
          .forEach(
              (source, backlog) ->
                  addBacklog(sources.addObject().put("source_name", source), backlog));
    }
    RuleCounts rules = new RuleCounts(result.rowsDropped(), result.rules(), result.views());
    if (!rules.isEmpty()) {
      ObjectNode quality = dataQuality(flow, rules);
      if (result.rowsQuarantined() > 0) {
        quality.put("quarantined_records", result.rowsQuarantined());
      }
      details.set("data_quality", quality);
    }
    return details;
  }

  private static void addBacklog(ObjectNode metrics, Backlog backlog) {
    metrics.put("backlog_files", backlog.files());
    metrics.put("backlog_bytes", backlog.bytes());
    backlog.records().ifPresent(records -> metrics.put("backlog_records", records));
    metrics.put(
        "backlog_seconds",
        backlog.files() == 0
            ? 0
            : Math.max(0, (System.currentTimeMillis() - backlog.oldestMillis()) / 1000));
  }

  /** Of rows that a query keeps in its state and that gave none to write yet. */
  static ObjectNode remembered(Flow flow, SourceReads reads, RuleCounts rules) {
    ObjectNode details = Json.object();
    details.put("status", FlowState.RUNNING.name());
    details
        .putObject("metrics")
        .put("num_output_rows", 0)
        .put("num_input_records", reads.rows())
        .put("num_malformed_records", reads.malformed())
        .put("num_rescued_records", reads.rescued());
    if (!rules.isEmpty()) {
      details.set("data_quality", dataQuality(flow, rules));
    }
    return details;
  }

  /** Of files that could not be read and that the source's options leave out. */
  static ObjectNode skippedFiles(List<SkippedFile> files) {
    ObjectNode details = Json.object();
    details.put("status", FlowState.RUNNING.name());
    ArrayNode list = details.putArray("skipped_files");
    for (SkippedFile file : files.subList(0, Math.min(files.size(), MOST_SKIPPED_FILES))) {
      list.addObject()
          .put("path", file.file().toString())
          .put(
              "state",
              "SKIPPED_" + (file.kind() == SkippedFile.Reason.CORRUPT ? "CORRUPTED" : "MISSING"))
          .put("reason", file.reason());
    }
    return details;
  }

  static ObjectNode dataQuality(Flow flow, RuleCounts found) {
    ObjectNode quality = Json.object();
    quality.put("dropped_records", found.dropped());
    ArrayNode expectations = quality.putArray("expectations");
    found.views().forEach(view -> addRules(expectations, view.view(), view.rules()));
    addRules(expectations, flow.target(), found.rules());
    return quality;
  }

  private static void addRules(ArrayNode expectations, TableName dataset, List<RuleCount> rules) {
    for (RuleCount rule : rules) {
      expectations
          .addObject()
          .put("name", rule.rule())
          .put("dataset", dataset.toString())
          .put("passed_records", rule.passed())
          .put("failed_records", rule.failed());
    }
  }

  private static long count(WriteResult result, SkippedFile.Reason kind) {
    return result.reads().skippedFiles().stream().filter(file -> file.kind() == kind).count();
  }
}
