/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.csv;

import io.lakeward.autoloader.options.ParseMode;
import io.lakeward.autoloader.rows.FieldColumns;
import io.lakeward.autoloader.rows.FileSplit;
import io.lakeward.autoloader.rows.MalformedRecordException;
import io.lakeward.autoloader.rows.ReadLog;
import io.lakeward.autoloader.rows.ReadPlan;
import io.lakeward.autoloader.rows.RescuedData;
import io.lakeward.autoloader.rows.RowBuffer;
import io.lakeward.autoloader.rows.SplitReader;
import io.lakeward.autoloader.text.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import scala.Function1;

/**
 * CSV. Values belong to the column that the header names; without a header they count. A record
 * with too few or too many values is delivered and noted as malformed, as Spark does, and what is
 * too much is rescued.
 */
public final class CsvSplitReader implements SplitReader {
  private final ReadPlan plan;
  private final FileSplit split;
  private final CsvRecords records;
  private final List<String> names;
  private final int[] columns;
  private final @Nullable Function1<String, Object>[] converters;
  private final ReadLog log;
  private final CsvPlainValues plain;
  private final @Nullable CsvLineScanner scanner;
  private final RescuedData rescued = new RescuedData();

  /**
   * @param names the file's columns in order
   * @param columns for each of them the column of the schema, or one of FieldColumns' constants
   * @param converters by column of the schema
   * @param plain reads most values without them
   * @param scanner reads most lines in one pass, if there are such lines
   */
  public CsvSplitReader(
      ReadPlan plan,
      FileSplit split,
      CsvRecords records,
      List<String> names,
      int[] columns,
      @Nullable Function1<String, Object>[] converters,
      CsvPlainValues plain,
      @Nullable CsvLineScanner scanner,
      ReadLog log) {
    this.plan = plan;
    this.split = split;
    this.records = records;
    this.names = names;
    this.columns = columns;
    this.converters = converters;
    this.plain = plain;
    this.scanner = scanner;
    this.log = log;
  }

  @Override
  public boolean next(RowBuffer row) throws IOException {
    // A value of the folders that is rescued has to be added to every record.
    CsvLineScanner fast = row.misfits().isEmpty() ? scanner : null;
    while (true) {
      try {
        if (fast != null && records.scanNext(fast, row)) {
          return true;
        }
        if (!records.move()) {
          return false;
        }
        if (records.spans() < 0 ? fill(records.tokens(), row) : fillPlain(row)) {
          return true;
        }
      } catch (MalformedRecordException e) {
        noteMalformed();
        if (plan.corruptColumn() >= 0 && plan.options().mode() == ParseMode.PERMISSIVE) {
          row.clear();
          putCorrupt(row);
          return true;
        }
      }
    }
  }

  private boolean fill(@Nullable String[] tokens, RowBuffer row) {
    row.clear();
    rescued.clear();
    boolean mismatched = false;
    for (int i = 0; i < tokens.length; i++) {
      String token = tokens[i];
      int column = i < columns.length ? columns[i] : FieldColumns.UNKNOWN;
      if (column >= 0) {
        mismatched |= !put(column, token, row);
      } else if (column == FieldColumns.UNKNOWN && token != null) {
        unknown(i, token);
      }
    }
    return finish(tokens.length, mismatched, row);
  }

  /** The same for a record whose values stand in the line as they are. */
  private boolean fillPlain(RowBuffer row) {
    row.clear();
    rescued.clear();
    boolean mismatched = false;
    PlainCsvLine line = records.plainLine();
    byte[] bytes = records.bytes();
    int[] ends = line.ends();
    int count = records.spans();
    int start = records.start();
    for (int i = 0; i < count; i++) {
      int end = ends[i];
      int column = i < columns.length ? columns[i] : FieldColumns.UNKNOWN;
      if (column >= 0) {
        if (converters[column] != null && !plain.put(column, bytes, start, end, row)) {
          mismatched |= !put(column, line.token(bytes, start, end), row);
        }
      } else if (column == FieldColumns.UNKNOWN) {
        String token = line.token(bytes, start, end);
        if (token != null) {
          unknown(i, token);
        }
      }
      start = end + 1;
    }
    return finish(count, mismatched, row);
  }

  private void unknown(int position, String token) {
    if (position < names.size()) {
      log.addUnknown(split.file(), records.lineNumber(), names.get(position), Optional.empty());
    }
    rescue(position < names.size() ? names.get(position) : CsvHeader.positional(position), token);
  }

  private boolean finish(int count, boolean mismatched, RowBuffer row) {
    boolean wrongCount = count != columns.length;
    boolean bad = wrongCount || (mismatched && plan.rescuedColumn() < 0);
    if (bad) {
      if (wrongCount || plan.options().mode() != ParseMode.PERMISSIVE) {
        noteMalformed();
      }
      boolean leaves = wrongCount && plan.options().badRecordsPath().isPresent();
      if (leaves || plan.options().mode() == ParseMode.DROPMALFORMED) {
        return false;
      }
      if (plan.corruptColumn() >= 0) {
        putCorrupt(row);
      }
    }
    log.checkTypes(split.file(), records.lineNumber(), rescued);
    plan.putRescued(split.file(), rescued, row, log);
    return true;
  }

  /** Converts one value; false if it is not of the column's type. */
  private boolean put(int column, @Nullable String token, RowBuffer row) {
    Function1<String, Object> converter = converters[column];
    if (converter == null) {
      return true;
    }
    try {
      row.putInternal(column, converter.apply(token));
      return true;
    } catch (Exception e) {
      // Scala's code throws checked exceptions too, for a wall clock's time for example.
      row.putNull(column);
      if (token != null) {
        rescue(plan.schema().fields()[column].name(), token);
      }
      return false;
    }
  }

  private void rescue(String name, String token) {
    if (!plan.keepsMisfits()) {
      return;
    }
    rescued.add(name, new JsonText().string(token).toString());
  }

  private void putCorrupt(RowBuffer row) {
    row.putText(plan.corruptColumn(), records.text().getBytes(StandardCharsets.UTF_8));
  }

  private void noteMalformed() {
    log.addMalformed(
        plan.options().mode(), split.file(), records.lineNumber(), records.offset(), records::text);
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
