/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.query.AnalyzedQuery;
import io.lakeward.autoloader.discovery.SkippedFile;
import io.lakeward.engine.event.EventLevel;
import io.lakeward.engine.event.EventWriter;
import io.lakeward.engine.executor.SourceReads;
import io.lakeward.engine.flow.FileListingReport;
import io.lakeward.engine.flow.RefreshPlan;
import io.lakeward.engine.flow.SnapshotReport;
import io.lakeward.engine.state.Json;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.Deprecation;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.FlowKind;
import io.lakeward.model.pipeline.PipelineSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.spark.sql.types.StructType;

/** The events of one update, in the words and shapes of Lakeflow's event log. */
public final class UpdateEvents implements AutoCloseable {

  /** A field of a failed update's event, beyond Lakeflow's. */
  public static final String WILL_RETRY = "will_retry";

  private final EventWriter writer;
  private final List<Deprecation> deprecations;
  // Flows run on several threads.
  private final Map<TableName, String> engines = new ConcurrentHashMap<>();
  private final Map<TableName, String> identities = new ConcurrentHashMap<>();
  private volatile Function<TableName, Optional<String>> tableIds = name -> Optional.empty();
  private volatile Consumer<String> warned = message -> {};

  /**
   * @param deprecations old spellings in the project, to be told at the beginning
   */
  public UpdateEvents(EventWriter writer, List<Deprecation> deprecations) {
    this.writer = writer;
    this.deprecations = List.copyOf(deprecations);
  }

  /** Whom to tell what is warned of in flows that go on. */
  void tellWarnings(Consumer<String> listener) {
    warned = listener;
  }

  /**
   * @param cause {@code USER_ACTION} or {@code RETRY_ON_FAILURE}
   */
  public void started(PipelineSettings settings, UpdateRequest request, String cause) {
    if (writer.isFirst()) {
      userAction(UserAction.CREATE);
    }
    userAction(UserAction.START);
    createUpdate(settings, request, user(), cause);
    runtimeDetails();
    deprecations.forEach(this::deprecated);
  }

  /** An update that ended before it touched anything, because the project makes no sense. */
  public void refused(PipelineSettings settings, UpdateRequest request, Throwable error) {
    started(settings, request, "USER_ACTION");
    beginning();
    updateFailed(Optional.of(error), false);
  }

  /** What a person may do with a pipeline; edits of its files are not seen. */
  public enum UserAction {
    CREATE("created the pipeline"),
    START("started an update"),
    STOP("stopped the update"),
    DELETE("deleted the pipeline");

    private final String words;

    UserAction(String words) {
      this.words = words;
    }
  }

  public void userAction(UserAction action) {
    info(
        "user_action",
        "User " + user() + " " + action.words + ".",
        Json.object(),
        Json.object().put("action", action.name()).put("user_name", user()).put("user_id", user()));
  }

  private static String user() {
    return System.getProperty("user.name", "");
  }

  private void createUpdate(
      PipelineSettings settings, UpdateRequest request, String user, String cause) {
    ObjectNode details = Json.object();
    details.put("run_as", user);
    details.put("cause", cause);
    details.set("config", UpdateDetails.config(writer.pipelineId(), settings, request));
    info("create_update", "Update started by " + cause + ".", Json.object(), details);
  }

  private void runtimeDetails() {
    info(
        "runtime_details",
        "The update runs on lakeward " + UpdateDetails.version() + ".",
        Json.object(),
        UpdateDetails.runtime());
  }

  /** The states before anything is set up. */
  void beginning() {
    List.of("QUEUED", "CREATED", "WAITING_FOR_RESOURCES", "INITIALIZING")
        .forEach(this::updateProgress);
  }

  /** The update has come to another state, and not to its failure. */
  public void updateProgress(String state) {
    ObjectNode details = Json.object();
    details.put("state", state);
    if (state.equals("CANCELED")) {
      details.put("cancellation_cause", "USER_ACTION");
    }
    updateProgress(EventLevel.INFO, details, Optional.empty());
  }

