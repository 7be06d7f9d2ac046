/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.analysis.query.AnalyzedQuery;
import io.lakeward.engine.state.Json;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.Expectation;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.FlowKind;
import java.util.List;
import java.util.TreeMap;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** What a dataset or a flow is, in the shape of the event log. */
final class DefinitionDetails {
  private DefinitionDetails() {}

  static ObjectNode of(Dataset dataset, int flows, StructType schema) {
    ObjectNode details = Json.object();
    details.put("name", dataset.name().toString());
    details.put("dataset_type", dataset.kind().name());
    details.put("num_flows", flows);
    details.put("schema_json", schema.json());
    details.set("schema", columns(schema));
    dataset.comment().ifPresent(comment -> details.put("comment", comment));
    ArrayNode expectations = details.putArray("expectations");
    for (Expectation rule : dataset.expectations()) {
      expectations
          .addObject()
          .put("name", rule.name())
          .put("expression", rule.condition().sql())
          .put("action", rule.action().name());
    }
    return details;
  }

  static ObjectNode of(ResolvedFlow resolved, String planText) {
    ObjectNode details =
        of(resolved.flow(), resolved.target(), resolved.sources(), resolved.schema());
    details.put("explain_text", planText);
    return details;
  }

  /** A view is run by no engine; its plan is that of what it says. */
  static ObjectNode of(Flow flow, Dataset view, AnalyzedQuery query) {
    ObjectNode details = of(flow, view, query.sources(), query.schema());
    details.put("explain_text", query.plan().treeString());
    return details;
  }

  private static ObjectNode of(
      Flow flow, Dataset target, List<SourceRelation> sources, StructType schema) {
    ObjectNode details = Json.object();
    ArrayNode inputs = details.putArray("input_datasets");
    sources.forEach(source -> addInput(inputs, source));
    details.put("output_dataset", flow.target().toString());
    details.putNull("output_sink");
    details.put("flow_type", flowType(flow.kind()));
    details.put("language", "SQL");
    details.put("once", flow.kind() == FlowKind.ONCE || flow.kind() == FlowKind.AUTO_CDC_ONCE);
    target.comment().ifPresent(comment -> details.put("comment", comment));
    ObjectNode conf = details.putObject("spark_conf");
    new TreeMap<>(flow.query().conf()).forEach(conf::put);
    details.put("schema_json", schema.json());
    details.set("schema", columns(schema));
    return details;
  }

  private static void addInput(ArrayNode inputs, SourceRelation source) {
    if (source.source() instanceof Source.Table table) {
      inputs.addObject().put("name", table.name().toString()).put("kind", "TABLE");
    } else if (source.source() instanceof Source.Files files) {
      inputs.addObject().put("name", files.files().path()).put("kind", "FILES");
    } else if (source.source() instanceof Source.FileStates) {
      inputs.addObject().put("name", source.id()).put("kind", "FILE_STATES");
    } else {
      inputs.addObject().put("name", "event_log").put("kind", "EVENT_LOG");
    }
  }

  private static ArrayNode columns(StructType schema) {
    ArrayNode columns = Json.array();
    for (StructField field : schema.fields()) {
      columns.addObject().put("name", field.name()).put("data_type", field.dataType().sql());
    }
    return columns;
  }

  private static String flowType(FlowKind kind) {
    return switch (kind) {
      case APPEND, ONCE -> "APPEND";
      case AUTO_CDC, AUTO_CDC_ONCE, REPLACE_USING -> "CHANGE";
      case AUTO_CDC_SNAPSHOT -> "SNAPSHOT_CHANGE";
      case REPLACE_WHERE -> "COMPLETE";
      case REFRESH -> "MATERIALIZED_VIEW";
      case VIEW -> "VIEW";
    };
  }
}
