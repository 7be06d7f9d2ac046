/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import com.fasterxml.jackson.core.JsonFactory;
import io.lakeward.autoloader.content.Archive;
import io.lakeward.autoloader.csv.CsvHeader;
import io.lakeward.autoloader.csv.CsvLineScanner;
import io.lakeward.autoloader.csv.CsvPlainValues;
import io.lakeward.autoloader.csv.CsvRecords;
import io.lakeward.autoloader.csv.CsvSplitReader;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.json.JsonColumns;
import io.lakeward.autoloader.json.JsonDocumentReader;
import io.lakeward.autoloader.json.JsonLineScanner;
import io.lakeward.autoloader.json.JsonRecordParser;
import io.lakeward.autoloader.json.JsonSplitReader;
import io.lakeward.autoloader.options.SourceFormat;
import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.autoloader.rows.DocumentInput;
import io.lakeward.autoloader.rows.FieldColumns;
import io.lakeward.autoloader.rows.FileSplit;
import io.lakeward.autoloader.rows.MalformedRecordException;
import io.lakeward.autoloader.rows.ReadLog;
import io.lakeward.autoloader.rows.ReadPlan;
import io.lakeward.autoloader.rows.SplitReader;
import io.lakeward.autoloader.text.IsoTimes;
import io.lakeward.autoloader.text.ValueKind;
import io.lakeward.autoloader.typed.TypedSplitReader;
import io.lakeward.autoloader.whole.ArchiveSplitReader;
import io.lakeward.autoloader.whole.BinarySplitReader;
import io.lakeward.autoloader.whole.TextSplitReader;
import io.lakeward.autoloader.xml.XmlSplitReader;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.csv.CSVOptions;
import org.apache.spark.sql.catalyst.csv.UnivocityParser;
import org.apache.spark.sql.catalyst.json.JSONOptions;
import org.apache.spark.sql.catalyst.json.JacksonParser;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.Function1;

/** Makes the readers of one thread, with the parsers that they share. */
final class SplitOpener {
  private final ReadPlan plan;
  private final ReadLog log;

  // By the columns that the file's folders have; most reads know one such set.
  private final Map<BitSet, JsonParsers> json = new HashMap<>();
  private final Map<BitSet, CsvParsers> csv = new HashMap<>();

  SplitOpener(ReadPlan plan, ReadLog log) {
    this.plan = plan;
    this.log = log;
  }

  SplitReader open(FileSplit split) throws IOException {
    boolean archive =
        plan.options().format() != SourceFormat.BINARYFILE
            && Archive.isArchive(split.file().path().getFileName().toString());
    return archive ? new ArchiveSplitReader(plan, split.file(), this::openFile) : openFile(split);
  }

  private SplitReader openFile(FileSplit split) throws IOException {
    BitSet fromFolder = plan.folderColumns(split.file());
    return switch (plan.options().format()) {
      case JSON -> openJson(split, fromFolder);
      case CSV -> openCsv(split, fromFolder);
      case TEXT ->
          new TextSplitReader(
              documents(split, plan.options().flag("wholeText", false)),
              plan.isFromRecord(0, fromFolder) ? 0 : -1);
      case XML -> new XmlSplitReader(plan, split, fromFolder, log);
      case PARQUET, AVRO, ORC -> TypedSplitReader.open(plan, split, fromFolder, log);
      case BINARYFILE -> new BinarySplitReader(plan, split, plan.wantedColumns(fromFolder), log);
    };
  }

  private DocumentInput documents(FileSplit split, boolean wholeFile) throws IOException {
    return new DocumentInput(
        split, wholeFile, plan.options().layout(), DocumentInput.Growth.REFUSED, log);
  }

  private SplitReader openJson(FileSplit split, BitSet fromFolder) throws IOException {
    JsonParsers parsers = json.computeIfAbsent(fromFolder, f -> new JsonParsers(plan, f));
    DocumentInput documents = documents(split, plan.options().flag("multiLine", false));
    int whole = plan.singleVariantColumn();
    if (whole >= 0) {
      return new JsonDocumentReader(plan, split, parsers.parser, whole, documents, log);
    }
    return new JsonSplitReader(plan, split, parsers.scanner, parsers.parser, documents, log);
  }

