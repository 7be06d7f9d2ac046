/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.autoloader.SourceFolder;
import io.lakeward.autoloader.SparkFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which Parquet files an engine may read by itself. */
final class ParquetFitTest {
  @TempDir private Path root;

  private Path file(String name, String ddl, Object... values) {
    Path folder = root.resolve("s-" + name.replace('/', '-'));
    SparkFiles.write(
        "parquet", folder, StructType.fromDDL(ddl), List.of(RowFactory.create(values)), Map.of());
    try (Stream<Path> files = Files.list(folder)) {
      Path part = files.filter(f -> f.toString().endsWith(".parquet")).findFirst().orElseThrow();
      Path target = root.resolve("in").resolve(name + ".parquet");
      Files.createDirectories(target.getParent());
      return Files.copy(part, target);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<ParquetFit> fit(String ddl, List<String> wanted, String... options) {
    SourceFolder folder = new SourceFolder(root.resolve("in")).option("schema", ddl);
    for (int i = 0; i < options.length; i += 2) {
      folder.option(options[i], options[i + 1]);
    }
    return ParquetFit.find(
        folder.source(),
        StructType.fromDDL(ddl),
        wanted,
        folder.list(),
        folder.paths(),
        SourceFolder.ZONE);
  }

  @Test
  void files_in_just_the_wanted_types_fit() {
    Path a = file("a", "i INT, s STRING, t DATE", 1, "x", java.time.LocalDate.of(1, 1, 1));
    Path b = file("b", "i INT, s STRING", 1, "x");
    Optional<ParquetFit> found =
        fit("i INT, s STRING, t DATE, gone INT", List.of("i", "s", "t", "gone"));
    assertThat(found).isPresent();
    assertThat(found.get().files()).containsExactlyInAnyOrder(a, b);
    assertThat(found.get().rows()).isEqualTo(2);
    assertThat(found.get().columns()).containsExactlyInAnyOrder("i", "s", "t");
  }

  @Test
  void what_has_to_be_converted_or_rescued_does_not_fit() {
    file("a", "i INT, S STRING, st STRUCT<x: INT>", 1, "x", RowFactory.create(1));
    assertThat(fit("i INT", List.of("i"))).isPresent();
    assertThat(fit("i BIGINT", List.of("i"))).as("wider").isEmpty();
    assertThat(fit("i INT, s STRING", List.of("i"))).as("another spelling").isEmpty();
    assertThat(fit("st STRUCT<x: INT>", List.of("st"))).as("nested").isEmpty();
    assertThat(fit("i INT, _rescued_data STRING", List.of("i"))).as("not rescuing").isPresent();
    assertThat(fit("i INT, _rescued_data STRING", List.of("i", "_rescued_data")))
        .as("rescuing unknown columns")
        .isEmpty();
    assertThat(fit("i INT", List.of("i"), "ignoreCorruptFiles", "true")).isEmpty();
    assertThat(fit("i INT", List.of("i"), "datetimeRebaseMode", "LEGACY")).isEmpty();
  }

  @Test
  void folders_with_values_and_old_forms_of_timestamps_do_not_fit() {
    file("p=1/a", "i INT", 1);
    assertThat(fit("i INT, p INT", List.of("i", "p"))).isEmpty();
    SparkFiles.session().conf().set("spark.sql.parquet.outputTimestampType", "INT96");
    try {
      file("b", "ts TIMESTAMP", java.time.Instant.EPOCH);
    } finally {
      SparkFiles.session().conf().unset("spark.sql.parquet.outputTimestampType");
    }
    assertThat(fit("ts TIMESTAMP", List.of("ts"))).isEmpty();
  }
}
