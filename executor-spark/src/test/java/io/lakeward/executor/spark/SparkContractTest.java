/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.engine.executor.Executor;
import io.lakeward.testkit.ExecutorContract;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The Spark executor keeps the contract. */
class SparkContractTest extends ExecutorContract {
  @Override
  protected Executor open(Path spill, VolumePaths paths) {
    return SharedSpark.adaptive(paths, ZONE);
  }

  @Test
  void SQL_97_aVariantIsStoredInOnePieceAndComesBack() throws IOException {
    String schema = "id int, doc variant, inner struct<v: variant>";
    append(
        "select id, parse_json(j) as doc, named_struct('v', parse_json(j)) as inner from values (1,"
            + " '{\"a\":[1,2.5,\"x\"]}'), (2, null) as t(id, j)",
        List.of(),
        schema,
        null);
    assertThat(rows(schema))
        .containsExactlyInAnyOrder(
            "[1, {\"a\":[1,2.5,\"x\"]}, [{\"a\":[1,2.5,\"x\"]}]]", "[2, null, [null]]");
    assertThat(Files.readString(path.resolve("_delta_log/00000000000000000000.json")))
        .contains("\"readerFeatures\":[\"variantType\"]");
    for (Path file : parquetFiles()) {
      assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
          .as("other readers know no columns taken out of a value")
          .doesNotContain("typed_value");
    }
  }

  /** Spark stays for the next test. */
  @Override
  protected void close(Executor opened) {}
}
