/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import com.fasterxml.jackson.core.JsonFactory;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
  private final boolean caseSensitive;
  private @Nullable JsonParsers json;
  private @Nullable CsvParsers csv;

  SplitOpener(ReadPlan plan, ReadLog log) {
    this.plan = plan;
    this.log = log;
    this.caseSensitive = plan.options().flag("readerCaseSensitive", true);
  }

  SplitReader open(FileSplit split) throws IOException {
    return switch (plan.options().format()) {
      case JSON -> openJson(split);
      case CSV -> openCsv(split);
      case TEXT -> new TextSplitReader(documents(split, false), plan.isFromRecord(0) ? 0 : -1);
    };
  }

  private DocumentInput documents(FileSplit split, boolean wholeFile) throws IOException {
    int separator = plan.options().lineSeparator().map(b -> b & 0xFF).orElse(-1);
    return new DocumentInput(split, wholeFile, separator, log);
  }

  private SplitReader openJson(FileSplit split) throws IOException {
    JsonParsers parsers = json;
    if (parsers == null) {
      parsers = new JsonParsers(plan, caseSensitive);
      json = parsers;
    }
    DocumentInput documents = documents(split, plan.options().flag("multiLine", false));
    return new JsonSplitReader(plan, split, parsers.scanner, parsers.parser, documents, log);
  }

  private SplitReader openCsv(FileSplit split) throws IOException {
    CsvParsers parsers = csv;
    if (parsers == null) {
      parsers = new CsvParsers(plan);
      csv = parsers;
    }
    CSVOptions options = parsers.options;
    CsvRecords records = new CsvRecords(options, documents(split, options.multiLine()));
    List<String> names = new ArrayList<>();
    int[] columns;
    if (plan.options().flag("header", plan.options().schema().isEmpty())) {
      if (split.start() == 0) {
        names.addAll(header(records, split.file(), options));
      } else {
        FileSplit whole = new FileSplit(split.file(), 0, split.file().size());
        try (CsvRecords first = new CsvRecords(options, documents(whole, false))) {
          names.addAll(header(first, split.file(), options));
        }
      }
      columns = byName(names);
    } else {
      columns = byPosition(names);
    }
    return new CsvSplitReader(plan, split, records, names, columns, parsers.converters, log);
  }

  private static List<String> header(CsvRecords records, DiscoveredFile file, CSVOptions options)
      throws IOException {
    try {
      @Nullable String[] tokens = records.next();
      return tokens == null ? List.of() : CsvHeader.names(tokens, options);
    } catch (MalformedRecordException e) {
      throw new ProjectException(
          SourceProblems.fileCorrupt(file.path(), "its header is malformed"), e);
    }
  }

  private int[] byName(List<String> names) {
    Map<String, Integer> positions = new HashMap<>();
    StructField[] fields = plan.schema().fields();
    for (int i = 0; i < fields.length; i++) {
      positions.putIfAbsent(key(fields[i].name()), plan.isFromRecord(i) ? i : JsonColumns.IGNORED);
    }
    return names.stream()
        .mapToInt(n -> positions.getOrDefault(key(n), JsonColumns.UNKNOWN))
        .toArray();
  }

  private int[] byPosition(List<String> names) {
    List<Integer> columns = new ArrayList<>();
    StructField[] fields = plan.schema().fields();
    for (int i = 0; i < fields.length; i++) {
      if (plan.isFromRecord(i)) {
        columns.add(i);
        names.add(fields[i].name());
      }
    }
    return columns.stream().mapToInt(Integer::intValue).toArray();
  }

  private String key(String name) {
    return caseSensitive ? name : name.toLowerCase(Locale.ROOT);
  }

  private static final class JsonParsers {
    private final JsonLineScanner scanner;
    private final JsonRecordParser parser;

    JsonParsers(ReadPlan plan, boolean caseSensitive) {
      JSONOptions options = plan.options().json();
      JacksonParser spark =
          new JacksonParser(
              new StructType(), options, true, JacksonParser.$lessinit$greater$default$4());
      boolean[] fromRecord = plan.fromRecord();
      JsonColumns columns =
          new JsonColumns(
              plan.schema(),
              spark,
              fromRecord,
              plan.wantedColumns(),
              plan.isRescuing(),
              caseSensitive);
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
    private final @Nullable Function1<String, Object>[] converters;

    @SuppressWarnings({"unchecked", "rawtypes"})
    CsvParsers(ReadPlan plan) {
      options = plan.options().csv();
      UnivocityParser parser = new UnivocityParser(new StructType(), options);
      StructField[] fields = plan.schema().fields();
      converters = new Function1[fields.length];
      for (int i = 0; i < fields.length; i++) {
        ValueKind kind = ValueKind.of(fields[i].dataType());
        if (plan.isFromRecord(i) && (kind == ValueKind.NESTED || kind == ValueKind.VARIANT)) {
          throw new ProjectException(
              SourceProblems.columnTypeUnsupported(fields[i].name(), fields[i].dataType().sql()));
        }
        if (plan.wantedColumns()[i]) {
          converters[i] = parser.makeConverter(fields[i].name(), fields[i].dataType(), true);
        }
      }
    }

    @Override
    public String toString() {
      return Arrays.toString(converters);
    }
  }
}
