/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.notice;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.engine.event.EventLevel;
import io.lakeward.engine.event.EventListener;
import io.lakeward.engine.event.PipelineEvent;
import io.lakeward.engine.state.Json;
import io.lakeward.engine.update.UpdateEvents;
import io.lakeward.model.pipeline.Notification;
import io.lakeward.model.pipeline.Notification.Alert;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells people about ends of updates and failures of flows, as {@code notifications} asks for. */
public final class Notifications implements EventListener {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final List<Notification> notifications;
  private final Map<String, String> configuration;
  private final Map<String, String> environment;
  private @Nullable HttpClient http;

  /**
   * @param configuration the pipeline's, for the mail server
   * @param environment for its password
   */
  public Notifications(
      List<Notification> notifications,
      Map<String, String> configuration,
      Map<String, String> environment) {
    this.notifications = List.copyOf(notifications);
    this.configuration = Map.copyOf(configuration);
    this.environment = Map.copyOf(environment);
  }

  @Override
  public String name() {
    return "notifications";
  }

  /** Goes on with the others if one cannot be told, and then throws what went wrong first. */
  @Override
  public void onEvent(PipelineEvent event) throws Exception {
    JsonNode json = Json.parse(event.json());
    Set<Alert> alerts = alerts(event, json);
    Exception first = null;
    for (Notification notification : notifications) {
      Optional<Alert> alert = alerts.stream().filter(notification.alerts()::contains).findFirst();
      if (alert.isPresent()) {
        Exception failed = tell(notification, alert.get(), event, json);
        first = first == null ? failed : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }

  /** What is tried again is no failure of a flow, and no final one of an update. */
  private static Set<Alert> alerts(PipelineEvent event, JsonNode json) {
    if (event.eventType().equals("update_progress")) {
      JsonNode update = json.at("/details/update_progress");
      return switch (update.path("state").asText()) {
        case "COMPLETED" -> EnumSet.of(Alert.ON_UPDATE_SUCCESS);
        case "FAILED" ->
            update.path(UpdateEvents.WILL_RETRY).asBoolean()
                ? EnumSet.of(Alert.ON_UPDATE_FAILURE)
                : EnumSet.of(Alert.ON_UPDATE_FAILURE, Alert.ON_UPDATE_FATAL_FAILURE);
        default -> EnumSet.noneOf(Alert.class);
      };
    }
    boolean isFailedFlow =
        event.eventType().equals("flow_progress")
            && event.level() == EventLevel.ERROR
            && json.at("/details/flow_progress/status").asText().equals("FAILED");
    return isFailedFlow ? EnumSet.of(Alert.ON_FLOW_FAILURE) : EnumSet.noneOf(Alert.class);
  }

  private @Nullable Exception tell(
      Notification notification, Alert alert, PipelineEvent event, JsonNode json)
      throws InterruptedException {
    Exception first = null;
    for (URI webhook : notification.webhooks()) {
      try {
        post(webhook, body(alert, event, json));
      } catch (IOException e) {
        first = first == null ? e : first;
      }
    }
    if (!notification.emails().isEmpty()) {
      try {
        MailSender.of(configuration, environment)
            .send(notification.emails(), subject(event, json), mail(event, json));
      } catch (IOException e) {
        first = first == null ? e : first;
      }
    }
    return first;
  }

  private static String body(Alert alert, PipelineEvent event, JsonNode json) {
    ObjectNode body = Json.object();
    body.put("alert", alert.word());
    for (String field : List.of("pipeline_id", "pipeline_name", "update_id")) {
      body.set(field, json.path("origin").path(field));
    }
    event.dataset().ifPresent(dataset -> body.put("dataset_name", dataset));
    body.put("message", event.message());
    body.put("timestamp", event.timestamp().toString());
    body.set("event", json);
    return body.toString();
  }

  private void post(URI address, String body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json; charset=utf-8")
            .POST(HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8))
            .build();
    int status = http().send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    if (status / 100 != 2) {
      throw new IOException(
          "The webhook at " + address.getHost() + " answered with status " + status + ".");
    }
  }

  private synchronized HttpClient http() {
    HttpClient client = http;
    if (client == null) {
      client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
      http = client;
    }
    return client;
  }

  private static String subject(PipelineEvent event, JsonNode json) {
    String pipeline = json.at("/origin/pipeline_name").asText();
    String what =
        event.eventType().equals("flow_progress")
            ? "flow " + json.at("/origin/flow_name").asText() + " failed"
            : "update "
                + json.at("/details/update_progress/state")
                    .asText()
                    .toLowerCase(java.util.Locale.ROOT);
    return "[lakeward] " + pipeline + ": " + what;
  }

  private static String mail(PipelineEvent event, JsonNode json) {
    StringBuilder text = new StringBuilder(event.message()).append("\n\n");
    for (String field :
        List.of("pipeline_name", "pipeline_id", "update_id", "dataset_name", "flow_name")) {
      if (json.path("origin").hasNonNull(field)) {
        text.append(field)
            .append(": ")
            .append(json.path("origin").path(field).asText())
            .append('\n');
      }
    }
    return text.append("time: ").append(event.timestamp()).append('\n').toString();
  }
}
