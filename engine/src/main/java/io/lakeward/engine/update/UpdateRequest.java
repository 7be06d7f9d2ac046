/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import java.util.List;

/**
 * What to bring up to date.
 *
 * @param refresh tables to refresh, by name as typed; empty together with {@code fullRefresh} means
 *     all
 * @param fullRefresh tables to start over
 * @param fullRefreshAll start everything over; not together with the two lists
 * @param development for the event log: nothing is retried in either mode yet
 */
public record UpdateRequest(
    List<String> refresh, List<String> fullRefresh, boolean fullRefreshAll, boolean development) {
  public UpdateRequest {
    refresh = List.copyOf(refresh);
    fullRefresh = List.copyOf(fullRefresh);
  }

  /** Everything, with new rows only. */
  public static UpdateRequest all() {
    return new UpdateRequest(List.of(), List.of(), false, true);
  }
}
