/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Delta's actions as JSON: how they are read, written and looked into. */
final class LogActions {
  private LogActions() {}

  /** All actions in one file of the log. */
  static List<ObjectNode> read(Path file) throws IOException {
    return parse(file, Files.readAllBytes(file));
  }

  /** All actions in the content of a file. */
  static List<ObjectNode> parse(Path file, byte[] content) throws IOException {
    List<ObjectNode> actions = new ArrayList<>();
    try (JsonParser parser = JsonTrees.parser(content)) {
      for (JsonNode node = JsonTrees.next(parser); node != null; node = JsonTrees.next(parser)) {
        if (!(node instanceof ObjectNode action)) {
          throw TableProblems.logFileDamaged(file, actions.size() + 1, "not a JSON object");
        }
        actions.add(action);
      }
    } catch (JsonProcessingException e) {
      throw TableProblems.logFileDamaged(file, actions.size() + 1, e.getOriginalMessage());
    }
    if (actions.isEmpty()) {
      throw TableProblems.logFileDamaged(file, 1, "the file is empty");
    }
    return actions;
  }

  static byte[] write(List<ObjectNode> actions) {
    return text(actions).getBytes(StandardCharsets.UTF_8);
  }

  /** One line for each action. */
  static String text(List<ObjectNode> actions) {
    StringBuilder text = new StringBuilder();
    for (ObjectNode action : actions) {
      text.append(JsonTrees.text(action)).append('\n');
    }
    return text.toString();
  }

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static ObjectNode action(String kind, ObjectNode content) {
    ObjectNode action = object();
    action.set(kind, content);
    return action;
  }

  static ObjectNode objectOf(Map<String, ? extends @Nullable String> values) {
    ObjectNode object = object();
    values.forEach(object::put);
    return object;
  }

  /** A JSON object as strings; values that are not strings keep their JSON text. */
  static Map<String, String> strings(JsonNode object) {
    Map<String, String> strings = new LinkedHashMap<>();
    object
        .properties()
        .forEach(
            e -> {
              if (!e.getValue().isNull()) {
                strings.put(
                    e.getKey(),
                    e.getValue().isTextual()
                        ? e.getValue().textValue()
                        : JsonTrees.text(e.getValue()));
              }
            });
    return strings;
  }

  static List<String> list(JsonNode array) {
    List<String> strings = new ArrayList<>();
    array.forEach(e -> strings.add(e.asText()));
    return strings;
  }

  /** The file that an {@code add} or {@code remove} action is about. */
  static DataFile dataFile(Path table, ObjectNode fileAction) {
    Map<String, @Nullable String> partitionValues = new LinkedHashMap<>();
    fileAction
        .path("partitionValues")
        .properties()
        .forEach(e -> partitionValues.put(e.getKey(), e.getValue().textValue()));
    Optional<DeletionVector> deleted = DeletionVector.of(table, fileAction);
    long without = deleted.map(DeletionVector::cardinality).orElse(0L);
    return new DataFile(
        absolutePath(table, fileAction.path("path").asText()),
        partitionValues,
        fileAction.path("size").asLong(),
        fileAction.path("modificationTime").asLong(fileAction.path("deletionTimestamp").asLong()),
        numRecords(fileAction).map(stored -> stored - without),
        deleted);
  }

  /** What tells one logical file from another: its path and its deletion vector. */
  static String fileKey(ObjectNode fileAction) {
    String path = fileAction.path("path").asText();
    JsonNode vector = fileAction.path("deletionVector");
    if (!vector.isObject()) {
      return path;
    }
    return fileKey(
        path,
        vector.path("storageType").asText(),
        vector.path("pathOrInlineDv").asText(),
        vector.hasNonNull("offset") ? vector.path("offset").asText() : "");
  }

  /** The same, of a file with this path in the log. */
  static String fileKey(String path, DataFile file) {
    return file.deletionVector()
        .map(
            vector ->
                fileKey(
                    path,
                    vector.storageType(),
                    vector.content(),
                    vector.offset().isPresent() ? "" + vector.offset().getAsInt() : ""))
        .orElse(path);
  }

  private static String fileKey(String path, String storageType, String content, String offset) {
    return path + "\0" + storageType + content + "@" + offset;
  }

  private static Path absolutePath(Path table, String path) {
    // The log holds URIs: escaped, and relative unless the table is a shallow clone.
    URI uri = URI.create(path);
    return uri.isAbsolute() ? LocalFileIO.pathOf(uri) : table.resolve(uri.getPath());
  }

  private static Optional<Long> numRecords(ObjectNode fileAction) {
    String stats = fileAction.path("stats").asText("");
    if (stats.isEmpty()) {
      return Optional.empty();
    }
    try {
      return JsonTrees.findLong(stats, "numRecords");
    } catch (IOException e) {
      // Statistics are a hint; a reader may always go without.
      return Optional.empty();
    }
  }
}
