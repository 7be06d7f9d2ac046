/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Which of Delta's features a table needs, and which of them are understood here. */
record TableProtocol(
    int minReaderVersion,
    int minWriterVersion,
    Set<String> readerFeatures,
    Set<String> writerFeatures) {

  static final String IDENTITY_COLUMNS = "identityColumns";

  private static final int FEATURES_READER_VERSION = 3;
  private static final int FEATURES_WRITER_VERSION = 7;

  /** What tables are made with when they need nothing special: any reader can read them. */
  private static final TableProtocol PLAIN = new TableProtocol(1, 2, Set.of(), Set.of());

  /** What the old version numbers stand for, once features are listed by name. */
  private static final List<List<String>> FEATURES_BY_WRITER_VERSION =
      List.of(
          List.of(),
          List.of(),
          List.of("appendOnly", "invariants"),
          List.of("checkConstraints"),
          List.of("changeDataFeed", "generatedColumns"),
          List.of("columnMapping"),
          List.of(IDENTITY_COLUMNS));

  private static final Set<String> READER_WRITER_FEATURES =
      Set.of(
          "columnMapping",
          "deletionVectors",
          "timestampNtz",
          "typeWidening",
          "v2Checkpoint",
          "variantType");

  private static final Map<String, String> FEATURE_BY_PROPERTY =
      Map.of(
          PropertyNames.CHANGE_DATA_FEED,
          "changeDataFeed",
          PropertyNames.DELETION_VECTORS,
          "deletionVectors",
          "delta.enableInCommitTimestamps",
          "inCommitTimestamp",
          "delta.enableRowTracking",
          "rowTracking",
          PropertyNames.TYPE_WIDENING,
          "typeWidening");

  private static final Map<String, String> FEATURE_BY_TYPE =
      Map.of("timestamp_ntz", "timestampNtz", "variant", "variantType");

  /** Features that a writer of whole files has nothing to do for, or that are done here. */
  private static final Set<String> WRITABLE =
      Set.of(
          "allowColumnDefaults",
          "appendOnly",
          "changeDataFeed",
          "checkConstraints",
          "checkpointProtection",
          "clustering",
          "columnMapping",
          "deletionVectors",
          "domainMetadata",
          "generatedColumns",
          IDENTITY_COLUMNS,
          "inCommitTimestamp",
          "invariants",
          "rowTracking",
          "timestampNtz",
          "typeWidening",
          "typeWidening-preview",
          "v2Checkpoint",
          "vacuumProtocolCheck",
          "variantType");

  /** Reader features that change nothing for one who reads what active files have as rows. */
  private static final Set<String> PLAINLY_READABLE =
      Set.of(
          "columnMapping",
          "deletionVectors",
          "timestampNtz",
          "typeWidening",
          "typeWidening-preview",
          "v2Checkpoint",
          "vacuumProtocolCheck",
          "variantType");

  static TableProtocol of(ObjectNode protocol) {
    return new TableProtocol(
        protocol.path("minReaderVersion").asInt(),
        protocol.path("minWriterVersion").asInt(),
        new TreeSet<>(LogActions.list(protocol.path("readerFeatures"))),
        new TreeSet<>(LogActions.list(protocol.path("writerFeatures"))));
  }

  /** The least protocol for a new table. */
  static TableProtocol forNewTable(TableSchema schema, Map<String, String> properties) {
    return PLAIN.upgradedFor(schema, properties);
  }

  /** This protocol with what a changed schema or changed properties need on top. */
  TableProtocol upgradedFor(TableSchema schema, Map<String, String> properties) {
    Set<String> needed = new TreeSet<>();
    FEATURE_BY_PROPERTY.forEach(
        (property, feature) -> {
          if ("true".equalsIgnoreCase(properties.get(property))) {
            needed.add(feature);
          }
        });
    FEATURE_BY_TYPE.forEach(
        (type, feature) -> {
          if (schema.hasType(type)) {
            needed.add(feature);
          }
        });
    if (schema.hasColumnMetadata("CURRENT_DEFAULT")) {
      needed.add("allowColumnDefaults");
    }
    if (schema.numbersRows()) {
      needed.add(IDENTITY_COLUMNS);
    }
    if ("v2".equals(properties.get("delta.checkpointPolicy"))) {
      needed.add("v2Checkpoint");
    }
    if (needed.contains("rowTracking")) {
      needed.add("domainMetadata");
    }
    needed.removeAll(allWriterFeatures());
    return needed.isEmpty() ? this : with(needed);
  }

  private TableProtocol with(Set<String> features) {
    Set<String> writer = new TreeSet<>(allWriterFeatures());
    writer.addAll(features);
    Set<String> reader = new TreeSet<>(readerFeatures);
    features.stream().filter(READER_WRITER_FEATURES::contains).forEach(reader::add);
    int readerVersion = reader.isEmpty() ? minReaderVersion : FEATURES_READER_VERSION;
    if (readerVersion == FEATURES_READER_VERSION && writer.contains("columnMapping")) {
      // Reader version 2 meant column mapping; with listed features it has to be listed.
      reader.add("columnMapping");
    }
    return new TableProtocol(readerVersion, FEATURES_WRITER_VERSION, reader, writer);
  }

  boolean supports(String feature) {
    return allWriterFeatures().contains(feature);
  }

  private Set<String> allWriterFeatures() {
    Set<String> features = new TreeSet<>(writerFeatures);
    if (minWriterVersion < FEATURES_WRITER_VERSION) {
      FEATURES_BY_WRITER_VERSION.subList(0, minWriterVersion + 1).forEach(features::addAll);
    }
    return features;
  }

  /** Refuses tables on which a commit from here would break a promise of their features. */
  static void checkWritable(Path table, TableState state, TableSchema schema) {
    TableProtocol protocol = of(state.protocol());
    if (protocol.minWriterVersion > FEATURES_WRITER_VERSION
        || protocol.minReaderVersion > FEATURES_READER_VERSION) {
      throw TableProblems.featureUnsupported(table, "writer version " + protocol.minWriterVersion);
    }
    for (String feature : protocol.writerFeatures) {
      if (!WRITABLE.contains(feature)) {
        throw TableProblems.featureUnsupported(table, feature);
      }
    }
    Map<String, String> properties = state.properties();
    if (!"none".equals(properties.getOrDefault("delta.columnMapping.mode", "none"))) {
      throw TableProblems.featureUnsupported(table, "columnMapping");
    }
    if (properties.keySet().stream().anyMatch(k -> k.startsWith("delta.constraints."))) {
      throw TableProblems.featureUnsupported(table, "checkConstraints");
    }
    Map.of(
            "delta.invariants", "invariants",
            "delta.generationExpression", "generatedColumns")
        .forEach(
            (key, feature) -> {
              if (schema.hasColumnMetadata(key)) {
                throw TableProblems.featureUnsupported(table, feature);
              }
            });
  }

  /** Refuses properties, in Delta's spelling, that would switch on what cannot be written here. */
  static void checkProperties(Map<String, String> properties) {
    properties.forEach(
        (key, value) -> {
          boolean mapping =
              key.equals("delta.columnMapping.mode") && !value.equalsIgnoreCase("none");
          boolean iceberg =
              key.startsWith("delta.enableIcebergCompat") && "true".equalsIgnoreCase(value);
          if (mapping
              || iceberg
              || key.startsWith("delta.constraints.")
              || key.startsWith("delta.feature.")) {
            throw TableProblems.propertyUnsupported(key);
          }
        });
  }

  /** What makes plain reading of the active files give wrong rows. */
  static List<String> unsupportedForPlainReading(TableState state) {
    TableProtocol protocol = of(state.protocol());
    List<String> unsupported = new ArrayList<>();
    if (protocol.minReaderVersion > FEATURES_READER_VERSION) {
      unsupported.add("readerVersion " + protocol.minReaderVersion);
    }
    protocol.readerFeatures.stream()
        .filter(f -> !PLAINLY_READABLE.contains(f))
        .forEach(unsupported::add);
    if (!"none".equals(state.properties().getOrDefault("delta.columnMapping.mode", "none"))) {
      unsupported.add("columnMapping");
    }
    return List.copyOf(unsupported);
  }

  ObjectNode toJson() {
    ObjectNode json = LogActions.object();
    json.put("minReaderVersion", minReaderVersion);
    json.put("minWriterVersion", minWriterVersion);
    if (minReaderVersion >= FEATURES_READER_VERSION) {
      ArrayNode features = json.putArray("readerFeatures");
      readerFeatures.forEach(features::add);
    }
    if (minWriterVersion >= FEATURES_WRITER_VERSION) {
      ArrayNode features = json.putArray("writerFeatures");
      writerFeatures.forEach(features::add);
    }
    return json;
  }
}
