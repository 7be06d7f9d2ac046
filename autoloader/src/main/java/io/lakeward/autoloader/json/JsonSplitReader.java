/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.json;

import io.lakeward.autoloader.options.ParseMode;
import io.lakeward.autoloader.rows.DocumentInput;
import io.lakeward.autoloader.rows.FileSplit;
import io.lakeward.autoloader.rows.MalformedRecordException;
import io.lakeward.autoloader.rows.ReadLog;
import io.lakeward.autoloader.rows.ReadPlan;
import io.lakeward.autoloader.rows.RowBuffer;
import io.lakeward.autoloader.rows.SplitReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/** JSON, one document a line, or one document a file. */
public final class JsonSplitReader implements SplitReader {
  private final ReadPlan plan;
  private final FileSplit split;
  private final JsonLineScanner scanner;
  private final JsonRecordParser parser;
  private final DocumentInput documents;
  private final ReadLog log;
  private byte[] document = new byte[0];

  public JsonSplitReader(
      ReadPlan plan,
      FileSplit split,
      JsonLineScanner scanner,
      JsonRecordParser parser,
      DocumentInput documents,
      ReadLog log) {
    this.plan = plan;
    this.split = split;
    this.scanner = scanner;
    this.parser = parser;
    this.documents = documents;
    this.log = log;
  }

  @Override
  public boolean next(RowBuffer row) throws IOException {
    // A value of the folders that is rescued has to be added to every record.
    boolean scans = row.misfits().isEmpty();
    while (true) {
      try {
        while (parser.next(row)) {
          if (complete(row)) {
            return true;
          }
        }
        if (parser.takeSurplus()) {
          documents.addMalformed(plan.options().mode(), document);
        }
        if (scans && scanner.scanNext(documents, row)) {
          return true;
        }
        if (!documents.next()) {
          return false;
        }
        if (scans && scanner.scanCurrent(documents, row)) {
          return true;
        }
        document = Arrays.copyOfRange(documents.bytes(), documents.start(), documents.end());
        parser.open(document, document.length);
      } catch (MalformedRecordException e) {
        documents.addMalformed(plan.options().mode(), document);
        if (plan.corruptColumn() >= 0 && plan.options().mode() == ParseMode.PERMISSIVE) {
          row.clear();
          row.putFound(plan.corruptColumn(), document, 0, document.length);
          return true;
        }
      }
    }
  }

  /** Adds the rescued data; false if the row must not be delivered. */
  private boolean complete(RowBuffer row) {
    for (String name : parser.rescued().unknown()) {
      log.addUnknown(
          split.file(), documents.lineNumber(), documents.offset(), name, Optional.empty());
    }
    if (parser.takeSurplus()) {
      documents.addMalformed(plan.options().mode(), document);
      if (plan.options().badRecordsPath().isPresent()
          || plan.options().mode() == ParseMode.DROPMALFORMED) {
        return false;
      }
      if (plan.corruptColumn() >= 0) {
        row.putFound(plan.corruptColumn(), document, 0, document.length);
      }
    }
    if (parser.isMismatched() && plan.rescuedColumn() < 0) {
      if (plan.options().mode() != ParseMode.PERMISSIVE) {
        documents.addMalformed(plan.options().mode(), document);
        return false;
      }
      if (plan.corruptColumn() >= 0) {
        row.putFound(plan.corruptColumn(), document, 0, document.length);
      }
    }
    log.checkTypes(split.file(), documents.lineNumber(), parser.rescued());
    plan.putRescued(split.file(), parser.rescued(), row, log);
    return true;
  }

  @Override
  public void close() throws IOException {
    documents.close();
  }
}
