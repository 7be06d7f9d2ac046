/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.whole;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.autoloader.SourceFolder;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** AL-A4: files that are one row each. */
final class WholeFileTest {
  @TempDir private Path root;

  @Test
  void whole_text_is_one_row_a_file() {
    SourceFolder folder =
        new SourceFolder(root)
            .file("a.txt", "one\ntwo\n")
            .file("b.txt", "")
            .option("format", "text")
            .option("wholeText", "true");
    assertThat(folder.rows()).containsExactlyInAnyOrder(asList("one\ntwo\n"), asList(""));
    assertThat(folder.option("wholeText", "false").rows())
        .containsExactly(asList("one"), asList("two"));
  }

  @Test
  void binary_files_have_path_time_length_and_content() {
    SourceFolder folder =
        new SourceFolder(root)
            .file("day=1/a.bin", new byte[] {0, -1, 7})
            .option("format", "binaryFile");
    assertThat(folder.schema().toDDL())
        .isEqualTo("path STRING,modificationTime TIMESTAMP,length BIGINT,content BINARY,day INT");
    Path file = root.resolve("day=1/a.bin");
    assertThat(folder.rows())
        .containsExactly(
            asList("file://" + file, file.toFile().lastModified() * 1000, 3L, "[0, -1, 7]", 1));
  }

  @Test
  void binary_files_cannot_have_another_schema() {
    SourceFolder folder =
        new SourceFolder(root)
            .file("a.bin", new byte[] {0})
            .option("format", "binaryFile")
            .option("schema", "path STRING, content STRING");
    assertThatThrownBy(folder::schema)
        .isInstanceOfSatisfying(
            ProjectException.class,
            e -> {
              assertThat(e.problems().get(0).code()).isEqualTo(ProblemCode.SOURCE_OPTION_INVALID);
              assertThat(e.problems().get(0).fix().orElse("")).contains("content BINARY");
            });
    assertThat(folder.option("schema", "length BIGINT").rows()).isEqualTo(List.of(asList(1L)));
  }
}
