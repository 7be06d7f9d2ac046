/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.rows.MetadataField;
import io.lakeward.autoloader.store.Stores;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

/** What executors make of source files, whichever engine is behind them. */
@SuppressWarnings("NullAway") // as in tests
public abstract class SourceFilesContract extends ViewRulesContract {
  private static final String TYPES =
      "b boolean, i int, l bigint, d double, m decimal(10,2), s string, dt date, ts timestamp, xs array<int>, st struct<x: int, y: string>, bi binary, mp map<string, double>, sd struct<d: date, t: timestamp, m: decimal(5,2), f: double>";

  @Test
  void everyTypeOfSourceFilesArrives() throws IOException {
    BoundPlan plan =
        json(
            TYPES,
            """
            {"b":true,"i":1,"l":20000000000,"d":1.5,"m":2.25,"s":"é\\"x","dt":"2020-02-29","ts":"2020-01-01T00:00:00Z","xs":[1,null],"st":{"x":1,"y":"z"},"bi":"AQI=","mp":{"k":2.5},"sd":{"d":"0001-01-02","t":"1969-12-31T23:59:59.5Z","m":-0.05,"f":"NaN"}}
            {"s":null}
            """);
    assertThat(rows(plan))
        .containsExactly(
            "[true, 1, 20000000000, 1.5, 2.25, é\"x, 2020-02-29, 2020-01-01T00:00:00Z, [1, null], [1, z], 0102, {k=2.5}, [0001-01-02, 1969-12-31T23:59:59.500Z, -0.05, NaN]]",
            "[null, null, null, null, null, null, null, null, null, null, null, null, null]");
  }

  @Test
  void filesWithTypesOfTheirOwnArriveAsTheyWereWritten() throws IOException {
    String line =
        """
        {"b":true,"i":1,"l":20000000000,"d":1.5,"m":2.25,"s":"é","dt":"0001-02-28","ts":"2020-01-01T00:00:00.5Z","xs":[1,null],"st":{"x":1,"y":"z"},"bi":"AQI=","mp":{"k":2.5}}
        {"s":null}
        """;
    executor.append(
        new WriteRequest(json(TYPES, line), List.of(), target(TYPES, List.of()), Optional.empty()),
        WriteListener.none());
    Path file = parquetFiles().get(0);
    StructType schema = StructType.fromDDL(TYPES);
    BoundPlan typed = bound(schema, schema, file, Map.of("format", "parquet"));
    assertThat(rows(typed)).isEqualTo(rows(TYPES)).hasSize(2);
    // Scalars in just their types, and a column that the file does not have.
    StructType scalars =
        StructType.fromDDL("i int, dt date, ts timestamp, s string, m decimal(10,2), gone int");
    BoundPlan plain = bound(scalars, scalars, file, Map.of("format", "parquet"));
    assertThat(rows(plain))
        .containsExactly(
            "[1, 0001-02-28, 2020-01-01T00:00:00.500Z, é, 2.25, null]",
            "[null, null, null, null, null, null]");
    StructType bytes = StructType.fromDDL("length bigint, content binary");
    BoundPlan binary = bound(bytes, bytes, file, Map.of("format", "binaryFile"));
    assertThat(rows(binary))
        .containsExactly(
            "["
                + Files.size(file)
                + ", "
                + java.util.HexFormat.of().formatHex(Files.readAllBytes(file))
                + "]");
  }

  @Test
  void recordsOfEveryFormatArrive() throws IOException {
    Path csv = file("in.csv", "i,s\n1,é\nx,b\n".getBytes(StandardCharsets.UTF_8));
    assertThat(rows(records(csv, Map.of("format", "csv", "header", "true"))))
        .containsExactly(
            "[1, é, null]", "[null, b, {\"i\":\"x\",\"_file_path\":\"file://" + csv + "\"}]");
    Path xml =
        file(
            "in.xml",
            "<a><r><i>1</i><s>é</s></r><r><i>x</i></r></a>".getBytes(StandardCharsets.UTF_8));
    assertThat(rows(records(xml, Map.of("format", "xml", "rowTag", "r"))))
        .containsExactly(
            "[1, é, null]", "[null, null, {\"i\":\"x\",\"_file_path\":\"file://" + xml + "\"}]");
    assertThat(rows(records(avro("in.avro"), Map.of("format", "avro"))))
        .containsExactly("[1, é, null]");
    assertThat(rows(records(orc("in.orc"), Map.of("format", "orc"))))
        .containsExactly("[1, é, null]");
  }

