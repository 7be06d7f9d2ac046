/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import io.lakeward.engine.schema.SchemaDifference;
import io.lakeward.engine.schema.SchemaVersion;
import io.lakeward.engine.schema.StoredSource;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.StructField;

/** Learned schemas for people. */
public final class SchemaText {
  private final TableNames names;

  public SchemaText(TableNames names) {
    this.names = names;
  }

  /**
   * @param withHistory all versions, otherwise the newest
   */
  public String print(List<StoredSource> sources, boolean withHistory) {
    if (sources.isEmpty()) {
      return "No schema was learned yet.\n";
    }
    return sources.stream()
        .map(source -> block(source, withHistory))
        .collect(Collectors.joining("\n"));
  }

  private String block(StoredSource source, boolean withHistory) {
    StringBuilder text = new StringBuilder(SafeText.escapeControls(source.path()));
    if (!source.tables().isEmpty()) {
      text.append(" -> ")
          .append(
              source.tables().stream()
                  .map(names::shorten)
                  .map(SafeText::escapeControls)
                  .collect(Collectors.joining(", ")));
    }
    text.append('\n');
    List<SchemaVersion> versions = source.versions();
    for (int i = withHistory ? 0 : versions.size() - 1; i < versions.size(); i++) {
      SchemaVersion version = versions.get(i);
      text.append(
          "  version %d, %s, %s\n".formatted(version.number(), version.made(), version.reason()));
    }
    for (StructField field : source.newest().schema().columns().fields()) {
      text.append("    ")
          .append(SafeText.escapeControls(field.name()))
          .append(' ')
          .append(SafeText.escapeControls(field.dataType().sql()))
          .append('\n');
    }
    return text.toString();
  }

  /** A line for each difference: + for a new column, - for one that is gone. */
  public static String differences(
      SchemaVersion before, SchemaVersion after, List<SchemaDifference> differences) {
    StringBuilder text =
        new StringBuilder("version %d -> %d\n".formatted(before.number(), after.number()));
    if (differences.isEmpty()) {
      text.append("  no difference\n");
    }
    for (SchemaDifference difference : differences) {
      String name = SafeText.escapeControls(difference.name());
      if (difference.before().isEmpty()) {
        text.append("  + %s %s\n".formatted(name, difference.after()));
      } else if (difference.after().isEmpty()) {
        text.append("  - %s %s\n".formatted(name, difference.before()));
      } else {
        text.append("  ~ %s %s -> %s\n".formatted(name, difference.before(), difference.after()));
      }
    }
    return text.toString();
  }
}
