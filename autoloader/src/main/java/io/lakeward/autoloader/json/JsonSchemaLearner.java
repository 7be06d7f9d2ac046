/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.autoloader.content.FileContent;
import io.lakeward.autoloader.content.TextLayout;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.options.Sample;
import io.lakeward.autoloader.options.SourceOptions;
import io.lakeward.autoloader.rows.DocumentInput;
import io.lakeward.autoloader.rows.DocumentInput.Growth;
import io.lakeward.autoloader.rows.FieldColumns;
import io.lakeward.autoloader.rows.FileSplit;
import io.lakeward.autoloader.rows.ReadLog;
import java.io.CharConversionException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.spark.sql.catalyst.json.JSONOptions;
import org.apache.spark.sql.catalyst.json.JacksonParser;
import org.apache.spark.sql.catalyst.json.JsonInferSchema;
import org.apache.spark.sql.catalyst.util.DropMalformedMode$;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.Function2;

/**
 * Infers the schema of JSON files with Spark's inference of each record. Two rules differ, both
 * Lakeflow's: fields whose names differ only in case are one column, and whole numbers that no
 * exact type can hold are text. Malformed records do not count.
 */
public final class JsonSchemaLearner {
  private static final int MOST_DECIMAL_DIGITS = 38;

  private final SourceOptions options;
  private final JSONOptions json;
  private final boolean typed;
  private final JsonInferSchema spark;
  private final Function2<DataType, DataType, DataType> merger;
  private final JsonFactory factory;
  private final JacksonParser converters;
  private final boolean mayShortcut;
  private final ReadLog log = new ReadLog(TextLayout.PLAIN);
  private DataType merged = new StructType();
  private @Nullable JsonLineScanner known;

  public JsonSchemaLearner(SourceOptions options, boolean typed) {
    this.options = options;
    this.typed = typed;
    json = options.json();
    spark = new ExactInference(json);
    merger =
        JsonInferSchema.compatibleRootType(
            options.corruptRecordColumn(), DropMalformedMode$.MODULE$);
    factory = json.buildJsonFactory();
    converters =
        new JacksonParser(
            new StructType(), json, true, JacksonParser.$lessinit$greater$default$4());
    mayShortcut = !json.inferTimestamp() && !json.prefersDecimal() && !json.primitivesAsString();
  }

  /** Reads the files with all processors; what each part shows is merged, in any order. */
  public StructType learn(List<DiscoveredFile> files) {
    Queue<FileSplit> splits =
        new ConcurrentLinkedQueue<>(FileSplit.of(options, files, FileSplit.SIZE));
    int processors = Math.min(Runtime.getRuntime().availableProcessors(), splits.size());
    List<CompletableFuture<DataType>> others = new ArrayList<>();
    for (int i = 1; i < processors; i++) {
      JsonSchemaLearner other = new JsonSchemaLearner(options, typed);
      others.add(
          CompletableFuture.supplyAsync(
              () -> {
                other.learnFrom(splits);
                return other.merged;
              }));
    }
    learnFrom(splits);
    for (CompletableFuture<DataType> other : others) {
      try {
        merged = merger.apply(merged, other.join());
      } catch (CompletionException e) {
        throw e.getCause() instanceof RuntimeException cause ? cause : e;
      }
    }
    scala.Option<DataType> canonical = spark.canonicalizeType(merged, json);
    DataType type = canonical.isEmpty() ? new StructType() : canonical.get();
    StructType struct = type instanceof StructType s ? s : new StructType();
    StructType folded = (StructType) foldCase(struct);
    return typed ? folded : (StructType) asStrings(folded);
  }

  private void learnFrom(Queue<FileSplit> splits) {
    boolean multiLine = options.flag("multiLine", false);
    Sample sample = options.sample();
    for (FileSplit split = splits.poll(); split != null; split = splits.poll()) {
      try (DocumentInput documents =
          new DocumentInput(split, multiLine, options.layout(), Growth.ALLOWED_AT_LINE_END, log)) {
        while (!sample.isAll() && documents.next()) {
          if (sample.takesNext()) {
            learn(split.file(), documents);
          }
        }
        while (sample.isAll()) {
          if (known == null || !known.scanNext(documents, null)) {
            if (!documents.next()) {
              break;
            }
            learn(split.file(), documents);
          }
        }
      } catch (IOException e) {
        throw FileContent.failure(split.file(), e);
      }
    }
  }

