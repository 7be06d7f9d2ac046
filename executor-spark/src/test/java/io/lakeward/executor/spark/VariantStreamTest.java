/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.engine.update.UpdateResult;
import io.lakeward.engine.update.UpdateState;
import io.lakeward.testkit.RootLocale;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Documents of any shape in one VARIANT column of a table. */
@ExtendWith(RootLocale.class)
class VariantStreamTest {
  @TempDir Path folder;

  @Test
  void A4_singleVariantColumnKeepsWholeDocuments() {
    StreamProject project =
        StreamProject.of(
            folder,
            """
            CREATE OR REFRESH STREAMING TABLE raw AS SELECT *, _metadata.file_name AS file
            FROM STREAM read_files('/Volumes/main/default/landing/in', format => 'json', singleVariantColumn => 'doc');
            CREATE OR REFRESH MATERIALIZED VIEW ids AS SELECT doc:id::INT AS id FROM raw;
            """);
    project.land("in", "{\"id\":1,\"tags\":[\"a\"]}", "{\"id\":2,\"id\":3}", "[1]");
    UpdateResult result = project.update();
    assertThat(result.tables()).allSatisfy(t -> assertThat(t.problem()).isEmpty());
    assertThat(result.tables().get(0).counts().malformed()).isEqualTo(1);
    project.land("in", "{\"id\":4,\"new\":{\"x\":1.5}}");
    assertThat(project.update().state()).isEqualTo(UpdateState.COMPLETED);
    assertThat(project.rows("SELECT to_json(doc), file FROM raw ORDER BY 1"))
        .containsExactly(
            "[[1], 000.json]",
            "[{\"id\":1,\"tags\":[\"a\"]}, 000.json]",
            "[{\"id\":4,\"new\":{\"x\":1.5}}, 001.json]");
    assertThat(project.rows("SELECT id FROM ids WHERE id IS NOT NULL ORDER BY 1"))
        .containsExactly("[1]", "[4]");
  }

  @Test
  void A4_singleVariantColumnKeepsTheTypesOfElements() {
    StreamProject project =
        StreamProject.of(
            folder,
            """
            CREATE OR REFRESH STREAMING TABLE raw AS SELECT *
            FROM STREAM read_files('/Volumes/main/default/landing/in', format => 'xml', rowTag => 'r', singleVariantColumn => 'doc');
            """);
    project.land("in", "<all><r id='1'><on>2024-01-31</on><on>1e3</on></r>", "<r>2.50</r></all>");
    assertThat(project.update().state()).isEqualTo(UpdateState.COMPLETED);
    assertThat(project.rows("SELECT to_json(doc), schema_of_variant(doc) FROM raw ORDER BY 1"))
        .containsExactly(
            "[2.5, DECIMAL(2,1)]",
            "[{\"_id\":1,\"on\":[\"2024-01-31\",1000]}, OBJECT<_id: BIGINT, on: ARRAY<VARIANT>>]");
  }
}
