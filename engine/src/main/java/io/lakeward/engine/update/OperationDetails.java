/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.engine.flow.FileListingReport;
import io.lakeward.engine.flow.SnapshotReport;
import io.lakeward.engine.state.Json;
import java.util.OptionalLong;

/** Work that goes before the rows of a flow, in the shape of the event log. */
final class OperationDetails {
  private OperationDetails() {}

  static ObjectNode of(FileListingReport report) {
    ObjectNode details = operation("AUTO_LOADER_LISTING", report.status(), report.millis());
    ObjectNode loader = details.putObject("auto_loader_details");
    loader.put("source_path", report.path());
    report.listed().ifPresent(files -> loader.put("num_files_listed", files));
    report.fresh().ifPresent(files -> loader.put("num_files_new", files));
    return details;
  }

  static ObjectNode of(SnapshotReport report) {
    ObjectNode details = operation("CDC_SNAPSHOT", report.status(), report.millis());
    ObjectNode snapshot = details.putObject("cdc_snapshot_details");
    snapshot.put("source", report.source());
    snapshot.put("snapshot_number", report.number());
    report.changes().ifPresent(changes -> snapshot.put("num_changes", changes));
    return details;
  }

  private static ObjectNode operation(String type, String status, OptionalLong millis) {
    ObjectNode details = Json.object();
    details.put("type", type);
    details.put("status", status);
    millis.ifPresent(duration -> details.put("duration_ms", duration));
    return details;
  }
}
