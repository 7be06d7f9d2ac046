/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import io.lakeward.autoloader.CollectingSink;
import io.lakeward.autoloader.options.SourceOptions;
import io.lakeward.autoloader.rows.FieldColumns;
import io.lakeward.autoloader.rows.MalformedRecordException;
import io.lakeward.autoloader.rows.RowBuffer;
import io.lakeward.autoloader.text.IsoTimes;
import io.lakeward.autoloader.text.ValueKind;
import io.lakeward.model.pipeline.FileSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.json.JSONOptions;
import org.apache.spark.sql.catalyst.json.JacksonParser;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spark's parser is the measure of this one, field by field. */
final class JsonLikeSparkTest {

  @ParameterizedTest
  @CsvSource({
    "UTC, 0",
    "UTC, 10",
    "UTC, 60",
    "Europe/Berlin, 20",
    "Asia/Kathmandu, 40",
    "+05:30, 10"
  })
  void random_records_give_the_values_that_spark_gives(String zone, int strange)
      throws IOException {
    int scanned = 0;
    for (int seed = 0; seed < 150; seed++) {
      RandomJson random = new RandomJson(seed * 31L + strange);
      String ddl = random.schema();
      StructType schema = StructType.fromDDL(ddl);
      SparkJson spark = new SparkJson(schema, Map.of(), zone);
      Parsers parsers = new Parsers(schema, zone);
      for (int i = 0; i < 40; i++) {
        String record = random.record(ddl, strange);
        List<List<@Nullable Object>> expected = spark.rows(record);
        List<List<@Nullable Object>> parsed = parsers.parse(record);
        if (parsed == null && expected != null) {
          // Spark gives part of a record whose syntax is broken within a value; here it is
          // malformed.
          assertThat(isJson(record)).as("%s%n%s", ddl, record).isFalse();
        } else if (expected == null && parsed != null) {
          // Spark loses its place in a record after broken base64; here only the value is wrong.
          assertThat(ddl).as(record).contains("BINARY");
        } else {
          assertThat(parsed).as("%s%n%s", ddl, record).isEqualTo(expected);
        }
        List<@Nullable Object> fast = parsers.scan(record);
        if (fast != null) {
          scanned++;
          assertThat(List.of(fast)).as("fast %s%n%s", ddl, record).isEqualTo(expected);
        }
      }
    }
    assertThat(scanned).as("records that took the fast way").isGreaterThan(strange > 50 ? 20 : 300);
  }

  private static boolean isJson(String record) {
    JsonFactory factory = new JsonFactory();
    try (com.fasterxml.jackson.core.JsonParser parser =
        factory.createParser(record.getBytes(StandardCharsets.UTF_8))) {
      while (parser.nextToken() != null) {
        parser.getText();
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static final class Parsers {
    private final JsonRecordParser parser;
    private final JsonLineScanner scanner;
    private final RowBuffer row;

    Parsers(StructType schema, String zone) {
      JSONOptions options =
          SourceOptions.of(new FileSource("x", Map.of("format", "json")), List.of(), zone).json();
      JacksonParser spark =
          new JacksonParser(
              new StructType(), options, true, JacksonParser.$lessinit$greater$default$4());
      boolean[] all = new boolean[schema.length()];
      Arrays.fill(all, true);
      JsonColumns columns = new JsonColumns(schema, spark, FieldColumns.of(schema), all, true);
      parser = new JsonRecordParser(columns, options.buildJsonFactory());
      scanner =
          new JsonLineScanner(
              schema,
              columns,
              new JsonRecordParser(columns, options.buildJsonFactory()),
              new IsoTimes(ZoneId.of(zone), true, true));
      List<ValueKind> kinds = new ArrayList<>();
      int[] delivered = new int[schema.length()];
      for (int i = 0; i < delivered.length; i++) {
        delivered[i] = i;
        kinds.add(columns.type(i).kind());
      }
      row = new RowBuffer(kinds, delivered);
    }

    @Nullable List<List<@Nullable Object>> parse(String record) {
      byte[] bytes = record.getBytes(StandardCharsets.UTF_8);
      CollectingSink sink = new CollectingSink();
      try {
        parser.open(bytes, bytes.length);
        int rows = 0;
        while (parser.next(row)) {
          row.deliver(sink, rows++);
        }
        sink.endChunk(rows);
        return sink.rows();
      } catch (MalformedRecordException e) {
        return null;
      }
    }

    @Nullable List<@Nullable Object> scan(String record) throws IOException {
      byte[] bytes = ("##" + record + "\n##").getBytes(StandardCharsets.UTF_8);
      int to = bytes.length - 3;
      boolean bounded = scanner.scan(bytes, 2, to, row) == to;
      // Where the end of the line is not known, what follows must not be taken for a part of it.
      assertThat(scanner.scan(bytes, 2, bytes.length, row) == to).as(record).isEqualTo(bounded);
      if (!bounded) {
        return null;
      }
      CollectingSink sink = new CollectingSink();
      row.deliver(sink, 0);
      sink.endChunk(1);
      return sink.rows().get(0);
    }
  }
}
