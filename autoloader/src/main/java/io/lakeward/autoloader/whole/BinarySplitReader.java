/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.whole;

import io.lakeward.autoloader.content.FileContent;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.autoloader.rows.FileSplit;
import io.lakeward.autoloader.rows.ReadLog;
import io.lakeward.autoloader.rows.ReadPlan;
import io.lakeward.autoloader.rows.RowBuffer;
import io.lakeward.autoloader.rows.SplitReader;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Each file as it is: one row with its path, time, length and bytes. */
public final class BinarySplitReader implements SplitReader {
  public static final StructType SCHEMA =
      new StructType()
          .add("path", DataTypes.StringType)
          .add("modificationTime", DataTypes.TimestampType)
          .add("length", DataTypes.LongType)
          .add("content", DataTypes.BinaryType);

  private static final List<String> NAMES = List.of(SCHEMA.fieldNames());

  private final ReadPlan plan;
  private final FileSplit split;
  private final boolean[] wanted;
  private final ReadLog log;
  private boolean finished;

  public BinarySplitReader(ReadPlan plan, FileSplit split, boolean[] wanted, ReadLog log) {
    this.plan = plan;
    this.split = split;
    this.wanted = wanted;
    this.log = log;
  }

  /** Refuses a schema that would have to be something else than what a file is. */
  public static void check(StructType schema) {
    for (StructField field : schema.fields()) {
      int at = NAMES.indexOf(field.name());
      if (at >= 0 && !field.dataType().equals(SCHEMA.fields()[at].dataType())) {
        throw new ProjectException(
            SourceProblems.optionValue(
                "schema",
                field.name() + " " + field.dataType().sql(),
                "the columns that files of the format binaryFile have: " + SCHEMA.toDDL()));
      }
    }
  }

  @Override
  public boolean next(RowBuffer row) throws IOException {
    if (finished) {
      return false;
    }
    finished = true;
    row.clear();
    DiscoveredFile file = split.file();
    StructField[] fields = plan.schema().fields();
    for (int i = 0; i < fields.length; i++) {
      if (!wanted[i]) {
        continue;
      }
      switch (NAMES.indexOf(fields[i].name())) {
        case 0 -> row.putText(i, plan.displayPath(file).getBytes(StandardCharsets.UTF_8));
        case 1 -> row.putBits(i, file.modifiedMillis() * 1000);
        case 2 -> row.putBits(i, file.size());
        case 3 -> row.putText(i, content(file));
        default -> row.putNull(i);
      }
    }
    return true;
  }

  private byte[] content(DiscoveredFile file) throws IOException {
    if (file.size() > Integer.MAX_VALUE - 16) {
      throw new ProjectException(SourceProblems.fileTooBig(file.shown(), file.size()));
    }
    byte[] bytes = Files.readAllBytes(file.path());
    if (FileContent.hasChanged(file)) {
      throw new ProjectException(SourceProblems.fileGrowing(file.shown()));
    }
    log.addBytes(bytes.length);
    return bytes;
  }

  @Override
  public void close() {
    finished = true;
  }
}
