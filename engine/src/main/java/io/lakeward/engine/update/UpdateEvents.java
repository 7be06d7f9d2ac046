/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.engine.event.EventLevel;
import io.lakeward.engine.event.EventWriter;
import io.lakeward.engine.executor.RuleCount;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.state.Json;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.Expectation;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.FlowKind;
import io.lakeward.model.pipeline.PipelineSettings;
import java.util.List;
import java.util.Optional;

/** The events of one update, in the words and shapes of Lakeflow's event log. */
public final class UpdateEvents implements AutoCloseable {
  private final EventWriter writer;

  public UpdateEvents(EventWriter writer) {
    this.writer = writer;
  }

  public void createUpdate(PipelineSettings settings, UpdateRequest request) {
    ObjectNode details = Json.object();
    details.put("run_as", System.getProperty("user.name", ""));
    details.put("cause", "USER_ACTION");
    ObjectNode config = details.putObject("config");
    config.put("name", settings.name());
    config.put("catalog", settings.catalog());
    config.put("schema", settings.schema());
    config.put("continuous", settings.continuous());
    config.put("development", request.development());
    config.put("full_refresh", request.fullRefreshAll());
    request.refresh().forEach(config.withArray("refresh_selection")::add);
    request.fullRefresh().forEach(config.withArray("full_refresh_selection")::add);
    info("create_update", "Update started by USER_ACTION.", Json.object(), details);
  }

  public void updateProgress(String state) {
    ObjectNode details = Json.object();
    details.put("state", state);
    writer.write(
        state.equals("FAILED") ? EventLevel.ERROR : EventLevel.INFO,
        "update_progress",
        "Update is " + state + ".",
        Json.object(),
        details,
        Optional.empty());
  }

  public void datasetDefinition(Dataset dataset, int flows, String schemaJson) {
    ObjectNode details = Json.object();
    details.put("dataset_type", dataset.kind().name());
    details.put("num_flows", flows);
    details.put("schema_json", schemaJson);
    ArrayNode expectations = details.putArray("expectations");
    for (Expectation rule : dataset.expectations()) {
      expectations
          .addObject()
          .put("name", rule.name())
          .put("expression", rule.condition().span().text())
          .put("action", rule.action().name());
    }
    ObjectNode origin = Json.object();
    origin.put("dataset_name", dataset.name().toString());
    info("dataset_definition", "Dataset " + dataset.name() + " is defined.", origin, details);
  }

  public void flowDefinition(ResolvedFlow resolved) {
    Flow flow = resolved.flow();
    ObjectNode details = Json.object();
    details.put("output_dataset", flow.target().toString());
    details.put("flow_type", flowType(flow.kind()));
    details.put("language", "SQL");
    details.put("once", flow.kind() == FlowKind.ONCE || flow.kind() == FlowKind.AUTO_CDC_ONCE);
    details.put("schema_json", resolved.schema().json());
    ArrayNode inputs = details.putArray("input_datasets");
    for (SourceRelation source : resolved.sources()) {
      if (source.source() instanceof Source.Table table) {
        inputs.addObject().put("name", table.name().toString()).put("kind", "TABLE");
      } else if (source.source() instanceof Source.Files files) {
        inputs.addObject().put("name", files.files().path()).put("kind", "FILES");
      }
    }
    info("flow_definition", "Flow " + flow.name() + " is defined.", origin(flow), details);
  }

  /** Which engine runs a flow, and why. */
  public void planningInformation(Flow flow, String engine, String reason) {
    ObjectNode details = Json.object();
    details.put("engine", engine);
    details.put("engine_reason", reason);
    info(
        "planning_information",
        "Flow " + flow.name() + " is planned for the " + engine + " engine: " + reason + ".",
        origin(flow),
        details);
  }

  public void flowProgress(Flow flow, FlowState state) {
    ObjectNode details = Json.object();
    details.put("status", state.name());
    info("flow_progress", "Flow " + flow.name() + " is " + state + ".", origin(flow), details);
  }

  /** A committed batch that is not the flow's last: its rows, and what the expectations found. */
  public void batchCommitted(Flow flow, long batch, WriteResult result) {
    ObjectNode origin = origin(flow);
    origin.put("batch_id", batch);
    info(
        "flow_progress",
        "Flow %s committed batch %d: %d rows.".formatted(flow.name(), batch, result.rowsWritten()),
        origin,
        counts(flow, FlowState.RUNNING, result));
  }

  /**
   * The end of a flow. It carries the counts of the last batch, so that the sum over a flow's
   * events counts each batch once, and a flow of one batch has them all here.
   */
  public void flowCompleted(Flow flow, Optional<WriteResult> lastBatch) {
    ObjectNode details =
        lastBatch
            .map(result -> counts(flow, FlowState.COMPLETED, result))
            .orElseGet(() -> Json.object().put("status", FlowState.COMPLETED.name()));
    info("flow_progress", "Flow " + flow.name() + " has COMPLETED.", origin(flow), details);
  }

  /**
   * @param rules counts of the batch that was not committed, if rules are why it failed. Events of
   *     batches that were written have another status.
   */
  void flowFailed(Flow flow, Throwable error, Optional<RuleCounts> rules) {
    ObjectNode details = Json.object();
    details.put("status", FlowState.FAILED.name());
    rules.ifPresent(found -> details.set("data_quality", dataQuality(flow, found)));
    writer.write(
        EventLevel.ERROR,
        "flow_progress",
        "Flow " + flow.name() + " into " + flow.target() + " has FAILED: " + error.getMessage(),
        origin(flow),
        details,
        Optional.of(error));
  }

  private static ObjectNode counts(Flow flow, FlowState state, WriteResult result) {
    ObjectNode details = Json.object();
    details.put("status", state.name());
    ObjectNode metrics = details.putObject("metrics");
    metrics.put("num_output_rows", result.rowsWritten());
    metrics.put("num_output_bytes", result.bytesWritten());
    metrics.put("num_malformed_records", result.rowsMalformed());
    RuleCounts rules = new RuleCounts(result.rowsDropped(), result.rules(), result.views());
    if (!rules.isEmpty()) {
      details.set("data_quality", dataQuality(flow, rules));
    }
    return details;
  }

  private static ObjectNode dataQuality(Flow flow, RuleCounts found) {
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

  private static String flowType(FlowKind kind) {
    return switch (kind) {
      case APPEND, ONCE -> "APPEND";
      case AUTO_CDC, AUTO_CDC_ONCE -> "CHANGE";
      case REFRESH -> "MATERIALIZED_VIEW";
      case VIEW -> "VIEW";
    };
  }

  private static ObjectNode origin(Flow flow) {
    ObjectNode origin = Json.object();
    origin.put("dataset_name", flow.target().toString());
    origin.put("flow_name", flow.name().toString());
    return origin;
  }

  private void info(String type, String message, ObjectNode origin, ObjectNode details) {
    writer.write(EventLevel.INFO, type, message, origin, details, Optional.empty());
  }

  @Override
  public void close() {
    writer.close();
  }
}