  private SplitReader openCsv(FileSplit split, BitSet fromFolder) throws IOException {
    CsvParsers parsers = csv.computeIfAbsent(fromFolder, f -> new CsvParsers(plan, f));
    CSVOptions options = parsers.options;
    CsvRecords records =
        new CsvRecords(
            options, documents(split, options.multiLine()), plan.options().skippedRows());
    List<String> names = new ArrayList<>();
    int[] columns;
    if (plan.options().flag("header", plan.options().schema().isEmpty())) {
      if (split.start() == 0) {
        names.addAll(header(records, split.file(), options));
      } else {
        FileSplit whole = new FileSplit(split.file(), 0, split.file().size());
        try (CsvRecords first = new CsvRecords(options, documents(whole, false), 0)) {
          names.addAll(header(first, split.file(), options));
        }
      }
      FieldColumns found = FieldColumns.of(plan, fromFolder);
      columns = names.stream().mapToInt(found::find).toArray();
      reportUnknown(split.file(), names, columns);
    } else {
      columns = byPosition(names);
    }
    CsvLineScanner scanner =
        CsvLineScanner.of(options, parsers.plain, columns, plan.wantedColumns(fromFolder));
    return new CsvSplitReader(
        plan, split, records, names, columns, parsers.converters, parsers.plain, scanner, log);
  }

  private static List<String> header(CsvRecords records, DiscoveredFile file, CSVOptions options)
      throws IOException {
    try {
      @Nullable String[] tokens = records.next();
      return tokens == null ? List.of() : CsvHeader.names(tokens, options);
    } catch (MalformedRecordException e) {
      throw new ProjectException(
          SourceProblems.fileCorrupt(file.shown(), "its header is malformed"), e);
    }
  }

  /** A new name is reported even if no row has a value under it. */
  private void reportUnknown(DiscoveredFile file, List<String> names, int[] columns) {
    for (int i = 0; i < columns.length; i++) {
      if (columns[i] == FieldColumns.UNKNOWN && !CsvHeader.isPositional(names.get(i))) {
        log.addUnknown(file, 1, names.get(i), Optional.empty());
      }
    }
  }

  /**
   * Without a header, a file outside the folders has no field for the column of a folder. Which
   * columns those are is told by the other files or, if the schema was inferred, by the names.
   */
  private int[] byPosition(List<String> names) {
    BitSet fromFolder = plan.folderColumnsOfAnyFile();
    boolean inferred = plan.options().schema().isEmpty();
    List<Integer> columns = new ArrayList<>();
    StructField[] fields = plan.schema().fields();
    for (int i = 0; i < fields.length; i++) {
      boolean named = !inferred || CsvHeader.isPositional(fields[i].name());
      if (named && plan.isFromRecord(i, fromFolder)) {
        columns.add(i);
        names.add(fields[i].name());
      }
    }
    return columns.stream().mapToInt(Integer::intValue).toArray();
  }

  private static final class JsonParsers {
    private final JsonLineScanner scanner;
    private final JsonRecordParser parser;

    JsonParsers(ReadPlan plan, BitSet fromFolder) {
      JSONOptions options = plan.options().json();
      JacksonParser spark =
          new JacksonParser(
              new StructType(), options, true, JacksonParser.$lessinit$greater$default$4());
      JsonColumns columns =
          new JsonColumns(
              plan.schema(),
              spark,
              FieldColumns.of(plan, fromFolder),
              plan.wantedColumns(fromFolder),
              plan.keepsMisfits());
      JsonFactory factory = options.buildJsonFactory();
      parser = new JsonRecordParser(columns, factory);
      IsoTimes times =
          new IsoTimes(
              ZoneId.of(options.zoneId().getId()),
              options.dateFormatInRead().isEmpty(),
              options.timestampFormatInRead().isEmpty()
                  && options.timestampNTZFormatInRead().isEmpty());
      scanner =
          new JsonLineScanner(
              plan.schema(), columns, new JsonRecordParser(columns, factory), times);
    }
  }

  private static final class CsvParsers {
    private final CSVOptions options;
    private final CsvPlainValues plain;
    private final @Nullable Function1<String, Object>[] converters;

    @SuppressWarnings({"unchecked", "rawtypes"})
    CsvParsers(ReadPlan plan, BitSet fromFolder) {
      options = plan.options().csv();
      plain = new CsvPlainValues(plan.schema(), options);
      UnivocityParser parser = new UnivocityParser(new StructType(), options);
      StructField[] fields = plan.schema().fields();
      converters = new Function1[fields.length];
      boolean[] wanted = plan.wantedColumns(fromFolder);
      for (int i = 0; i < fields.length; i++) {
        ValueKind kind = ValueKind.of(fields[i].dataType());
        if (plan.isFromRecord(i, fromFolder)
            && (kind == ValueKind.NESTED || kind == ValueKind.VARIANT)) {
          throw new ProjectException(
              SourceProblems.columnTypeUnsupported(fields[i].name(), fields[i].dataType().sql()));
        }
        if (wanted[i]) {
          converters[i] = parser.makeConverter(fields[i].name(), fields[i].dataType(), true);
        }
      }
    }
  }
}
