/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.json;

import io.lakeward.autoloader.rows.DocumentInput;
import io.lakeward.autoloader.rows.FileSplit;
import io.lakeward.autoloader.rows.MalformedRecordException;
import io.lakeward.autoloader.rows.ReadLog;
import io.lakeward.autoloader.rows.ReadPlan;
import io.lakeward.autoloader.rows.RescuedData;
import io.lakeward.autoloader.rows.RowBuffer;
import io.lakeward.autoloader.rows.SplitReader;
import java.io.IOException;
import java.util.Arrays;

/** JSON of which each document, whatever it is, is one value of one VARIANT column. */
public final class JsonDocumentReader implements SplitReader {
  private final ReadPlan plan;
  private final FileSplit split;
  private final JsonRecordParser parser;
  private final int column;
  private final DocumentInput documents;
  private final ReadLog log;
  private final RescuedData nothing = new RescuedData();

  public JsonDocumentReader(
      ReadPlan plan,
      FileSplit split,
      JsonRecordParser parser,
      int column,
      DocumentInput documents,
      ReadLog log) {
    this.plan = plan;
    this.split = split;
    this.parser = parser;
    this.column = column;
    this.documents = documents;
    this.log = log;
  }

  @Override
  public boolean next(RowBuffer row) throws IOException {
    while (documents.next()) {
      byte[] document = Arrays.copyOfRange(documents.bytes(), documents.start(), documents.end());
      try {
        if (parser.document(document, column, row)) {
          nothing.clear();
          if (parser.takeSurplus()) {
            documents.addMalformed(plan.options().mode(), document);
          }
          plan.putRescued(split.file(), nothing, row, log);
          return true;
        }
      } catch (MalformedRecordException e) {
        documents.addMalformed(plan.options().mode(), document);
      }
    }
    return false;
  }

  @Override
  public void close() throws IOException {
    documents.close();
  }
}
