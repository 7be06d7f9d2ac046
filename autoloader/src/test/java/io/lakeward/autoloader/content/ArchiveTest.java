/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.content;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.autoloader.SourceFolder;
import io.lakeward.autoloader.SparkFiles;
import io.lakeward.autoloader.rows.MalformedRecord;
import io.lakeward.autoloader.rows.MetadataField;
import io.lakeward.autoloader.rows.Projection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** AL-A4: the files in zip and tar files are files of their own. */
final class ArchiveTest {
  @TempDir private Path root;

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] zip(Map<String, byte[]> members) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> member : members.entrySet()) {
        out.putNextEntry(new ZipEntry(member.getKey()));
        out.write(member.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static byte[] tarGz(Map<String, byte[]> members) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(bytes);
        TarArchiveOutputStream out = new TarArchiveOutputStream(gzip)) {
      for (Map.Entry<String, byte[]> member : members.entrySet()) {
        TarArchiveEntry entry = new TarArchiveEntry(member.getKey());
        entry.setSize(member.getValue().length);
        out.putArchiveEntry(entry);
        out.write(member.getValue());
        out.closeArchiveEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  @Test
  void members_are_read_under_their_own_names() {
    Map<String, byte[]> members = new LinkedHashMap<>();
    members.put("d/a.json", utf8("{\"a\":1}\n{\"a\":2}\n"));
    members.put("d/.hidden.json", utf8("{\"a\":9}"));
    members.put("_meta/x.json", utf8("{\"a\":9}"));
    members.put("b.json.gz", SourceFolder.gzip("{\"a\":3,\"b\":\"x\"}\n"));
    for (Map.Entry<String, byte[]> archive :
        Map.of("dt=7/all.json.zip", zip(members), "dt=7/all.json.tar.gz", tarGz(members))
            .entrySet()) {
      SourceFolder folder = new SourceFolder(root.resolve(archive.getKey().replace('/', '-')));
      folder.file(archive.getKey(), archive.getValue());
      assertThat(folder.schema().toDDL())
          .isEqualTo("a BIGINT,b STRING,dt INT,_rescued_data STRING");
      Projection projection =
          new Projection(
              List.of("a", "dt"), List.of(MetadataField.FILE_PATH, MetadataField.FILE_NAME));
      String path = "file://" + folder.root().resolve(archive.getKey());
      assertThat(folder.rows(folder.schema(), projection, 10))
          .containsExactly(
              asList(1L, 7, path + "/d/a.json", "a.json"),
              asList(2L, 7, path + "/d/a.json", "a.json"),
              asList(3L, 7, path + "/b.json.gz", "b.json.gz"));
    }
  }

  @Test
  void rescued_data_and_malformed_records_name_the_member() {
    SourceFolder folder =
        new SourceFolder(root)
            .file("x.zip", zip(Map.of("a.json", utf8("{\"a\":\"q\"}\n{broken\n"))))
            .option("format", "json")
            .option("schema", "a INT, _rescued_data STRING");
    Path member = root.resolve("x.zip/a.json");
    assertThat(folder.rows())
        .containsExactly(asList(null, "{\"a\":\"q\",\"_file_path\":\"file://" + member + "\"}"));
    assertThat(folder.summary().firstMalformed())
        .containsExactly(new MalformedRecord(member, 2, 10));
  }

  @Test
  void typed_files_lie_in_archives_too() throws Exception {
    SparkFiles.write(
        "parquet",
        root.resolve("s"),
        StructType.fromDDL("a INT"),
        List.of(RowFactory.create(5)),
        Map.of());
    byte[] parquet;
    try (Stream<Path> files = Files.list(root.resolve("s"))) {
      parquet =
          Files.readAllBytes(
              files.filter(f -> f.toString().endsWith(".parquet")).findFirst().orElseThrow());
    }
    SourceFolder folder =
        new SourceFolder(root.resolve("in"))
            .file("x.zip", zip(Map.of("a.parquet", parquet)))
            .option("format", "parquet");
    assertThat(folder.rows()).containsExactly(asList(5, null));
  }

  @Test
  void a_damaged_archive_is_named_or_left_out() {
    byte[] whole = zip(Map.of("a.json", utf8("{\"a\":1}\n".repeat(9000))));
    SourceFolder folder =
        new SourceFolder(root)
            .file("x.zip", Arrays.copyOf(whole, 60))
            .option("format", "json")
            .option("schema", "a INT");
    assertThatThrownBy(folder::rows)
        .hasMessageContaining("SOURCE_FILE_CORRUPT")
        .hasMessageContaining("x.zip");
    assertThat(folder.option("ignoreCorruptFiles", "true").rows()).isEmpty();
    assertThat(folder.summary().skippedFiles()).hasSize(1);
  }

  @Test
  void a_binary_file_is_the_archive_itself() {
    byte[] whole = zip(Map.of("a.json", utf8("{}")));
    SourceFolder folder =
        new SourceFolder(root).file("x.zip", whole).option("format", "binaryFile");
    assertThat(folder.rows())
        .singleElement()
        .satisfies(row -> assertThat(row.get(2)).isEqualTo((long) whole.length));
  }
}