  /**
   * @param error why the update failed
   * @param willRetry another update is begun because of that
   */
  public void updateFailed(Optional<Throwable> error, boolean willRetry) {
    ObjectNode details = Json.object();
    details.put("state", "FAILED");
    details.put(WILL_RETRY, willRetry);
    updateProgress(EventLevel.ERROR, details, error);
  }

  private void updateProgress(EventLevel level, ObjectNode details, Optional<Throwable> error) {
    writer.write(
        level,
        "update_progress",
        "Update is " + details.path("state").asText() + ".",
        Json.object(),
        details,
        error);
  }

  public void datasetDefinition(Dataset dataset, int flows, StructType schema) {
    info(
        "dataset_definition",
        "Dataset " + dataset.name() + " is defined.",
        origin(dataset.name(), isView(dataset.kind())),
        DefinitionDetails.of(dataset, flows, schema));
  }

  public void flowDefinition(ResolvedFlow resolved, String planText) {
    Flow flow = resolved.flow();
    info(
        "flow_definition",
        "Flow " + flow.name() + " is defined.",
        origin(flow),
        DefinitionDetails.of(resolved, planText));
  }

  /** What a view is; its rows are made where it is read. */
  void viewDefinition(Flow flow, Dataset view, AnalyzedQuery query) {
    info(
        "flow_definition",
        "Flow " + flow.name() + " is defined.",
        origin(flow),
        DefinitionDetails.of(flow, view, query));
  }

  /** How something went that follows the update without being part of it. */
  public void hookProgress(String name, String status, Optional<Throwable> error) {
    writer.hookProgress(name, status, error);
  }

  /**
   * @param ids tells Delta's id of a table that exists
   */
  void tables(Function<TableName, Optional<String>> ids) {
    tableIds = ids;
  }

  /** From here on the events of the table's flows carry an id that is new after a full refresh. */
  void identified(TableName table, String id) {
    identities.put(table, id);
  }

  /** Which engine runs a flow, and why. */
  public void planningInformation(Flow flow, String engine, String reason) {
    engines.put(flow.name(), engine);
    ObjectNode details = Json.object();
    details.put("engine", engine);
    details.put("engine_reason", reason);
    info(
        "planning_information",
        "Flow " + flow.name() + " is planned for the " + engine + " engine: " + reason + ".",
        origin(flow),
        details);
  }

  /** How a materialized view is brought up to date, and why not with less work. */
  void refreshPlanned(Flow flow, RefreshPlan plan) {
    info(
        "planning_information",
        "Flow %s has been planned to be executed as %s."
            .formatted(flow.name(), plan.technique().name()),
        origin(flow),
        PlanningDetails.of(plan));
  }

  /** A flow compares all rows of a source with those of the snapshot before. */
  void snapshot(Flow flow, SnapshotReport report) {
    operation(
        "Snapshot %d of %s is %s.".formatted(report.number(), report.source(), report.status()),
        flow,
        OperationDetails.of(report),
        report.error());
  }

  /** A look into the folders of a flow's source. */
  void listing(Flow flow, FileListingReport report) {
    operation(
        "Listing of " + report.path() + " is " + report.status() + ".",
        flow,
        OperationDetails.of(report),
        report.error());
  }

  private void operation(String message, Flow flow, ObjectNode details, Optional<Throwable> error) {
    writer.write(
        error.isPresent() ? EventLevel.ERROR : EventLevel.INFO,
        "operation_progress",
        message,
        origin(flow),
        details,
        error);
  }

  /** How far a flow's sources have been read by a batch. */
  void streamProgress(Flow flow, ObjectNode progress) {
    ObjectNode details = Json.object();
    details.set("progress", progress);
    details.put("progress_json", progress.toString());
    ObjectNode about = origin(flow);
    about.set("batch_id", progress.path("batchId"));
    writer.write(
        EventLevel.METRICS,
        "stream_progress",
        "Flow %s has come to batch %s.".formatted(flow.name(), progress.path("batchId").asText()),
        about,
        details,
        Optional.empty());
  }

