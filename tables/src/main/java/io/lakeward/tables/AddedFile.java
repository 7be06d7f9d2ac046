/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An {@code add} action. One that comes from a compacted log is parsed when it is asked for: a
 * commit to a table of many files needs to know only which they are.
 */
final class AddedFile {
  private static final String LINE_START = "{\"add\":{\"path\":\"";
  private static final String COMPACTED = "\"dataChange\":false";

  private final String key;
  private final @Nullable String line;
  private @Nullable ObjectNode action;

  private AddedFile(String key, @Nullable String line, @Nullable ObjectNode action) {
    this.key = key;
    this.line = line;
    this.action = action;
  }

  static AddedFile of(ObjectNode action) {
    return new AddedFile(LogActions.fileKey(action), null, action);
  }

  /**
   * The file of one line of a compacted log, if the line is of the simple form that {@link
   * LogMaintenance} writes for a file without deletion vector.
   */
  static Optional<AddedFile> ofCompactedLine(byte[] content, int from, int to) {
    String line = new String(content, from, to - from, StandardCharsets.UTF_8);
    if (!line.startsWith(LINE_START) || !line.endsWith("}}")) {
      return Optional.empty();
    }
    int end = line.indexOf('"', LINE_START.length());
    String path = end < 0 ? "\\" : line.substring(LINE_START.length(), end);
    boolean isSimple =
        path.indexOf('\\') < 0 && line.contains(COMPACTED) && !line.contains("\"deletionVector\"");
    return isSimple ? Optional.of(new AddedFile(path, line, null)) : Optional.empty();
  }

  /** As {@link LogActions#fileKey}. */
  String key() {
    return key;
  }

  /** The content of the action; not to be changed. */
  ObjectNode action() {
    ObjectNode parsed = action;
    if (parsed == null) {
      parsed = parsed(String.valueOf(line));
      action = parsed;
    }
    return parsed;
  }

  private static ObjectNode parsed(String line) {
    try {
      if (JsonTrees.parse(line).get("add") instanceof ObjectNode add) {
        return add;
      }
      throw new IOException("not an add action");
    } catch (IOException e) {
      throw TableProblems.logLineDamaged(line, String.valueOf(e.getMessage()));
    }
  }

  /** The action as a line of a compacted log: it changes no data. */
  String compactedLine() {
    return line != null
        ? line
        : JsonTrees.text(LogActions.action("add", action().deepCopy().put("dataChange", false)));
  }
}
