/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.options;

import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The types that a user knows better than inference does: {@code name TYPE}, a struct's {@code a.b
 * TYPE}, an array's {@code a.element TYPE}, a map's {@code a.key TYPE} and {@code a.value TYPE}.
 */
public final class SchemaHints {
  private final List<Hint> hints = new ArrayList<>();

  public SchemaHints(String text) {
    for (String part : splitAtTopLevel(text)) {
      String hint = part.strip();
      if (!hint.isEmpty()) {
        hints.add(parse(hint, text));
      }
    }
  }

  private static Hint parse(String hint, String whole) {
    List<String> path = new ArrayList<>();
    int at = 0;
    while (true) {
      int end;
      if (hint.startsWith("`", at)) {
        end = hint.indexOf('`', at + 1);
        if (end < 0) {
          throw new ProjectException(
              SourceProblems.optionValue("schemaHints", whole, "a closing ` for every `"));
        }
        path.add(hint.substring(at + 1, end));
        end++;
      } else {
        end = at;
        while (end < hint.length() && hint.charAt(end) != '.' && !isBlankOrColon(hint, end)) {
          end++;
        }
        path.add(hint.substring(at, end));
      }
      if (end >= hint.length() || hint.charAt(end) != '.') {
        String type = hint.substring(end).replaceFirst("^[\\s:]+", "");
        StructType parsed = SourceOptions.parseSchema("schemaHints", "c " + type);
        return new Hint(path, parsed.fields()[0].dataType());
      }
      at = end + 1;
    }
  }

  private static boolean isBlankOrColon(String text, int at) {
    return Character.isWhitespace(text.charAt(at)) || text.charAt(at) == ':';
  }

  private static List<String> splitAtTopLevel(String text) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '`') {
        quoted = !quoted;
      } else if (!quoted && (c == '<' || c == '(')) {
        depth++;
      } else if (!quoted && (c == '>' || c == ')')) {
        depth--;
      } else if (!quoted && c == ',' && depth == 0) {
        parts.add(text.substring(start, i));
        start = i + 1;
      }
    }
    parts.add(text.substring(start));
    return parts;
  }

  /** Columns whose whole type is given, in lower case. */
  Set<String> wholeColumns() {
    return hints.stream()
        .filter(hint -> hint.path().size() == 1)
        .map(hint -> hint.path().get(0).toLowerCase(Locale.ROOT))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The top-level columns that hints name, in lower case. */
  public Set<String> columns() {
    return hints.stream()
        .map(hint -> hint.path().get(0).toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }

  public StructType apply(StructType schema) {
    StructType hinted = schema;
    for (Hint hint : hints) {
      hinted = (StructType) apply(hinted, hint.path(), hint.type());
    }
    return hinted;
  }

  private static DataType apply(DataType at, List<String> path, DataType type) {
    if (path.isEmpty()) {
      return type;
    }
    String name = path.get(0);
    List<String> rest = path.subList(1, path.size());
    if (at instanceof ArrayType array && name.toLowerCase(Locale.ROOT).equals("element")) {
      return new ArrayType(apply(array.elementType(), rest, type), array.containsNull());
    }
    if (at instanceof MapType map && name.toLowerCase(Locale.ROOT).equals("key")) {
      return new MapType(
          apply(map.keyType(), rest, type), map.valueType(), map.valueContainsNull());
    }
    if (at instanceof MapType map && name.toLowerCase(Locale.ROOT).equals("value")) {
      return new MapType(
          map.keyType(), apply(map.valueType(), rest, type), map.valueContainsNull());
    }
    StructType struct = at instanceof StructType present ? present : new StructType();
    List<StructField> fields = new ArrayList<>(Arrays.asList(struct.fields()));
    for (int i = 0; i < fields.size(); i++) {
      StructField field = fields.get(i);
      if (field.name().equalsIgnoreCase(name)) {
        // The hint's spelling wins, because inference cannot know which one is meant.
        String spelling = rest.isEmpty() ? name : field.name();
        fields.set(
            i,
            new StructField(spelling, apply(field.dataType(), rest, type), true, field.metadata()));
        return new StructType(fields.toArray(StructField[]::new));
      }
    }
    return struct.add(name, apply(new StructType(), rest, type), true);
  }

  private record Hint(List<String> path, DataType type) {}
}
