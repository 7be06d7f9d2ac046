/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.autoloader.DiscoveredFile;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.state.Json;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.TableSnapshot;
import java.util.List;

/**
 * A source as a batch query sees it: all its rows at this moment.
 *
 * @param slice the rows
 * @param fingerprint equal for two moments if the rows are the same
 */
public record BatchInput(Slice slice, JsonNode fingerprint) {

  public static BatchInput of(SourceRelation relation, RefreshServices services) {
    return relation.source() instanceof Source.Files files
        ? ofFiles(files, services)
        : ofTable((Source.Table) relation.source(), services);
  }

  private static BatchInput ofTable(Source.Table source, RefreshServices services) {
    TableSnapshot snapshot =
        services
            .table(source.name())
            .findSnapshot()
            .orElseThrow(
                () ->
                    new ProjectException(
                        Problem.of(
                                ProblemCode.TABLE_OR_VIEW_NOT_FOUND,
                                "The table " + source.name() + " has not been filled yet.")
                            .withFix("Refresh " + source.name().table() + " first.")));
    ReadableTables.check(source.name(), snapshot);
    ObjectNode fingerprint = Json.object();
    fingerprint.put("table", source.name().toString());
    fingerprint.put("id", snapshot.id());
    fingerprint.set("version", Json.number(snapshot.version()));
    return new BatchInput(new Slice.TableFiles(snapshot.files(), source.schema()), fingerprint);
  }

  private static BatchInput ofFiles(Source.Files source, RefreshServices services) {
    List<DiscoveredFile> files = services.list(source.files());
    ArrayNode fingerprint = Json.array();
    for (DiscoveredFile file : files) {
      fingerprint
          .addArray()
          .add(file.path().toString())
          .add(Json.number(file.size()))
          .add(Json.number(file.modifiedMillis()));
    }
    return new BatchInput(
        new Slice.SourceFiles(source.files(), source.schema(), files), fingerprint);
  }
}
