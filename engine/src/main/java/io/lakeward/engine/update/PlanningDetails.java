/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.engine.flow.RefreshPlan;
import io.lakeward.engine.state.Json;
import java.util.TreeMap;

/** How a materialized view is brought up to date, in the shape of the event log. */
final class PlanningDetails {
  private PlanningDetails() {}

  static ObjectNode of(RefreshPlan plan) {
    ObjectNode details = Json.object();
    ObjectNode information = details.putArray("technique_information").addObject();
    information.put("maintenance_type", "MAINTENANCE_TYPE_" + plan.technique().name());
    information.put("is_chosen", true);
    information.put("is_applicable", true);
    ArrayNode issues = information.putArray("incrementalization_issues");
    for (RefreshPlan.Issue issue : plan.issues()) {
      ObjectNode shown =
          issues
              .addObject()
              .put("issue_type", issue.type())
              .put("prevent_incrementalization", true);
      new TreeMap<>(issue.details()).forEach(shown::put);
    }
    ArrayNode sources = details.putArray("source_table_information");
    plan.sources().forEach(table -> sources.add(table(table)));
    plan.target().ifPresent(table -> details.set("target_table_information", table(table)));
    return details;
  }

  private static ObjectNode table(RefreshPlan.Involved table) {
    ObjectNode shown = Json.object();
    shown.put("table_name", table.name().toString());
    shown.put("table_id", table.id());
    shown.put("catalog_table_type", "MANAGED");
    table.partitionColumns().forEach(shown.putArray("partition_columns")::add);
    shown.put("full_size", table.bytes());
    shown.put("is_size_after_pruning", false);
    shown.put("is_row_id_enabled", table.hasRowIds());
    shown.put("is_cdf_enabled", table.hasChangeFeed());
    shown.put("is_deletion_vector_enabled", table.hasDeletionVectors());
    return shown;
  }
}