  /** Small files of a table were put together. */
  void maintained(TableName table, long version) {
    info(
        "maintenance_progress",
        "Small files of " + table + " were put together.",
        origin(table, false),
        Json.object()
            .put("table_name", table.toString())
            .put("operation", "OPTIMIZE")
            .put("status", "COMPLETED")
            .put("table_version", version));
  }

  private void deprecated(Deprecation use) {
    writer.write(
        EventLevel.WARN,
        "deprecation",
        "%s is an old spelling (%s). %s".formatted(use.what(), use.where(), use.instead()),
        Json.object(),
        Json.object()
            .put("kind", use.what())
            .put("location", use.where().toString())
            .put("message", use.instead()),
        Optional.empty());
  }

  /** A flow failed for a reason that may pass, and is tried again. */
  public void flowRetried(Flow flow, Throwable error, Duration wait) {
    flowWarning(
        flow,
        "Flow %s has FAILED and is tried again in %s s: %s"
            .formatted(flow.name(), wait.toMillis() / 1e3, error.getMessage()),
        Json.object().put("status", FlowState.FAILED.name()),
        Optional.of(error));
  }

  /** A flow stopped at columns that its source's schema lacked, and goes on with them. */
  public void schemaChanged(Flow flow, Throwable error) {
    ObjectNode details = Json.object();
    details.put("status", FlowState.STOPPED.name());
    details.put("cause", "SCHEMA_CHANGE");
    flowWarning(
        flow,
        "Flow %s has met what its columns cannot take and goes on with others: %s"
            .formatted(flow.name(), error.getMessage()),
        details,
        Optional.of(error));
  }

  public void flowProgress(Flow flow, FlowState state) {
    String status = status(state);
    info(
        "flow_progress",
        "Flow " + flow.name() + " is " + status + ".",
        origin(flow),
        Json.object().put("status", status));
  }

  void flowSkipped(Flow flow, String reason) {
    writer.write(
        EventLevel.WARN,
        "flow_progress",
        "Flow " + flow.name() + " is SKIPPED because " + reason + ".",
        origin(flow),
        Json.object().put("status", FlowState.SKIPPED.name()),
        Optional.empty());
  }

  /** Planning is where Lakeflow's flows are starting. */
  private static String status(FlowState state) {
    return state == FlowState.PLANNING ? "STARTING" : state.name();
  }

  /** A committed batch that is not the flow's last: its rows, and what the expectations found. */
  void batchCommitted(Flow flow, BatchReport batch) {
    ObjectNode about = origin(flow);
    about.put("batch_id", batch.number());
    writer.write(
        EventLevel.METRICS,
        "flow_progress",
        "Flow %s committed batch %d: %d rows."
            .formatted(flow.name(), batch.number(), batch.result().rowsWritten()),
        about,
        FlowMetrics.counts(flow, FlowState.RUNNING, batch),
        Optional.empty());
  }

  /** Rows that are in a flow's state, and of which none has come out yet. */
  void rowsRemembered(Flow flow, SourceReads reads, RuleCounts rules) {
    writer.write(
        EventLevel.METRICS,
        "flow_progress",
        "Flow %s keeps %d rows in its state.".formatted(flow.name(), reads.rows()),
        origin(flow),
        FlowMetrics.remembered(flow, reads, rules),
        Optional.empty());
  }

  /** Files that could not be read and that the source's options leave out. */
  void filesSkipped(Flow flow, List<SkippedFile> files) {
    flowWarning(
        flow,
        "Flow %s left out %d %s that could not be read, the first one %s."
            .formatted(
                flow.name(),
                files.size(),
                files.size() == 1 ? "file" : "files",
                files.get(0).file()),
        FlowMetrics.skippedFiles(files),
        Optional.empty());
  }

  /** Rows that came after their time had been closed by a watermark. */
  public void lateRows(Flow flow, long rows) {
    ObjectNode details = Json.object();
    details.put("status", FlowState.RUNNING.name());
    details.putObject("metrics").put("num_rows_dropped_by_watermark", rows);
    flowWarning(
        flow,
        "Flow %s left out %d %s behind its watermark."
            .formatted(flow.name(), rows, rows == 1 ? "row that came" : "rows that came"),
        details,
        Optional.empty());
  }

