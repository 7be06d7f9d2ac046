/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import com.fasterxml.jackson.core.JsonGenerator;
import io.lakeward.analysis.graph.ColumnLineage.SourceColumn;
import io.lakeward.analysis.graph.ResolvedGraph;
import io.lakeward.engine.FlowExplanation;
import io.lakeward.engine.FlowLineage;
import io.lakeward.engine.quality.QualityHistory;
import io.lakeward.engine.quality.RuleHistory;
import io.lakeward.engine.schema.SchemaDifference;
import io.lakeward.engine.schema.SchemaVersion;
import io.lakeward.engine.schema.StoredSource;
import io.lakeward.engine.update.RuleOutcome;
import io.lakeward.engine.update.TableResult;
import io.lakeward.engine.update.UpdateResult;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.source.SourceSpan;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The JSON documents that commands print with {@code --output json}. Keys are never renamed. */
public final class JsonDocuments {

  private JsonDocuments() {}

  /** The command or the project is wrong. */
  public static String problems(List<Problem> problems) {
    return JsonText.write(
        json -> {
          json.writeStartObject();
          json.writeStringField("state", "INVALID");
          writeProblems(json, problems);
          json.writeEndObject();
        });
  }

  /** From which columns the columns of tables are made. */
  public static String lineage(List<FlowLineage> flows) {
    return JsonText.write(
        json -> {
          json.writeStartArray();
          for (FlowLineage flow : flows) {
            json.writeStartObject();
            json.writeStringField("target", flow.target().toString());
            json.writeStringField("flow", flow.flow().toString());
            json.writeArrayFieldStart("columns");
            for (Map.Entry<String, Set<SourceColumn>> column : flow.columns().entrySet()) {
              json.writeStartObject();
              json.writeStringField("column", column.getKey());
              json.writeArrayFieldStart("sources");
              for (SourceColumn source : new TreeSet<>(column.getValue())) {
                json.writeStartObject();
                json.writeStringField(source.isFile() ? "path" : "dataset", source.source());
                json.writeStringField("column", source.column());
                json.writeEndObject();
              }
              json.writeEndArray();
              json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  public static String update(UpdateResult result) {
    return JsonText.write(
        json -> {
          json.writeStartObject();
          json.writeStringField("update_id", result.updateId());
          json.writeStringField("state", result.state().name());
          json.writeBooleanField("changed", result.changedAnything());
          writeSeconds(json, "seconds", result.duration());
          json.writeArrayFieldStart("tables");
          for (TableResult table : result.tables()) {
            writeTable(json, table);
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  public static String valid(ResolvedGraph graph) {
    return JsonText.write(
        json -> {
          json.writeStartObject();
          json.writeStringField("state", "VALID");
          json.writeStringField("pipeline", graph.definition().settings().name());
          json.writeArrayFieldStart("datasets");
          for (Dataset dataset : graph.definition().datasets()) {
            writeDataset(json, dataset, graph);
          }
          json.writeEndArray();
          json.writeArrayFieldStart("problems");
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  public static String explanations(List<FlowExplanation> explanations) {
    return JsonText.write(
        json -> {
          json.writeStartArray();
          for (FlowExplanation flow : explanations) {
            json.writeStartObject();
            json.writeStringField("table", flow.target().toString());
            json.writeStringField("type", typeName(flow.kind().name()));
            json.writeStringField("engine", flow.engine());
            json.writeStringField("reason", flow.reason());
            json.writeStringField("logical_plan", flow.logicalPlan());
            writeNullable(json, "sql", flow.sql());
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  /** An array of events, each exactly as the log has it. */
  public static String events(List<String> storedLines) {
    StringBuilder out = new StringBuilder("[");
    for (int i = 0; i < storedLines.size(); i++) {
      out.append(i == 0 ? "\n" : ",\n").append(storedLines.get(i).strip());
    }
    return out.append(storedLines.isEmpty() ? "]\n" : "\n]\n").toString();
  }

  /** Learned schemas of streamed files, all versions. */
  public static String schemas(List<StoredSource> sources) {
    return JsonText.write(
        json -> {
          json.writeStartObject();
          json.writeArrayFieldStart("sources");
          for (StoredSource source : sources) {
            json.writeStartObject();
            json.writeStringField("key", source.key());
            json.writeStringField("path", source.path());
            json.writeArrayFieldStart("tables");
            for (TableName table : source.tables()) {
              json.writeString(table.toString());
            }
            json.writeEndArray();
            json.writeArrayFieldStart("versions");
            for (SchemaVersion version : source.versions()) {
              json.writeStartObject();
              json.writeNumberField("version", version.number());
              json.writeStringField("made", version.made().toString());
              json.writeStringField("reason", version.reason());
              json.writeStringField("format", version.schema().format());
              json.writeStringField("schema", version.schema().columns().toDDL());
              json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  /** How two versions of a schema differ. */
  public static String schemaDifferences(
      StoredSource source,
      SchemaVersion before,
      SchemaVersion after,
      List<SchemaDifference> differences) {
    return JsonText.write(
        json -> {
          json.writeStartObject();
          json.writeStringField("path", source.path());
          json.writeNumberField("from", before.number());
          json.writeNumberField("to", after.number());
          json.writeArrayFieldStart("differences");
          for (SchemaDifference difference : differences) {
            json.writeStartObject();
            json.writeStringField("column", difference.name());
            writeNullable(
                json, "before", Optional.of(difference.before()).filter(t -> !t.isEmpty()));
            writeNullable(json, "after", Optional.of(difference.after()).filter(t -> !t.isEmpty()));
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  /** The pass rates of rules over several updates. */
  public static String quality(String pipeline, QualityHistory history) {
    return JsonText.write(
        json -> {
          json.writeStartObject();
          json.writeStringField("pipeline", pipeline);
          json.writeArrayFieldStart("updates");
          for (QualityHistory.Update update : history.updates()) {
            json.writeStartObject();
            json.writeStringField("update_id", update.id());
            json.writeStringField("timestamp", update.start().toString());
            json.writeStringField("state", update.state());
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeArrayFieldStart("rules");
          for (RuleHistory rule : history.rules()) {
            writeRule(json, rule, history.updates());
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private static void writeRule(
      JsonGenerator json, RuleHistory rule, List<QualityHistory.Update> updates)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("dataset", rule.dataset());
    json.writeStringField("name", rule.rule());
    json.writeStringField("action", rule.action());
    writeCheck(json, rule.total());
    json.writeArrayFieldStart("updates");
    for (int i = 0; i < updates.size(); i++) {
      json.writeStartObject();
      json.writeStringField("update_id", updates.get(i).id());
      writeCheck(json, rule.checks().get(i));
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void writeCheck(JsonGenerator json, RuleHistory.Check check) throws IOException {
    json.writeNumberField("passed_records", check.passed());
    json.writeNumberField("failed_records", check.failed());
    if (check.passRate().isPresent()) {
      json.writeNumberField("pass_rate", check.passRate().getAsDouble());
    } else {
      json.writeNullField("pass_rate");
    }
  }

  private static void writeDataset(JsonGenerator json, Dataset dataset, ResolvedGraph graph)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("name", dataset.name().toString());
    json.writeStringField("type", typeName(dataset.kind().name()));
    json.writeArrayFieldStart("columns");
    StructType schema = graph.schemas().get(dataset.name());
    if (schema != null) {
      for (StructField field : schema.fields()) {
        json.writeStartObject();
        json.writeStringField("name", field.name());
        json.writeStringField("type", field.dataType().sql());
        json.writeBooleanField("nullable", field.nullable());
        json.writeEndObject();
      }
    }
    json.writeEndArray();
    json.writeArrayFieldStart("reads");
    for (TableName upstream :
        new TreeSet<>(graph.upstream().getOrDefault(dataset.name(), Set.of()))) {
      json.writeString(upstream.toString());
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void writeTable(JsonGenerator json, TableResult table) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", table.name().toString());
    json.writeStringField("type", typeName(table.kind().name()));
    json.writeStringField("state", table.state().name());
    json.writeBooleanField("changed", table.changed());
    json.writeNumberField("batches", table.batches());
    json.writeNumberField("rows_read", table.counts().read());
    json.writeNumberField("rows_written", table.counts().written());
    json.writeNumberField("rows_dropped", table.counts().dropped());
    json.writeNumberField("rows_quarantined", table.counts().quarantined());
    json.writeNumberField("rows_malformed", table.counts().malformed());
    json.writeNumberField("rows_rescued", table.counts().rescued());
    json.writeNumberField("files_skipped", table.counts().skippedFiles());
    json.writeNumberField("bytes_written", table.counts().bytes());
    if (table.version().isPresent()) {
      json.writeNumberField("version", table.version().getAsLong());
    } else {
      json.writeNullField("version");
    }
    writeSeconds(json, "seconds", table.duration());
    json.writeArrayFieldStart("expectations");
    for (RuleOutcome rule : table.counts().rules()) {
      json.writeStartObject();
      json.writeStringField("name", rule.name());
      if (rule.view().isPresent()) {
        json.writeStringField("view", rule.view().get().toString());
      }
      json.writeStringField("action", rule.action().name());
      json.writeNumberField("passed_records", rule.passed());
      json.writeNumberField("failed_records", rule.failed());
      json.writeEndObject();
    }
    json.writeEndArray();
    writeProblems(json, table.problem().map(List::of).orElse(List.of()));
    json.writeEndObject();
  }

  private static void writeProblems(JsonGenerator json, List<Problem> problems) throws IOException {
    json.writeArrayFieldStart("problems");
    for (Problem problem : problems) {
      json.writeStartObject();
      json.writeStringField("code", problem.code().name());
      json.writeStringField("kind", problem.code().kind().name());
      json.writeStringField("message", problem.message());
      if (problem.where().isPresent()) {
        SourceSpan where = problem.where().get();
        json.writeObjectFieldStart("where");
        json.writeStringField("file", where.file().path());
        json.writeNumberField("line", where.line());
        json.writeNumberField("column", where.column());
        json.writeEndObject();
      } else {
        json.writeNullField("where");
      }
      writeNullable(json, "fix", problem.fix());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeNullable(JsonGenerator json, String name, Optional<String> text)
      throws IOException {
    if (text.isPresent()) {
      json.writeStringField(name, text.get());
    } else {
      json.writeNullField(name);
    }
  }

  private static void writeSeconds(JsonGenerator json, String name, Duration duration)
      throws IOException {
    json.writeNumberField(name, duration.toMillis() / 1000.0);
  }

  private static String typeName(String enumName) {
    return enumName.toLowerCase(Locale.ROOT);
  }
}
