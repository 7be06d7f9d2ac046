/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import io.lakeward.autoloader.content.FileContent;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.options.SourceOptions;
import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.autoloader.rows.FileSplit;
import io.lakeward.autoloader.schema.TypeWidening;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The schema of typed files: each file's own, merged to the widest types. Columns keep the order in
 * which they were first seen, and names that differ only in case are one column.
 */
public final class TypedSchemaLearner {
  private final SourceOptions options;
  private final Set<String> hinted;
  private final Map<String, Seen> columns = new LinkedHashMap<>();

  private record Seen(StructField field, DiscoveredFile file) {}

  /**
   * @param hinted columns in lower case whose type is told, so that it need not fit
   */
  public TypedSchemaLearner(SourceOptions options, Set<String> hinted) {
    this.options = options;
    this.hinted = hinted;
  }

  public StructType learn(List<DiscoveredFile> files) {
    for (DiscoveredFile file : files) {
      try (TypedFile opened =
          TypedFiles.open(options, new FileSplit(file, 0, file.size()), options.zone())) {
        for (StructField field : opened.schema().fields()) {
          columns.merge(field.name().toLowerCase(Locale.ROOT), new Seen(field, file), this::merged);
        }
      } catch (IOException e) {
        throw FileContent.failure(file, e);
      }
    }
    StructType schema = new StructType();
    for (Seen seen : columns.values()) {
      DataType type = seen.field().dataType();
      schema =
          schema.add(
              seen.field().name(), type instanceof NullType ? DataTypes.StringType : type, true);
    }
    return schema;
  }

  private Seen merged(Seen before, Seen now) {
    Optional<DataType> common =
        TypeWidening.common(before.field().dataType(), now.field().dataType());
    if (common.isEmpty()) {
      if (hinted.contains(before.field().name().toLowerCase(Locale.ROOT))) {
        return before;
      }
      throw new ProjectException(
          SourceProblems.typesDiffer(
              before.field().name(),
              before.field().dataType().sql(),
              before.file().shown(),
              now.field().dataType().sql(),
              now.file().shown()));
    }
    StructField field =
        new StructField(before.field().name(), common.get(), true, before.field().metadata());
    return new Seen(field, before.file());
  }
}