  /** Something about a flow that a person should know, and that stops nothing. */
  void warned(Flow flow, String message) {
    flowWarning(
        flow,
        "Flow " + flow.name() + ": " + message,
        Json.object().put("status", FlowState.RUNNING.name()),
        Optional.empty());
  }

  private void flowWarning(
      Flow flow, String message, ObjectNode details, Optional<Throwable> error) {
    warned.accept(message.lines().findFirst().orElse(message));
    writer.write(EventLevel.WARN, "flow_progress", message, origin(flow), details, error);
  }

  /** A query whose state grows as long as it runs. */
  public void unboundedState(Flow flow, String reason) {
    ObjectNode details = Json.object();
    details.put("unbounded_state", reason);
    writer.write(
        EventLevel.WARN,
        "planning_information",
        "Flow %s remembers every row that it has seen: %s.".formatted(flow.name(), reason),
        origin(flow),
        details,
        Optional.empty());
  }

  /**
   * The end of a flow. It carries the counts of the last batch, so that the sum over a flow's
   * events counts each batch once, and a flow of one batch has them all here.
   */
  void flowCompleted(Flow flow, Optional<BatchReport> lastBatch) {
    ObjectNode details =
        lastBatch
            .map(batch -> FlowMetrics.counts(flow, FlowState.COMPLETED, batch))
            .orElseGet(() -> Json.object().put("status", FlowState.COMPLETED.name()));
    ObjectNode about = origin(flow);
    lastBatch.ifPresent(batch -> about.put("batch_id", batch.number()));
    info("flow_progress", "Flow " + flow.name() + " has COMPLETED.", about, details);
  }

  /**
   * @param rules counts of the batch that was not committed, if rules are why it failed. Events of
   *     batches that were written have another status.
   * @param retries how often it was tried again
   */
  void flowFailed(Flow flow, Throwable error, Optional<RuleCounts> rules, int retries) {
    ObjectNode details = Json.object();
    details.put("status", FlowState.FAILED.name());
    rules.ifPresent(found -> details.set("data_quality", FlowMetrics.dataQuality(flow, found)));
    writer.write(
        EventLevel.ERROR,
        "flow_progress",
        "Flow %s into %s has FAILED%s: %s"
            .formatted(
                flow.name(),
                flow.target(),
                retries == 0 ? "" : " more than " + retries + " times and will not be restarted",
                error.getMessage()),
        origin(flow),
        details,
        Optional.of(error));
  }

  private static String flowId(String identity, Flow flow) {
    String name = identity + "/" + flow.name().toString().toLowerCase(Locale.ROOT);
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
  }

  private ObjectNode origin(Flow flow) {
    ObjectNode origin = origin(flow.target(), flow.kind() == FlowKind.VIEW);
    origin.put("flow_name", flow.name().toString());
    Optional.ofNullable(identities.get(flow.target()))
        .ifPresent(id -> origin.put("flow_id", flowId(id, flow)));
    Optional.ofNullable(engines.get(flow.name())).ifPresent(e -> origin.put("engine", e));
    return origin;
  }

  private ObjectNode origin(TableName dataset, boolean isView) {
    ObjectNode origin = Json.object();
    origin.put("dataset_name", dataset.toString());
    if (!isView) {
      origin.put("table_name", dataset.toString());
      tableIds.apply(dataset).ifPresent(id -> origin.put("table_id", id));
    }
    return origin;
  }

  private static boolean isView(DatasetKind kind) {
    return kind == DatasetKind.TEMPORARY_VIEW || kind == DatasetKind.VIEW;
  }

  private void info(String type, String message, ObjectNode origin, ObjectNode details) {
    writer.write(EventLevel.INFO, type, message, origin, details, Optional.empty());
  }

  @Override
  public void close() {
    writer.close();
  }
}
