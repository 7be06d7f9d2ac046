/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.csv;

import io.lakeward.autoloader.content.FileContent;
import io.lakeward.autoloader.content.TextLayout;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.options.Sample;
import io.lakeward.autoloader.options.SourceOptions;
import io.lakeward.autoloader.rows.DocumentInput;
import io.lakeward.autoloader.rows.DocumentInput.Growth;
import io.lakeward.autoloader.rows.FileSplit;
import io.lakeward.autoloader.rows.MalformedRecordException;
import io.lakeward.autoloader.rows.ReadLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.spark.sql.catalyst.csv.CSVInferSchema;
import org.apache.spark.sql.catalyst.csv.CSVOptions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Infers the schema of CSV files with Spark's inference of each value. Files are joined by the
 * names in their headers; columns keep the order in which they were first seen.
 */
public final class CsvSchemaLearner {
  private static final Pattern TOO_LONG_FOR_DECIMAL = Pattern.compile("[+-]?[0-9]{39,}");

  private final SourceOptions options;
  private final CSVOptions csv;
  private final boolean typed;
  private final CSVInferSchema spark;
  private final ReadLog log = new ReadLog(TextLayout.PLAIN);
  private final Map<String, DataType> columns = new LinkedHashMap<>();
  private final Map<String, String> spellings = new HashMap<>();

  public CsvSchemaLearner(SourceOptions options, boolean typed) {
    this.options = options;
    this.typed = typed;
    this.csv = options.csv();
    this.spark = new CSVInferSchema(csv);
  }

  public StructType learn(List<DiscoveredFile> files) {
    for (DiscoveredFile file : files) {
      FileSplit whole = new FileSplit(file, 0, file.size());
      try (CsvRecords records =
          new CsvRecords(
              csv,
              new DocumentInput(
                  whole, csv.multiLine(), options.layout(), Growth.ALLOWED_AT_LINE_END, log),
              options.skippedRows())) {
        learn(file, records);
      } catch (IOException e) {
        throw FileContent.failure(file, e);
      }
    }
    String[] names = columns.keySet().toArray(String[]::new);
    DataType[] types = columns.values().toArray(DataType[]::new);
    StructField[] fields = spark.toStructFields(types, names);
    StructType schema = new StructType();
    for (StructField field : fields) {
      schema = schema.add(field.name(), typed ? field.dataType() : DataTypes.StringType, true);
    }
    return schema;
  }

  private void learn(DiscoveredFile file, CsvRecords records) throws IOException {
    Sample sample = options.sample();
    List<String> names = new ArrayList<>();
    DataType[] types = new DataType[0];
    boolean header = options.flag("header", true);
    while (true) {
      @Nullable String[] tokens;
      try {
        tokens = records.next();
      } catch (MalformedRecordException e) {
        log.addMalformed(
            options.mode(), file, records.lineNumber(), records.offset(), records::text);
        continue;
      }
      if (tokens == null) {
        break;
      }
      if (names.isEmpty()) {
        for (int i = 0; i < tokens.length; i++) {
          names.add(CsvHeader.positional(i));
        }
        types = new DataType[tokens.length];
        java.util.Arrays.fill(types, DataTypes.NullType);
        if (header) {
          names = CsvHeader.names(tokens, csv);
          continue;
        }
      }
      if (typed && sample.takesNext()) {
        for (int i = 0; i < Math.min(tokens.length, types.length); i++) {
          types[i] = typeOf(types[i], tokens[i]);
        }
      } else if (!typed) {
        break;
      }
    }
    for (int i = 0; i < names.size(); i++) {
      // Names that differ in their case only are one column, as it was spelled first.
      String found = names.get(i);
      String name = spellings.computeIfAbsent(found.toLowerCase(Locale.ROOT), lower -> found);
      columns.merge(name, types[i], this::merge);
    }
  }

  private DataType typeOf(DataType soFar, @Nullable String token) {
    if (token == null || soFar instanceof StringType) {
      return soFar;
    }
    DataType type = spark.inferField(soFar, token);
    // Spark would make a rounded double of a whole number of more than 38 digits.
    return type instanceof DoubleType && TOO_LONG_FOR_DECIMAL.matcher(token).matches()
        ? DataTypes.StringType
        : type;
  }

  private DataType merge(DataType a, DataType b) {
    return spark.mergeRowTypes(new DataType[] {a}, new DataType[] {b})[0];
  }
}
