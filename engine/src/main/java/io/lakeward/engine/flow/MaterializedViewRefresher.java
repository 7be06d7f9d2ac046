/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.engine.state.CrashPoint;
import io.lakeward.engine.state.Json;
import io.lakeward.engine.state.StateFile;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.TableSnapshot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.types.StructType;

/**
 * Makes a materialized view equal to its query: all rows are replaced in one commit, or nothing is
 * done if neither a source nor the definition has changed since the last refresh.
 */
public final class MaterializedViewRefresher implements TableRefresher {
  private final ResolvedFlow flow;
  private final Dataset dataset;
  private final StructType schema;
  private final QueryDefinition definition;
  private final RefreshServices services;
  private final TableProgress progress;

  public MaterializedViewRefresher(
      ResolvedFlow flow,
      StructType schema,
      QueryDefinition definition,
      RefreshServices services,
      TableProgress progress) {
    this.flow = flow;
    this.dataset = flow.target();
    this.schema = TableSchemas.declared(dataset, schema);
    this.definition = definition;
    this.services = services;
    this.progress = progress;
  }

  @Override
  public void refresh(boolean startOver) {
    progress.planning(flow.flow());
    Path state = services.stateOf(dataset.name());
    TargetIdentity identity =
        startOver
            ? TargetIdentity.startOver(state.resolve("identity.json"))
            : TargetIdentity.loadOrCreate(state.resolve("identity.json"));
    progress.identified(identity.id());
    DeltaTable table = services.table(dataset.name());
    Optional<TableSnapshot> stored = table.findSnapshot();
    if (!identity.mustEmpty(stored)) {
      identity.checkOwns(stored, dataset);
      new QuarantineTable(dataset, schema, services).checkOwns(identity);
    }

    BatchInputs inputs = BatchInputs.of(flow, services);
    Path lastRefresh = state.resolve("last-refresh.json");
    if (!identity.mustEmpty(stored)
        && definition.isRepeatable()
        && stored.isPresent()
        && StateFile.read(lastRefresh)
            .equals(Optional.of(fingerprint(stored.get().version(), inputs.fingerprint())))) {
      progress.planned(
          flow.flow(),
          new RefreshPlan(RefreshTechnique.NO_OP, List.of(), involved(inputs), involved(stored)));
      boolean isSettled = settle(table, lastRefresh, inputs);
      progress.completed(flow.flow(), !isSettled);
      return;
    }

    progress.planned(
        flow.flow(),
        new RefreshPlan(
            RefreshTechnique.COMPLETE_RECOMPUTE,
            issues(StateFile.read(lastRefresh), inputs.fingerprint()),
            involved(inputs),
            involved(stored)));
    progress.running(flow.flow());
    progress.reading(flow.flow(), inputs.slices().values());
    List<RowRule> rules = RuleBinding.of(flow);
    WriteResult result =
        new CheckedWrites(services, flow, identity)
            .overwrite(
                new WriteRequest(
                    new BoundPlan(flow.plan(), inputs.slices(), flow.flow().query().conf()),
                    rules,
                    target(table, identity),
                    Optional.empty()),
                (WriteListener) CrashPoint.DURING_VIEW::reach);
    identity.settle();
    progress.committed(flow.flow(), 0, result, rules);
    TableMetadata.settle(table, dataset, schema).ifPresent(progress::altered);
    StateFile.write(
        lastRefresh, fingerprint(table.latestVersion().orElseThrow(), inputs.fingerprint()));
    progress.completed(flow.flow(), false);
  }

  /** What the definition says besides the rows, such as who may see them. */
  private boolean settle(DeltaTable table, Path lastRefresh, BatchInputs inputs) {
    OptionalLong version = TableMetadata.settle(table, dataset, schema);
    version.ifPresent(
        changed -> {
          progress.altered(changed);
          StateFile.write(lastRefresh, fingerprint(changed, inputs.fingerprint()));
        });
    return version.isPresent();
  }

  /** Why the stored rows are not right any more, as far as that is known. */
  private List<RefreshPlan.Issue> issues(Optional<JsonNode> last, JsonNode inputs) {
    List<RefreshPlan.Issue> issues = new ArrayList<>();
    if (!definition.isRepeatable()) {
      issues.add(
          new RefreshPlan.Issue(
              "PLAN_NOT_DETERMINISTIC",
              Map.of(
                  "plan_not_deterministic_sub_type",
                  flow.plan().deterministic() ? "TIME_FUNCTION" : "NON_DETERMINISTIC_EXPRESSION")));
    }
    last.map(l -> l.path("definition").asText())
        .filter(before -> !before.equals(definition.text()))
        .ifPresent(
            before ->
                issues.add(
                    new RefreshPlan.Issue(
                        "QUERY_FINGERPRINT_CHANGED",
                        Map.of(
                            "fingerprint_diff_before",
                            before,
                            "fingerprint_diff_current",
                            definition.text()))));
    if (last.filter(l -> !l.path("inputs").equals(inputs)).isPresent()) {
      issues.add(new RefreshPlan.Issue("DATA_HAS_CHANGED", Map.of()));
    }
    return issues;
  }

  private static List<RefreshPlan.Involved> involved(BatchInputs inputs) {
    return inputs.tables().entrySet().stream()
        .map(table -> RefreshPlan.Involved.of(table.getKey(), table.getValue()))
        .toList();
  }

  private Optional<RefreshPlan.Involved> involved(Optional<TableSnapshot> stored) {
    return stored.map(snapshot -> RefreshPlan.Involved.of(dataset.name(), snapshot));
  }

  private JsonNode fingerprint(long version, JsonNode inputs) {
    ObjectNode fingerprint = Json.object();
    fingerprint.set("version", Json.number(version));
    fingerprint.put("definition", definition.text());
    fingerprint.set("inputs", inputs);
    return fingerprint;
  }

  private WriteTarget target(DeltaTable table, TargetIdentity identity) {
    return new WriteTarget(
        dataset.name(),
        table.path(),
        schema,
        dataset.partitionColumns(),
        identity.tableProperties(dataset),
        dataset.comment());
  }
}
