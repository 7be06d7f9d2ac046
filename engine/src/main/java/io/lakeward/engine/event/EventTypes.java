/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.event;

import java.util.List;

/** The types that events of Lakeflow's log can have; not all of them are written here. */
public final class EventTypes {
  public static final List<String> ALL =
      List.of(
          "create_update",
          "user_action",
          "runtime_details",
          "update_progress",
          "dataset_definition",
          "flow_definition",
          "sink_definition",
          "flow_progress",
          "planning_information",
          "cluster_resources",
          "autoscale",
          "operation_progress",
          "stream_progress",
          "hook_progress",
          "maintenance_progress",
          "deprecation",
          "behavior_change_in_spark_connect");

  private EventTypes() {}
}