  @Test
  void packedFilesArrive() throws IOException {
    byte[] lines = "{\"i\":1,\"s\":\"é\"}\n".getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream gzip = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
      out.write(lines);
    }
    assertThat(rows(records(file("in.json.gz", gzip.toByteArray()), Map.of("format", "json"))))
        .containsExactly("[1, é, null]");
    ByteArrayOutputStream zip = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(zip)) {
      out.putNextEntry(new ZipEntry("a.json"));
      out.write(lines);
    }
    assertThat(rows(records(file("in.zip", zip.toByteArray()), Map.of("format", "json"))))
        .containsExactly("[1, é, null]");
  }

  @Test
  void filesOfAStoreArriveInEveryFormat() throws IOException {
    Files.createDirectories(folder.resolve("stored/in"));
    byte[] lines = "{\"i\":1,\"s\":\"é\",\"x\":2}\n".getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream zip = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(zip)) {
      out.putNextEntry(new ZipEntry("a.json"));
      out.write(lines);
    }
    file("stored/in/é.json", lines);
    file("stored/in/in.zip", zip.toByteArray());
    file("stored/in/in.csv", "i,s\n1,é\n".getBytes(StandardCharsets.UTF_8));
    avro("stored/in/in.avro");
    orc("stored/in/in.orc");
    String in = BucketFileSystem.address(folder.resolve("stored")) + "/in/";
    assertThat(rows(records(stored(in + "é.json"), Map.of("format", "json"))))
        .containsExactly("[1, é, {\"x\":2,\"_file_path\":\"" + in + "%C3%A9.json\"}]");
    assertThat(rows(records(stored(in + "in.zip"), Map.of("format", "json"))))
        .containsExactly("[1, é, {\"x\":2,\"_file_path\":\"" + in + "in.zip/a.json\"}]");
    assertThat(rows(records(stored(in + "in.csv"), Map.of("format", "csv", "header", "true"))))
        .containsExactly("[1, é, null]");
    file("stored/in/in.xml", "<a><r><i>1</i><s>é</s></r></a>".getBytes(StandardCharsets.UTF_8));
    assertThat(rows(records(stored(in + "in.xml"), Map.of("format", "xml", "rowTag", "r"))))
        .containsExactly("[1, é, null]");
    StructType line = StructType.fromDDL("value string");
    assertThat(rows(bound(line, line, stored(in + "in.csv"), Map.of("format", "text"))))
        .containsExactly("[i,s]", "[1,é]");
    parquet("stored/in/in.parquet");
    for (String format : List.of("avro", "orc", "parquet")) {
      assertThat(rows(records(stored(in + "in." + format), Map.of("format", format))))
          .as(format)
          .containsExactly("[1, é, null]");
    }
    StructType bytes = StructType.fromDDL("path string, length bigint");
    assertThat(rows(bound(bytes, bytes, stored(in + "in.csv"), Map.of("format", "binaryFile"))))
        .containsExactly("[" + in + "in.csv, 9]");
  }

  @Test
  void whatAStoreDoesNotGiveIsNeitherDamagedNorMissing() throws IOException {
    Files.createDirectories(folder.resolve("stored/lost"));
    avro("stored/lost/in.avro");
    orc("stored/lost/in.orc");
    parquet("stored/lost/in.parquet");
    file("stored/lost/in.gz", new byte[] {0x1f, (byte) 0x8b, 8, 0, 0});
    file("stored/lost/in.zip", new byte[] {'P', 'K', 3, 4, 0, 0});
    String bucket = BucketFileSystem.address(folder.resolve("stored"));
    Map<String, String> formats =
        Map.of(
            "in.avro",
            "avro",
            "in.orc",
            "orc",
            "in.parquet",
            "parquet",
            "in.gz",
            "json",
            "in.zip",
            "json");
    for (Map.Entry<String, String> format : formats.entrySet()) {
      BoundPlan plan =
          records(
              stored(bucket + "/lost/" + format.getKey()),
              Map.of("format", format.getValue(), "ignoreCorruptFiles", "true"));
      assertConnectionLost(format.getKey(), plan);
    }
    Path unreachable = stored(bucket + "/unreachable/in.json");
    StructType schema = StructType.fromDDL("i int");
    FileSource source =
        new FileSource(
            unreachable.toString(), Map.of("format", "json", "ignoreMissingFiles", "true"));
    SourceRelation relation =
        new SourceRelation(attributes(schema), "f", new Source.Files(source, schema), false);
    List<DiscoveredFile> files = List.of(new DiscoveredFile(unreachable, 1, 1));
    assertConnectionLost(
        "unreachable",
        new BoundPlan(relation, Map.of("f", new Slice.SourceFiles(source, schema, files))));
  }

  private void assertConnectionLost(String what, BoundPlan plan) {
    assertThatThrownBy(() -> executor.collect(plan, 10))
        .as(what)
        .isInstanceOfSatisfying(
            ProjectException.class,
            e -> {
              assertThat(e.problems().get(0).code()).isEqualTo(ProblemCode.IO_FAILED);
              assertThat(e.problems().get(0).message()).contains("Connection reset");
            });
  }

  private Path parquet(String name) throws IOException {
    executor.append(
        new WriteRequest(
            json("i int, s string", "{\"i\":1,\"s\":\"é\"}\n"),
            List.of(),
            target("i int, s string", List.of()),
            Optional.empty()),
        WriteListener.none());
    return Files.copy(parquetFiles().get(0), folder.resolve(name));
  }

  private Path stored(String address) {
    return Stores.of(BucketFileSystem.settings(folder.resolve("stored")))
        .find(address)
        .orElseThrow();
  }

  private BoundPlan records(Path file, Map<String, String> options) throws IOException {
    StructType schema = StructType.fromDDL("i int, s string, _rescued_data string");
    return bound(schema, schema, file, options);
  }

  private Path file(String name, byte[] content) throws IOException {
    return Files.write(folder.resolve(name), content);
  }

  private Path avro(String name) throws IOException {
    Schema schema =
        SchemaBuilder.record("r").fields().requiredInt("i").requiredString("s").endRecord();
    GenericRecord record = new GenericData.Record(schema);
    record.put("i", 1);
    record.put("s", "é");
    Path file = folder.resolve(name);
    try (DataFileWriter<GenericRecord> out =
        new DataFileWriter<>(new GenericDatumWriter<GenericRecord>(schema))) {
      out.create(schema, file.toFile()).append(record);
    }
    return file;
  }

  private Path orc(String name) throws IOException {
    Path file = folder.resolve(name);
    TypeDescription type = TypeDescription.fromString("struct<i:int,s:string>");
    try (Writer out =
        OrcFile.createWriter(
            new org.apache.hadoop.fs.Path(file.toUri()),
            OrcFile.writerOptions(new Configuration(false)).setSchema(type))) {
      VectorizedRowBatch batch = type.createRowBatch();
      ((LongColumnVector) batch.cols[0]).vector[0] = 1;
      ((BytesColumnVector) batch.cols[1]).setVal(0, "é".getBytes(StandardCharsets.UTF_8));
      batch.size = 1;
      out.addRowBatch(batch);
    }
    return file;
  }

  @Test
  void recordsOfSourceFilesAreCountedOnce() throws IOException {
    String lines =
        IntStream.range(0, 20_000)
            .mapToObj(i -> "{\"id\":" + i + ",\"name\":\"n" + i % 7 + "\"}")
            .collect(Collectors.joining("\n"));
    WriteResult result =
        executor.append(
            new WriteRequest(
                json("id bigint, name string", lines + "\n{broken\n"),
                List.of(),
                target("id bigint, name string", List.of()),
                Optional.empty()),
            WriteListener.none());
    assertThat(result.rowsWritten()).isEqualTo(20_000);
    assertThat(result.reads().rows()).isEqualTo(20_000);
    assertThat(result.reads().malformed()).isEqualTo(1);
    assertThat(rows("id bigint, name string")).hasSize(1000);
  }

  @Test
  void recordsWithRescuedDataAreCounted() throws IOException {
    WriteResult result =
        executor.append(
            new WriteRequest(
                records(
                    file(
                        "in.json",
                        "{\"i\":1}\n{\"i\":\"x\"}\n{\"i\":2,\"b\":1}\n"
                            .getBytes(StandardCharsets.UTF_8)),
                    Map.of("format", "json", "rescuedDataColumn", "_rescued_data")),
                List.of(),
                target("i int, s string, _rescued_data string", List.of()),
                Optional.empty()),
            WriteListener.none());
    assertThat(result.reads().rows()).isEqualTo(3);
    assertThat(result.reads().rescued()).isEqualTo(2);
  }

  @Test
  void filesThatAreLeftOutAreTold() throws IOException {
    Path file = folder.resolve("in.json.gz");
    Files.write(file, new byte[] {0x1f, (byte) 0x8b, 8, 0, 0});
    StructType schema = StructType.fromDDL("i int");
    WriteResult result =
        executor.append(
            new WriteRequest(
                bound(schema, schema, file, Map.of("ignoreCorruptFiles", "true")),
                List.of(),
                target("i int", List.of()),
                Optional.empty()),
            WriteListener.none());
    assertThat(result.rowsWritten()).isZero();
    assertThat(result.reads().skippedFiles())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.file()).isEqualTo(file));
  }

  @Test
  void metadataOfSourceFilesIsAColumn() throws IOException {
    Path file = folder.resolve("in.json");
    Files.writeString(file, "{\"i\":1}\n");
    StructType schema = StructType.fromDDL("i int").add("_metadata", MetadataField.structType());
    BoundPlan plan = bound(schema, StructType.fromDDL("i int"), file, Map.of());
    assertThat(executor.collect(plan, 10).rows().get(0).get(1).toString()).contains("in.json");
  }

  @Test
  void whatTheReaderOfSourceFilesThrewComesOut() throws IOException {
    Path file = folder.resolve("in.json");
    Files.writeString(file, "{\"i\":1}\n{broken\n");
    StructType schema = StructType.fromDDL("i int");
    BoundPlan plan = bound(schema, schema, file, Map.of("mode", "FAILFAST"));
    assertThatThrownBy(() -> executor.collect(plan, 10))
        .isInstanceOf(ProjectException.class)
        .hasMessageContaining("in.json")
        .hasMessageNotContaining("org.apache.spark")
        .hasMessageNotContaining("org.duckdb");
  }
}
