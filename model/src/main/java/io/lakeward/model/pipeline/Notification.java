/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

import java.net.URI;
import java.util.List;
import java.util.Set;

/**
 * An entry of {@code notifications}.
 *
 * @param emails addresses that get an e-mail
 * @param webhooks addresses that get an HTTP POST
 * @param alerts on which occasions
 */
public record Notification(List<String> emails, List<URI> webhooks, Set<Alert> alerts) {
  public Notification {
    emails = List.copyOf(emails);
    webhooks = List.copyOf(webhooks);
    alerts = Set.copyOf(alerts);
  }

  /** The occasions for a notification, by Lakeflow's words. */
  public enum Alert {
    ON_UPDATE_SUCCESS("on-update-success"),
    ON_UPDATE_FAILURE("on-update-failure"),
    ON_UPDATE_FATAL_FAILURE("on-update-fatal-failure"),
    ON_FLOW_FAILURE("on-flow-failure");

    private final String word;

    Alert(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }
}
