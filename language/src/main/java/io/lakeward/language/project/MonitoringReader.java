/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.project;

import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.MonitoringSettings;
import io.lakeward.model.pipeline.MonitoringSettings.PublishedLog;
import io.lakeward.model.pipeline.Notification;
import io.lakeward.model.pipeline.Notification.Alert;
import io.lakeward.model.problem.DidYouMean;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.source.SourceSpan;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads {@code event_log} and {@code notifications} of a settings file. */
final class MonitoringReader {
  private static final List<String> LOG_KEYS = List.of("catalog", "schema", "name");
  private static final List<String> NOTIFICATION_KEYS =
      List.of("email_recipients", "webhooks", "alerts");

  private final YamlPlaces places;
  private final Problems problems;
  private final Map<String, String> log = new HashMap<>();
  private final List<Notification> notifications = new ArrayList<>();
  private @Nullable SourceSpan logPlace;

  MonitoringReader(YamlPlaces places, Problems problems) {
    this.places = places;
    this.problems = problems;
  }

  /**
   * @param catalog the pipeline's, for a log that names none
   * @param schema likewise
   */
  MonitoringSettings settings(Optional<String> id, String catalog, String schema) {
    SourceSpan where = logPlace;
    String name = log.get("name");
    Optional<PublishedLog> table =
        where == null || name == null
            ? Optional.empty()
            : Optional.of(
                new PublishedLog(
                    new TableName(
                        log.getOrDefault("catalog", catalog),
                        log.getOrDefault("schema", schema),
                        name),
                    where));
    return new MonitoringSettings(id, table, notifications);
  }

  void readEventLog(Node value) {
    if (isNothing(value)) {
      return;
    }
    logPlace = places.of(value);
    for (NodeTuple entry : entries(value, "event_log", LOG_KEYS)) {
      text(entry.getValueNode(), "event_log." + key(entry))
          .ifPresent(text -> log.put(key(entry), text));
    }
    if (!log.containsKey("name") && value instanceof MappingNode) {
      problems.add(
          ProjectProblems.settings(
              "event_log has no name.", "Add name: and the name of a table.", places.of(value)));
    }
  }

  void readNotifications(Node value) {
    if (isNothing(value)) {
      return;
    }
    if (!(value instanceof SequenceNode list)) {
      problems.add(ProjectProblems.wrongValue("notifications", "a list", places.of(value)));
      return;
    }
    list.getValue().forEach(this::readNotification);
  }

  private void readNotification(Node value) {
    int before = problems.sorted().size();
    List<String> emails = new ArrayList<>();
    List<URI> webhooks = new ArrayList<>();
    Set<Alert> alerts = EnumSet.noneOf(Alert.class);
    for (NodeTuple entry : entries(value, "An entry of notifications", NOTIFICATION_KEYS)) {
      for (Node item : items(entry)) {
        switch (key(entry)) {
          case "email_recipients" -> email(item).ifPresent(emails::add);
          case "webhooks" -> webhook(item).ifPresent(webhooks::add);
          default -> alert(item).ifPresent(alerts::add);
        }
      }
    }
    if (problems.sorted().size() > before) {
      return; // what is missing may be what is wrong
    }
    if (emails.isEmpty() && webhooks.isEmpty() || alerts.isEmpty()) {
      problems.add(
          ProjectProblems.settings(
              "An entry of notifications needs someone to tell and an occasion.",
              "Give email_recipients or webhooks, and alerts.",
              places.of(value)));
      return;
    }
    notifications.add(new Notification(emails, webhooks, alerts));
  }

  private Optional<String> email(Node item) {
    Optional<String> address = text(item, "email_recipients");
    if (address.isPresent() && !address.get().matches("[^@\\s<>]+@[^@\\s<>]+")) {
      problems.add(
          ProjectProblems.wrongValue("email_recipients", "e-mail addresses", places.of(item)));
      return Optional.empty();
    }
    return address;
  }

  private Optional<URI> webhook(Node item) {
    try {
      Optional<String> text = text(item, "webhooks");
      if (text.isEmpty()) {
        return Optional.empty();
      }
      URI address = new URI(text.get());
      if (Set.of("http", "https").contains(String.valueOf(address.getScheme()))
          && address.getHost() != null) {
        return Optional.of(address);
      }
    } catch (URISyntaxException e) {
      // said below
    }
    problems.add(
        ProjectProblems.wrongValue("webhooks", "http or https addresses", places.of(item)));
    return Optional.empty();
  }

  private Optional<Alert> alert(Node item) {
    Optional<String> word = text(item, "alerts");
    if (word.isEmpty()) {
      return Optional.empty();
    }
    Optional<Alert> alert =
        Stream.of(Alert.values()).filter(a -> a.word().equals(word.get())).findFirst();
    if (alert.isEmpty()) {
      problems.add(
          ProjectProblems.unknownAlert(
              word.get(), Stream.of(Alert.values()).map(Alert::word).toList(), places.of(item)));
    }
    return alert;
  }

  private List<Node> items(NodeTuple entry) {
    if (entry.getValueNode() instanceof SequenceNode list) {
      return list.getValue();
    }
    problems.add(ProjectProblems.wrongValue(key(entry), "a list", places.of(entry.getValueNode())));
    return List.of();
  }

  /** The entries whose keys are known; others are reported. */
  private List<NodeTuple> entries(Node value, String what, List<String> known) {
    if (!(value instanceof MappingNode mapping)) {
      problems.add(ProjectProblems.wrongValue(what, "key: value lines", places.of(value)));
      return List.of();
    }
    List<NodeTuple> entries = new ArrayList<>();
    for (NodeTuple entry : mapping.getValue()) {
      if (known.contains(key(entry))) {
        entries.add(entry);
      } else {
        problems.add(
            ProjectProblems.unknownKey(
                key(entry), DidYouMean.closest(key(entry), known), places.of(entry.getKeyNode())));
      }
    }
    return entries;
  }

  private static String key(NodeTuple entry) {
    return entry.getKeyNode() instanceof ScalarNode key ? key.getValue() : "";
  }

  private Optional<String> text(Node value, String what) {
    if (value instanceof ScalarNode scalar && !scalar.getValue().isBlank() && !isNothing(value)) {
      return Optional.of(scalar.getValue());
    }
    problems.add(ProjectProblems.wrongValue(what, "a text", places.of(value)));
    return Optional.empty();
  }

  private static boolean isNothing(Node node) {
    return node.getTag().equals(Tag.NULL);
  }
}
