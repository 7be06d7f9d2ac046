/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.lakeward.autoloader.discovery.FileDiscovery;
import io.lakeward.autoloader.discovery.FileListing;
import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.problem.ProjectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DiscoveryAndSchemaTest {
  @TempDir private Path root;

  private SourceFolder folder() {
    return new SourceFolder(root).option("format", "json");
  }

  @Test
  void al_27_folders_are_columns() {
    SourceFolder folder =
        folder()
            .file("dt=2026-01-02/region=007/f.json", "{\"a\":1}")
            .file("dt=2026-01-03/region=__HIVE_DEFAULT_PARTITION__/f.json", "{\"a\":2}");
    assertThat(folder.schema().toDDL())
        .isEqualTo("a BIGINT,dt DATE,region INT,_rescued_data STRING");
    folder.option("schemaHints", "region STRING");
    assertThat(folder.rows())
        .containsExactlyInAnyOrder(asList(1L, 20455, "007", null), asList(2L, 20456, null, null));
  }

  @Test
  void a_folder_value_that_its_column_cannot_hold_is_rescued() {
    for (String format : List.of("json", "csv", "xml")) {
      SourceFolder folder = new SourceFolder(root.resolve(format)).option("format", format);
      if (format.equals("xml")) {
        folder.option("rowTag", "r");
      }
      String record =
          switch (format) {
            case "json" -> "{\"a\":1}\n";
            case "csv" -> "a\n1\n";
            default -> "<l><r><a>1</a></r></l>";
          };
      folder.file("y=1/f", record);
      StructType schema = folder.schema();
      folder.file("y=abc/f", record);
      assertThat(folder.rows(schema))
          .as(format)
          .extracting(
              row -> row.get(1), row -> String.valueOf(row.get(2)).contains("\"y\":\"abc\""))
          .containsExactlyInAnyOrder(tuple(1, false), tuple(null, true));
    }
  }

  @Test
  void a_field_with_the_name_of_the_rescued_data_is_rescued_itself() {
    SourceFolder json =
        new SourceFolder(root.resolve("j"))
            .option("format", "json")
            .file("f", "{\"id\":1,\"_rescued_data\":\"u\"}\n");
    assertThat(json.rows().get(0).toString()).contains("{\"_rescued_data\":\"u\",");
    SourceFolder csv =
        new SourceFolder(root.resolve("c"))
            .option("format", "csv")
            .file("f", "id,_rescued_data\n1,u\n");
    assertThat(csv.rows().get(0).toString()).contains("{\"_rescued_data\":\"u\",");
  }

  @Test
  void folder_columns_are_told_for_each_file_alone() {
    for (String format : List.of("json", "csv")) {
      SourceFolder folder = new SourceFolder(root.resolve(format)).option("format", format);
      boolean json = format.equals("json");
      folder.file("dt=2026-01-02/a", json ? "{\"a\":1}" : "a\n1\n");
      StructType schema = folder.schema();
      assertThat(schema.toDDL())
          .isEqualTo("a INT,dt DATE,_rescued_data STRING".replace("INT", json ? "BIGINT" : "INT"));
      folder
          .file("b", json ? "{\"a\":2}" : "a\n2\n")
          .file("c", json ? "{\"a\":3,\"dt\":\"2026-01-03\"}" : "a,dt\n3,2026-01-03\n");
      assertThat(folder.rows(schema))
          .extracting(row -> String.valueOf(row.get(0)), row -> row.get(1), row -> row.get(2))
          .containsExactlyInAnyOrder(
              tuple("1", 20455, null), tuple("2", null, null), tuple("3", 20456, null));
    }
  }

  @Test
  void a_file_without_header_outside_the_folders_lacks_their_columns() {
    SourceFolder folder =
        new SourceFolder(root)
            .option("format", "csv")
            .option("header", "false")
            .file("dt=2026-01-02/a.csv", "1,x\n");
    StructType schema = folder.schema();
    folder.file("b.csv", "2,y\n");
    assertThat(folder.rows(schema))
        .containsExactlyInAnyOrder(asList(1, "x", 20455, null), asList(2, "y", null, null));
    assertThat(folder.summary().malformed()).isZero();
    assertThat(
            folder.rows(
                schema, folder.list().stream().filter(f -> f.path().endsWith("b.csv")).toList()))
        .containsExactly(asList(2, "y", null, null));
  }

  @Test
  void al_28_hidden_and_unfinished_files_are_skipped() {
    SourceFolder folder = folder();
    for (String name :
        List.of(
            "_x.json",
            ".y.json",
            "w.json._COPYING_",
            "a.TMP",
            "b.crdownload",
            "c.filepart",
            "z.json",
            "y.part",
            "f.tmp/x.json",
            "_k=1/x.json",
            "_k/x.json")) {
      folder.file(name, "{\"a\":1}");
    }
    assertThat(folder.list())
        .extracting(f -> root.relativize(f.path()).toString())
        .containsExactlyInAnyOrder("z.json", "y.part", "f.tmp/x.json", "_k=1/x.json");
  }

  @Test
  void files_come_oldest_first() throws Exception {
    SourceFolder folder = folder().file("a.json", "").file("b.json", "").file("c.json", "");
    Files.setLastModifiedTime(root.resolve("a.json"), FileTime.fromMillis(3_000));
    Files.setLastModifiedTime(root.resolve("b.json"), FileTime.fromMillis(1_000));
    Files.setLastModifiedTime(root.resolve("c.json"), FileTime.fromMillis(1_000));
    assertThat(folder.list())
        .extracting(f -> f.path().getFileName().toString())
        .containsExactly("b.json", "c.json", "a.json");
    folder.option("modifiedBefore", "1970-01-01T00:00:02");
    assertThat(folder.list()).hasSize(2);
  }

  @Test
  void A3_files_are_chosen_by_name_and_time() throws Exception {
    for (String name : List.of("a.json", "sub/b.json", "sub/c.txt", "d.json")) {
      folder().file(name, "{}");
    }
    Files.setLastModifiedTime(root.resolve("a.json"), FileTime.fromMillis(1_000));
    Files.setLastModifiedTime(root.resolve("sub/b.json"), FileTime.fromMillis(2_000));
    Files.setLastModifiedTime(root.resolve("sub/c.txt"), FileTime.fromMillis(2_000));
    Files.setLastModifiedTime(root.resolve("d.json"), FileTime.fromMillis(3_000));
    assertThat(chosen("pathGlobFilter", "*.json"))
        .containsExactly("a.json", "sub/b.json", "d.json");
    assertThat(chosen("fileNamePattern", "{a,c}*")).containsExactly("a.json", "sub/c.txt");
    assertThat(chosen("modifiedAfter", "1970-01-01T00:00:01")).doesNotContain("a.json").hasSize(3);
    assertThat(chosen("modifiedAfter", "1970-01-01T01:00:02+01:00")).containsExactly("d.json");
    assertThat(chosen("modifiedBefore", "1970-01-01 00:00:02")).containsExactly("a.json");
    assertThatThrownBy(() -> chosen("modifiedBefore", "soon"))
        .hasMessageContaining("SOURCE_OPTION_INVALID");
  }

  private List<String> chosen(String option, String value) {
    return folder().option(option, value).list().stream()
        .map(f -> root.relativize(f.path()).toString())
        .toList();
  }

  @Test
  void A9_lax_globs_match_the_beginning_of_the_path_and_cross_folders() {
    for (String name :
        List.of("b/c/f", "b/c/d/f", "b/x/y/c/f", "b/c_file.txt", "b/cookie/f", "b.txt", "0.txt")) {
      folder().file(name, "");
    }
    assertThat(below("/*/c/", false)).contains("b/c/f", "b/c/d/f", "b/x/y/c/f", "b/c_file.txt");
    assertThat(below("/*/c", false)).contains("b/c_file.txt", "b/cookie/f");
    assertThat(below("/*/d/", false)).containsExactly("b/c/d/f");
    assertThat(below("/*/{0.txt,1.txt}", false)).isEmpty();
    assertThat(below("/b*", false)).contains("b.txt", "b/c/f");
    assertThat(below("/*/c/", true)).containsExactlyInAnyOrder("b/c/f", "b/c/d/f");
    assertThat(below("/*/c", true)).containsExactlyInAnyOrder("b/c/f", "b/c/d/f");
    assertThat(below("/*/d/", true)).isEmpty();
    assertThat(below("/b*", true)).contains("b.txt", "b/c/f");
    assertThat(below("/*/{0.txt,1.txt}", true)).isEmpty();
  }

  private List<String> below(String glob, boolean strict) {
    return new FileDiscovery(new VolumePaths(root, root), "UTC")
            .list(
                new FileSource(
                    root + glob,
                    Map.of("format", "text", "useStrictGlobber", String.valueOf(strict))))
            .stream()
            .map(f -> root.relativize(f.path()).toString())
            .toList();
  }

  @Test
  void A3_the_segments_that_are_ignored_can_be_told() {
    for (String name : List.of("_a.json", ".b.json", "c.json", "skip/d.json", "e._COPYING_")) {
      folder().file(name, "{}");
    }
    FileListing listing =
        new FileDiscovery(new VolumePaths(root, root), "UTC")
            .list(
                new FileSource(
                    root.toString(),
                    Map.of("format", "json", "ignoredPathSegmentRegex", "^(skip|[.])")),
                path -> path.endsWith("c.json"),
                file -> true);
    assertThat(listing.files())
        .extracting(f -> root.relativize(f.path()).toString())
        .containsExactly("_a.json");
    assertThat(listing.hidden()).isEqualTo(3);
  }

  @Test
  void a_link_that_leads_back_is_no_folder() throws Exception {
    folder().file("a/x.json", "{}");
    Files.createSymbolicLink(root.resolve("a/loop"), root);
    Files.createSymbolicLink(root.resolve("a/self"), root.resolve("a/self"));
    Files.createSymbolicLink(root.resolve("linked"), root.resolve("a/x.json"));
    assertThat(folder().list())
        .extracting(f -> root.relativize(f.path()).toString())
        .containsExactlyInAnyOrder("a/x.json", "linked");
  }

  @Test
  void globs_match_whole_names_and_everything_below() {
    SourceFolder folder = folder();
    for (String name : List.of("a/b/c/f", "a/b/c/d/f", "a/b/c_file.txt", "a/b.txt", "a/0.txt")) {
      folder.file(name, "");
    }
    assertThat(found("a/*/c/")).containsExactlyInAnyOrder("a/b/c/f", "a/b/c/d/f");
    assertThat(found("a/*/d/")).isEmpty();
    assertThat(found("a/*/c")).containsExactlyInAnyOrder("a/b/c/f", "a/b/c/d/f");
    assertThat(found("a/b*"))
        .containsExactlyInAnyOrder("a/b.txt", "a/b/c/f", "a/b/c/d/f", "a/b/c_file.txt");
    assertThat(found("a/{0.txt,1.txt}")).containsExactly("a/0.txt");
    assertThat(found("a/[a-z].t?t")).containsExactly("a/b.txt");
    assertThat(found("a/{b.txt,b/c/{d,e}}")).containsExactlyInAnyOrder("a/b.txt", "a/b/c/d/f");
    assertThat(found("{a/b/*.txt,x/c/f}")).containsExactly("a/b/c_file.txt");
    assertThat(found("a/{x/c,b/d}/f")).isEmpty();
    assertThat(found("a/b")).hasSize(3);
  }

  private Stream<String> found(String path) {
    VolumePaths paths = new VolumePaths(root.resolve("volumes"), root);
    return new FileDiscovery(paths, "UTC")
        .list(new FileSource(path, Map.of())).stream()
            .map(f -> root.relativize(f.path()).toString());
  }

  @Test
  void volume_paths_stand_for_folders() {
    VolumePaths paths = new VolumePaths(root.resolve("v"), root);
    Path file = root.resolve("v/main/raw/files/x y.json");
    assertThat(paths.resolve("/Volumes/main/raw/files/x y.json")).isEqualTo(file);
    assertThat(paths.resolve("dbfs:/Volumes/main/raw/files/x y.json")).isEqualTo(file);
    assertThat(paths.resolve("file:///tmp/x")).isEqualTo(Path.of("/tmp/x"));
    assertThat(paths.display(file)).isEqualTo("dbfs:/Volumes/main/raw/files/x%20y.json");
    assertThatThrownBy(() -> paths.resolve("s3:/bucket/x")).hasMessageContaining("names no bucket");
    assertThatThrownBy(() -> paths.resolve("/Volumes/main")).isInstanceOf(ProjectException.class);
  }

  @Test
  void a_missing_path_is_named_with_its_place() {
    VolumePaths paths = new VolumePaths(root, root);
    FileSource source = new FileSource("/Volumes/a/b/c", Map.of("format", "json"));
    assertThatThrownBy(() -> new FileDiscovery(paths, "UTC").list(source))
        .hasMessageContaining("PATH_NOT_FOUND")
        .hasMessageContaining(root.resolve("a/b/c").toString());
  }

  @Test
  void options_are_checked_all_at_once() {
    SourceFolder folder =
        folder().option("multiline2", "x").option("compression", "gzip").option("mode", "nope");
    assertThatThrownBy(folder::schema)
        .isInstanceOfSatisfying(
            ProjectException.class,
            e ->
                assertThat(e.problems())
                    .extracting(p -> p.code().name())
                    .containsExactlyInAnyOrder(
                        "SOURCE_OPTION_INVALID", "NOT_SUPPORTED_YET", "SOURCE_OPTION_INVALID"))
        .hasMessageContaining("Did you mean multiLine?");
    assertThatThrownBy(() -> new SourceFolder(root).option("format", "excel").schema())
        .hasMessageContaining("excel");
  }

  @Test
  void AL_9_an_option_that_no_format_has_is_told_before_the_files_tell_theirs() {
    SchemaInference source = new SchemaInference(new VolumePaths(root, root), "UTC");
    assertThatThrownBy(
            () -> source.fixed(new FileSource("/x", Map.of("fromat", "csv", "schema", "a INT"))))
        .hasMessageContaining("Did you mean format?");
    assertThat(source.fixed(new FileSource("/x", Map.of("sep", ";", "schema", "a INT"))))
        .isPresent();
  }

  @Test
  void without_files_nothing_can_be_inferred() {
    assertThatThrownBy(() -> folder().schema()).hasMessageContaining("UNABLE_TO_INFER_SCHEMA");
    assertThat(folder().option("schema", "a INT").rows()).isEmpty();
  }

  @Test
  void types_are_inferred_or_all_strings() {
    SourceFolder folder =
        new SourceFolder(root)
            .file(
                "f.json",
                "{\"b\":1,\"a\":{\"y\":[1.5],\"x\":null},\"T\":\"2024-01-01T00:00:00\"}\n"
                    + "{\"b\":2.5,\"t\":1}\n");
    assertThat(folder.schema().toDDL())
        .isEqualTo("t STRING,a STRUCT<x: STRING, y: ARRAY<DOUBLE>>,b DOUBLE,_rescued_data STRING");
    folder.option("inferColumnTypes", "false");
    assertThat(folder.schema().toDDL())
        .isEqualTo("t STRING,a STRUCT<x: STRING, y: ARRAY<STRING>>,b STRING,_rescued_data STRING");
    folder.option("schemaHints", "a.y.element INT, b DECIMAL(10, 2), n DATE");
    assertThat(folder.schema().toDDL())
        .isEqualTo(
            "t STRING,a STRUCT<x: STRING, y: ARRAY<INT>>,b DECIMAL(10,2),n DATE,_rescued_data"
                + " STRING");
  }

  @Test
  void text_gives_lines() {
    SourceFolder folder = new SourceFolder(root).file("f.txt", "one\n\ntwo");
    assertThat(folder.rows()).containsExactly(asList("one"), asList(""), asList("two"));
  }
}