  private void learn(DiscoveredFile file, DocumentInput documents) throws IOException {
    if (known != null && known.scanCurrent(documents, null)) {
      return;
    }
    try (JsonParser parser =
        factory.createParser(
            documents.bytes(), documents.start(), documents.end() - documents.start())) {
      parser.nextToken();
      DataType type = spark.inferField(parser);
      DataType before = merged;
      merged = merger.apply(merged, type);
      if (mayShortcut && documents.isLine() && !merged.equals(before)) {
        rebuildShortcut();
      }
    } catch (JsonProcessingException | CharConversionException e) {
      noteMalformed(file, documents);
    } catch (RuntimeException e) {
      if (e instanceof io.lakeward.model.problem.ProjectException) {
        throw e;
      }
      noteMalformed(file, documents);
    }
  }

  private void noteMalformed(DiscoveredFile file, DocumentInput documents) {
    log.addMalformed(
        options.mode(),
        file,
        documents.lineNumber(),
        documents.offset(),
        () ->
            new String(
                documents.bytes(),
                documents.start(),
                documents.end() - documents.start(),
                StandardCharsets.UTF_8));
  }

  /** A line whose values all have the types known so far cannot change the schema. */
  private void rebuildShortcut() {
    known = null;
    if (merged instanceof StructType struct) {
      List<StructField> plain = new ArrayList<>();
      for (StructField field : struct.fields()) {
        DataType type = field.dataType();
        if (type instanceof LongType
            || type instanceof DoubleType
            || type instanceof StringType
            || type instanceof BooleanType) {
          plain.add(field);
        }
      }
      StructType schema = new StructType(plain.toArray(StructField[]::new));
      boolean[] all = new boolean[plain.size()];
      Arrays.fill(all, true);
      JsonColumns columns =
          new JsonColumns(schema, converters, FieldColumns.of(schema), all, false);
      known = new JsonLineScanner(schema, columns, null, null);
    }
  }

  private static DataType foldCase(DataType type) {
    if (type instanceof ArrayType array) {
      return new ArrayType(foldCase(array.elementType()), array.containsNull());
    }
    if (!(type instanceof StructType struct)) {
      return type;
    }
    Map<String, StructField> byLowerCase = new LinkedHashMap<>();
    for (StructField field : struct.fields()) {
      String key = field.name().toLowerCase(Locale.ROOT);
      StructField other = byLowerCase.get(key);
      if (other == null) {
        byLowerCase.put(key, field);
      } else {
        String name = field.name().equals(key) ? field.name() : other.name();
        DataType common =
            JsonInferSchema.compatibleType(
                other.dataType(), field.dataType(), DataTypes.StringType);
        byLowerCase.put(key, new StructField(name, common, true, field.metadata()));
      }
    }
    StructType folded = new StructType();
    for (StructField field : byLowerCase.values()) {
      folded = folded.add(field.name(), foldCase(field.dataType()), true);
    }
    return folded;
  }

  private static DataType asStrings(DataType type) {
    if (type instanceof ArrayType array) {
      return new ArrayType(asStrings(array.elementType()), array.containsNull());
    }
    if (type instanceof StructType struct) {
      StructType strings = new StructType();
      for (StructField field : struct.fields()) {
        strings = strings.add(field.name(), asStrings(field.dataType()), true);
      }
      return strings;
    }
    return DataTypes.StringType;
  }

  /** Spark would make a rounded double of a whole number of more than 38 digits. */
  private static final class ExactInference extends JsonInferSchema {
    private static final long serialVersionUID = 1L;

    ExactInference(JSONOptions options) {
      super(options);
    }

    @Override
    public DataType inferField(JsonParser parser) {
      try {
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT
            && parser.getTextLength() > MOST_DECIMAL_DIGITS) {
          String digits = parser.getText();
          if (digits.length() - (digits.startsWith("-") ? 1 : 0) > MOST_DECIMAL_DIGITS) {
            return DataTypes.StringType;
          }
        }
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
      return super.inferField(parser);
    }
  }
}
