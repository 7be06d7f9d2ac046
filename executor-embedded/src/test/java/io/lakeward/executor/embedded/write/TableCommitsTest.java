/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.engine.executor.TableCommits;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.model.name.TableName;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a write go only if its commit certainly did not come through. */
class TableCommitsTest {
  @TempDir Path folder;

  @Test
  void whateverIsThrownAfterTheCommitTheFilesStay() throws IOException {
    LongSupplier dies =
        () -> {
          throw new OutOfMemoryError("in the upkeep of the log");
        };
    assertThatThrownBy(() -> write(dies, OptionalLong.of(3))).isInstanceOf(OutOfMemoryError.class);
    assertThat(files()).hasSize(1);
  }

  @Test
  void theyStayIfTheTableHasGrownMeanwhile() throws IOException {
    assertThatThrownBy(() -> write(failing(ProblemCode.IO_FAILED), OptionalLong.of(4)))
        .isInstanceOf(ProjectException.class);
    assertThat(files()).hasSize(1);
  }

  @Test
  void aConflictDeletesThem() throws IOException {
    assertThatThrownBy(() -> write(failing(ProblemCode.COMMIT_CONFLICT), OptionalLong.of(4)))
        .isInstanceOf(ProjectException.class);
    assertThat(files()).isEmpty();
  }

  @Test
  void aRefusalThatLeftTheTableAloneDeletesThem() throws IOException {
    assertThatThrownBy(() -> write(failing(ProblemCode.INCOMPATIBLE_SCHEMA), OptionalLong.of(3)))
        .isInstanceOf(ProjectException.class);
    assertThat(files()).isEmpty();
  }

  private static LongSupplier failing(ProblemCode code) {
    return () -> {
      throw new ProjectException(Problem.of(code, "no"));
    };
  }

  /** On a table of version 3. */
  private void write(LongSupplier commit, OptionalLong after) throws IOException {
    WriteTarget target =
        new WriteTarget(
            new TableName("main", "default", "t"),
            folder,
            new StructType(),
            List.of(),
            Map.of(),
            Optional.empty());
    try (FileSet files = new FileSet(target)) {
      String copy = files.copy("SELECT 1");
      int at = copy.indexOf("part-");
      Files.createFile(folder.resolve(copy.substring(at, at + 41) + "-0.parquet"));
      TableCommits.keeping(files, OptionalLong.of(3), commit, () -> after);
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> found = Files.list(folder)) {
      return found.toList();
    }
  }
}
