/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.analysis.plan.TablePoint;
import io.lakeward.analysis.plan.TableReading;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.state.Json;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.DataFile;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.TableSnapshot;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;

/**
 * A source as a batch query sees it: all its rows at this moment.
 *
 * @param slice the rows
 * @param fingerprint equal for two moments if the rows are the same
 * @param table the table that is read, if it is one
 */
public record BatchInput(Slice slice, JsonNode fingerprint, Optional<TableSnapshot> table) {

  public static BatchInput of(SourceRelation relation, RefreshServices services) {
    if (relation.source() instanceof Source.Files files) {
      return ofFiles(files.files(), files.schema(), services.list(files.files()));
    }
    if (relation.source() instanceof Source.FileStates states) {
      return ofFiles(
          FileStates.SOURCE,
          states.schema(),
          List.of(services.fileStates(states.table(), states.path())));
    }
    if (relation.source() instanceof Source.Events events) {
      return ofFiles(
          EventFiles.SOURCE,
          events.schema(),
          EventFiles.list(services.eventsOf(events.pipelineId())));
    }
    return ofTable((Source.Table) relation.source(), services);
  }

  private static BatchInput ofTable(Source.Table source, RefreshServices services) {
    DeltaTable table = services.table(source.name());
    TableSnapshot newest =
        table
            .findSnapshot()
            .orElseThrow(
                () ->
                    new ProjectException(
                        Problem.of(
                                ProblemCode.TABLE_OR_VIEW_NOT_FOUND,
                                "The table " + source.name() + " has not been filled yet.")
                            .withFix("Refresh " + source.name().table() + " first.")));
    TableSnapshot snapshot =
        source
            .reading()
            .at()
            .map(point -> TablePoints.snapshot(source.name(), table, point))
            .orElse(newest);
    ReadableTables.check(source.name(), snapshot);
    ObjectNode fingerprint = Json.object();
    fingerprint.put("table", source.name().toString());
    fingerprint.put("id", snapshot.id());
    fingerprint.set("version", Json.number(snapshot.version()));
    List<DataFile> files =
        source
            .reading()
            .changes()
            .map(range -> changes(source.name(), table, range))
            .orElseGet(snapshot::files);
    return new BatchInput(
        new Slice.TableFiles(files, source.schema()), fingerprint, Optional.of(snapshot));
  }

  private static List<DataFile> changes(
      TableName name, DeltaTable table, TableReading.ChangeRange range) {
    long start =
        range.start() instanceof TablePoint.Time time
            ? TablePoints.firstSince(table, time)
            : TablePoints.version(name, table, range.start());
    long newest = table.snapshot().version();
    long end = range.end().map(point -> TablePoints.version(name, table, point)).orElse(newest);
    if (start > newest || end > newest || start > end) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.TABLE_VERSION_NOT_FOUND,
                  "The table %s has no changes from version %d to version %d; its newest is %d."
                      .formatted(name.quoted(), start, end, newest))
              .withFix(
                  "DESCRIBE HISTORY " + name.quoted() + " lists the versions and their times."));
    }
    return new ChangeFeed(name, table).between(start - 1, end);
  }

  private static BatchInput ofFiles(
      FileSource source, StructType schema, List<DiscoveredFile> files) {
    ArrayNode fingerprint = Json.array();
    for (DiscoveredFile file : files) {
      fingerprint
          .addArray()
          .add(file.path().toString())
          .add(Json.number(file.size()))
          .add(Json.number(file.modifiedMillis()));
    }
    return new BatchInput(
        new Slice.SourceFiles(source, schema, files), fingerprint, Optional.empty());
  }
}
