/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.catalog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.engine.state.Json;
import io.lakeward.model.pipeline.ColumnDefinition;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.RowPolicy;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a table's definition says and Delta has no place for, kept as properties of the table: who
 * sees what, and which value a column has that is left out.
 */
public final class TableNotes {
  /** Begins the names of what comes from a definition. */
  public static final String PREFIX = "lakeward.definition.";

  /** The identity of the pipeline's table; tables without it belong to no pipeline. */
  public static final String IDENTITY = "lakeward.identity";

  /** The name of a {@code DatasetKind}. */
  public static final String KIND = "lakeward.datasetKind";

  /** Set on a table whose definition is gone. */
  public static final String INACTIVE = PREFIX + "inactive";

  /** Begins the names of what ALTER set. */
  private static final String ALTERED = "lakeward.altered.";

  private static final String ROW_FILTER = "rowFilter";
  private static final String MASK = "mask.";
  private static final String TAG = "lakeward.tag.";
  private static final String COLUMN_TAG = "lakeward.columnTag.";
  private static final String DEFAULT = PREFIX + "default.";
  private static final String GENERATED = PREFIX + "generated.";
  private static final String KEY = PREFIX + "key.";

  private TableNotes() {}

  /** The properties that a dataset's table has to have. */
  public static Map<String, String> of(Dataset dataset) {
    Map<String, String> notes = policy(PREFIX, dataset.definedPolicy());
    for (ColumnDefinition column : dataset.columns()) {
      column
          .value()
          .ifPresent(
              value ->
                  notes.put(
                      (value.isGenerated() ? GENERATED : DEFAULT) + lower(column.name()),
                      value.expression().sql().strip()));
    }
    dataset.keys().forEach(key -> notes.put(KEY + key.name(), key.sql()));
    return notes;
  }

  /** The properties that ALTER gives a table with this policy. */
  public static Map<String, String> altered(RowPolicy policy) {
    return policy(ALTERED, policy);
  }

  /** The properties in which a table's row filter can stand. */
  public static List<String> rowFilterKeys() {
    return List.of(ALTERED + ROW_FILTER, PREFIX + ROW_FILTER);
  }

  /** The properties in which a column's mask can stand. */
  public static List<String> maskKeys(String column) {
    return List.of(ALTERED + MASK + lower(column), PREFIX + MASK + lower(column));
  }

  /** Whether a property comes from an ALTER that one of the definition's contradicts. */
  public static boolean isContradicted(String key, Map<String, String> wanted) {
    return key.startsWith(ALTERED) && wanted.containsKey(PREFIX + key.substring(ALTERED.length()));
  }

  private static Map<String, String> policy(String prefix, RowPolicy policy) {
    Map<String, String> notes = new HashMap<>();
    policy.rowFilter().ifPresent(filter -> notes.put(prefix + ROW_FILTER, text(filter)));
    policy.masks().forEach((column, mask) -> notes.put(prefix + MASK + column, text(mask)));
    return notes;
  }

  /** The policy in a table's properties. */
  public static RowPolicy policyIn(Map<String, String> properties) {
    return alteredIn(properties).or(policyIn(PREFIX, properties));
  }

  /** The part of it that ALTER set. */
  public static RowPolicy alteredIn(Map<String, String> properties) {
    return policyIn(ALTERED, properties);
  }

  private static RowPolicy policyIn(String prefix, Map<String, String> properties) {
    Map<String, RowPolicy.PolicyCall> masks = new HashMap<>();
    startingWith(prefix + MASK, properties)
        .forEach((column, text) -> masks.put(column, call(text)));
    return new RowPolicy(
        Optional.ofNullable(properties.get(prefix + ROW_FILTER)).map(TableNotes::call), masks);
  }

  /** The values, as SQL, of columns that an insert leaves out, by column in lower case. */
  public static Map<String, String> defaultsIn(Map<String, String> properties) {
    return startingWith(DEFAULT, properties);
  }

  /** The expressions of generated columns, by column in lower case. */
  public static Map<String, String> generatedIn(Map<String, String> properties) {
    return startingWith(GENERATED, properties);
  }

  /** A table's keys as SQL, by their names. */
  public static Map<String, String> keysIn(Map<String, String> properties) {
    return startingWith(KEY, properties);
  }

  private static Map<String, String> startingWith(String prefix, Map<String, String> properties) {
    Map<String, String> found = new HashMap<>();
    properties.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            found.put(key.substring(prefix.length()), value);
          }
        });
    return found;
  }

  /** The property in which a tag of a table, or of one of its columns, stands. */
  public static String tagKey(Optional<String> column, String tag) {
    return column.map(c -> COLUMN_TAG + lower(c) + ".").orElse(TAG) + tag;
  }

  /** A table's tags, and those of its columns under {@code column.tag}. */
  public static Map<String, String> tagsIn(Map<String, String> properties) {
    Map<String, String> tags = startingWith(TAG, properties);
    tags.putAll(startingWith(COLUMN_TAG, properties));
    return tags;
  }

  private static String text(RowPolicy.PolicyCall call) {
    ObjectNode json = Json.object();
    json.put("function", call.function());
    call.arguments().forEach(json.putArray("arguments")::add);
    return json.toString();
  }

  private static RowPolicy.PolicyCall call(String text) {
    try {
      JsonNode json = Json.parse(text);
      List<String> arguments = new ArrayList<>();
      json.path("arguments").forEach(argument -> arguments.add(argument.asText()));
      return new RowPolicy.PolicyCall(json.path("function").asText(), arguments);
    } catch (JsonProcessingException e) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.TABLE_DAMAGED,
                  "A row filter or mask in a table's properties cannot be read: " + text + ".")
              .withFix("Run the pipeline that defines the table, which writes it anew."),
          e);
    }
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
