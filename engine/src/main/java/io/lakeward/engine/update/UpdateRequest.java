/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import io.lakeward.model.pipeline.SqlText;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What to bring up to date.
 *
 * @param refresh tables to refresh, by name as typed; empty together with {@code fullRefresh} means
 *     all
 * @param fullRefresh tables to start over
 * @param fullRefreshAll start everything over; not together with the two lists
 * @param resetCheckpoints flows to begin anew without emptying their tables, by full name
 * @param continuous go on until told to stop
 * @param replaceWhere for tables that a flow with REPLACE WHERE fills, by full name: the condition
 *     of this update
 */
public record UpdateRequest(
    List<String> refresh,
    List<String> fullRefresh,
    boolean fullRefreshAll,
    List<String> resetCheckpoints,
    RunMode mode,
    boolean continuous,
    Map<String, SqlText> replaceWhere) {
  public UpdateRequest {
    refresh = List.copyOf(refresh);
    fullRefresh = List.copyOf(fullRefresh);
    resetCheckpoints = List.copyOf(resetCheckpoints);
    replaceWhere = Map.copyOf(replaceWhere);
  }

  /** An update under the conditions that the flows have. */
  public UpdateRequest(
      List<String> refresh,
      List<String> fullRefresh,
      boolean fullRefreshAll,
      RunMode mode,
      boolean continuous) {
    this(refresh, fullRefresh, fullRefreshAll, List.of(), mode, continuous, Map.of());
  }

  /** An update that ends when everything that was there is done. */
  public UpdateRequest(
      List<String> refresh, List<String> fullRefresh, boolean fullRefreshAll, boolean development) {
    this(
        refresh,
        fullRefresh,
        fullRefreshAll,
        development ? RunMode.DEVELOPMENT : RunMode.INTERACTIVE,
        false);
  }

  /** For the event log. */
  public boolean development() {
    return mode == RunMode.DEVELOPMENT;
  }

  /**
   * One table.
   *
   * @param full from the start
   * @param condition which rows are replaced, if a flow with REPLACE WHERE fills it
   */
  public static UpdateRequest of(String table, boolean full, Optional<SqlText> condition) {
    return new UpdateRequest(
        full ? List.of() : List.of(table),
        full ? List.of(table) : List.of(),
        false,
        List.of(),
        RunMode.DEVELOPMENT,
        false,
        condition.map(text -> Map.of(table, text)).orElse(Map.of()));
  }

  /** The same, in which flows begin anew without emptying their tables. */
  public UpdateRequest withResetCheckpoints(List<String> flows) {
    return new UpdateRequest(
        refresh, fullRefresh, fullRefreshAll, flows, mode, continuous, replaceWhere);
  }

  /** Everything, with new rows only. */
  public static UpdateRequest all() {
    return new UpdateRequest(List.of(), List.of(), false, true);
  }
}
