/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.engine.state.Json;
import io.lakeward.model.pipeline.Notification;
import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.pipeline.SecretSettings;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.SparkBuildInfo;

/** With what an update runs, in the shape of the event log. */
final class UpdateDetails {
  private UpdateDetails() {}

  /** The settings as they are in force, by the names of the settings file. */
  static ObjectNode config(String pipelineId, PipelineSettings settings, UpdateRequest request) {
    ObjectNode config = Json.object();
    config.put("id", pipelineId);
    config.put("name", settings.name());
    config.put("catalog", settings.catalog());
    config.put("schema", settings.schema());
    config.put("continuous", request.continuous());
    config.put("development", request.development());
    config.put("engine", settings.engine().name().toLowerCase(Locale.ROOT));
    ArrayNode libraries = config.putArray("libraries");
    settings
        .sourceGlobs()
        .forEach(glob -> libraries.addObject().putObject("glob").put("include", glob));
    config.set("configuration", shown(settings.configuration()));
    config.set("parameters", shown(settings.parameters()));
    settings
        .monitoring()
        .eventLogTable()
        .ifPresent(
            log ->
                config
                    .putObject("event_log")
                    .put("catalog", log.table().catalog())
                    .put("schema", log.table().schema())
                    .put("name", log.table().table()));
    settings
        .monitoring()
        .notifications()
        .forEach(n -> config.withArray("notifications").add(told(n)));
    config.put("full_refresh", request.fullRefreshAll());
    request.refresh().forEach(config.withArray("refresh_selection")::add);
    request.fullRefresh().forEach(config.withArray("full_refresh_selection")::add);
    request.resetCheckpoints().forEach(config.withArray("reset_checkpoint_selection")::add);
    return config;
  }

  private static ObjectNode shown(Map<String, String> settings) {
    ObjectNode shown = Json.object();
    new TreeMap<>(settings)
        .forEach((key, value) -> shown.put(key, SecretSettings.shown(key, value)));
    return shown;
  }

  /** Of a webhook only the server: what follows often is a secret. */
  private static ObjectNode told(Notification notification) {
    ObjectNode shown = Json.object();
    notification.emails().forEach(shown.putArray("email_recipients")::add);
    ArrayNode webhooks = shown.putArray("webhooks");
    notification.webhooks().stream().map(URI::getHost).forEach(webhooks::add);
    ArrayNode alerts = shown.putArray("alerts");
    notification.alerts().stream().sorted().forEach(alert -> alerts.add(alert.word()));
    return shown;
  }

  static String version() {
    return Optional.ofNullable(UpdateDetails.class.getPackage().getImplementationVersion())
        .orElse("development");
  }

  static ObjectNode runtime() {
    String version = "lakeward-" + version();
    ObjectNode details = Json.object();
    details.put("dbr_version", version);
    details.put("runtime_version", version);
    details.put("spark_version", SparkBuildInfo.spark_version());
    details.put("java_version", Runtime.version().toString());
    details.put(
        "operating_system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    details.put("processors", Runtime.getRuntime().availableProcessors());
    return details;
  }
}
