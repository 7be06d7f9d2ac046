/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.xml;

import io.lakeward.autoloader.content.FileContent;
import io.lakeward.autoloader.options.ParseMode;
import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.autoloader.rows.FieldColumns;
import io.lakeward.autoloader.rows.FileSplit;
import io.lakeward.autoloader.rows.MalformedRecordException;
import io.lakeward.autoloader.rows.ReadLog;
import io.lakeward.autoloader.rows.ReadPlan;
import io.lakeward.autoloader.rows.RescuedData;
import io.lakeward.autoloader.rows.RowBuffer;
import io.lakeward.autoloader.rows.SplitReader;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Optional;
import org.apache.spark.sql.catalyst.csv.UnivocityParser;
import org.apache.spark.sql.catalyst.xml.XmlOptions;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** XML: each element with the name of {@code rowTag} is a row. */
public final class XmlSplitReader implements SplitReader {
  private final ReadPlan plan;
  private final FileSplit split;
  private final XmlRecords records;
  private final XmlRecordParser parser;
  private final Columns columns;
  private final int whole;
  private final ReadLog log;

  public XmlSplitReader(ReadPlan plan, FileSplit split, BitSet fromFolder, ReadLog log)
      throws IOException {
    this.plan = plan;
    this.split = split;
    this.log = log;
    XmlOptions options = plan.options().xml();
    this.columns = new Columns(plan, options, fromFolder);
    this.parser = new XmlRecordParser(options);
    this.whole = plan.singleVariantColumn();
    this.records =
        new XmlRecords(
            FileContent.text(split.file(), 0, plan.options().layout()),
            options,
            plan.options().rowValidation(plan.paths()));
  }

  @Override
  public boolean next(RowBuffer row) throws IOException {
    while (records.next()) {
      try {
        if (whole >= 0) {
          row.clear();
          row.putVariant(whole, records.variant());
        } else {
          parser.row(records.node(), columns, row);
        }
      } catch (MalformedRecordException e) {
        noteMalformed();
        if (plan.corruptColumn() >= 0 && plan.options().mode() == ParseMode.PERMISSIVE) {
          row.clear();
          putCorrupt(row);
          return true;
        }
        continue;
      }
      if (complete(row)) {
        return true;
      }
    }
    log.addBytes(records.bytes());
    if (FileContent.hasChanged(split.file())) {
      throw new ProjectException(SourceProblems.fileGrowing(split.file().shown()));
    }
    return false;
  }

  private boolean complete(RowBuffer row) {
    RescuedData rescued = parser.rescued();
    for (String name : rescued.unknown()) {
      log.addUnknown(split.file(), records.lineNumber(), name, Optional.empty());
    }
    if (parser.isMismatched() && plan.rescuedColumn() < 0) {
      if (plan.options().mode() != ParseMode.PERMISSIVE) {
        noteMalformed();
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

  private void putCorrupt(RowBuffer row) {
    row.putText(plan.corruptColumn(), records.text().getBytes(StandardCharsets.UTF_8));
  }

  private void noteMalformed() {
    log.addMalformed(plan.options().mode(), split.file(), records.lineNumber(), 0, records::text);
  }

  @Override
  public void close() throws IOException {
    records.close();
  }

  private static final class Columns implements XmlRecordParser.Columns {
    private final FieldColumns fields;
    private final @Nullable XmlType[] types;
    private final boolean[] wanted;

    Columns(ReadPlan plan, XmlOptions options, BitSet fromFolder) {
      fields = FieldColumns.of(plan, fromFolder);
      UnivocityParser converters = new UnivocityParser(new StructType(), plan.options().csv());
      StructField[] schema = plan.schema().fields();
      types = new XmlType[schema.length];
      wanted = plan.wantedColumns(fromFolder);
      for (int i = 0; i < schema.length; i++) {
        if (plan.isFromRecord(i, fromFolder) && i != plan.singleVariantColumn()) {
          types[i] =
              new XmlType(
                  schema[i].name(),
                  schema[i].dataType(),
                  options,
                  converters,
                  fields.isCaseSensitive());
        }
      }
    }

    @Override
    public int position(String name) {
      return fields.find(name);
    }

    @Override
    public XmlType type(int column) {
      XmlType type = types[column];
      if (type == null) {
        throw new IllegalStateException("column " + column + " is not read from records");
      }
      return type;
    }

    @Override
    public boolean isWanted(int column) {
      return wanted[column];
    }
  }
}
