/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import io.lakeward.autoloader.content.FileContent;
import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.autoloader.rows.FileSplit;
import io.lakeward.autoloader.rows.ReadLog;
import io.lakeward.autoloader.rows.ReadPlan;
import io.lakeward.autoloader.rows.RescuedData;
import io.lakeward.autoloader.rows.RowBuffer;
import io.lakeward.autoloader.rows.SplitReader;
import io.lakeward.autoloader.typed.TypedColumns.Column;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Files whose values have types: Parquet, Avro, ORC. Columns go by name; one that the file does not
 * have is NULL, and a value that its column's type cannot hold is NULL and rescued.
 */
public final class TypedSplitReader implements SplitReader {
  private final ReadPlan plan;
  private final FileSplit split;
  private final TypedFile file;
  private final List<Column> columns;
  private final TypedRecords records;
  private final ReadLog log;
  private final RescuedData rescued = new RescuedData();

  private TypedSplitReader(
      ReadPlan plan, FileSplit split, TypedFile file, TypedColumns columns, ReadLog log)
      throws IOException {
    this.plan = plan;
    this.split = split;
    this.file = file;
    this.columns = columns.columns();
    this.records = file.records(columns.indexes());
    this.log = log;
  }

  public static TypedSplitReader open(
      ReadPlan plan, FileSplit split, BitSet fromFolder, ReadLog log) throws IOException {
    TypedFile file = TypedFiles.open(plan.options(), split, plan.zone());
    boolean opened = false;
    try {
      TypedColumns columns =
          new TypedColumns(
              plan,
              file.schema(),
              fromFolder,
              (name, type) -> log.addUnknown(split.file(), 0, name, type));
      TypedSplitReader reader =
          TypedFiles.guarded(() -> new TypedSplitReader(plan, split, file, columns, log));
      log.addBytes(split.end() - split.start());
      opened = true;
      return reader;
    } finally {
      if (!opened) {
        file.close();
      }
    }
  }

  @Override
  public boolean next(RowBuffer row) throws IOException {
    @Nullable Object[] values = TypedFiles.next(records);
    if (values == null) {
      if (FileContent.hasChanged(split.file())) {
        throw new ProjectException(SourceProblems.fileGrowing(split.file().shown()));
      }
      return false;
    }
    row.clear();
    rescued.clear();
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      if (value != null) {
        put(columns.get(i), value, row);
      }
    }
    log.checkTypes(split.file(), 0, rescued);
    plan.putRescued(split.file(), rescued, row, log);
    return true;
  }

  private void put(Column column, Object value, RowBuffer row) {
    String name = column.field().name();
    TypedValue type = column.value();
    if (type == null) {
      rescued.add(name, TypedValue.json(column.field().dataType(), value));
      return;
    }
    try {
      rescued.enter(name);
      type.put(value, column.target(), row, rescued);
      rescued.leaveTo(0);
    } catch (TypedValue.Mismatch e) {
      rescued.leaveTo(0);
      rescued.add(name, TypedValue.rescuedJson(type, value));
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
