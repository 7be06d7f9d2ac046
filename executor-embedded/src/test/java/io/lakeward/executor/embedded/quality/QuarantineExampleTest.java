/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.quality;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.engine.update.UpdateState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The quarantine example, with the rows that its README promises and its own queries of the log.
 */
class QuarantineExampleTest {
  private static final Path EXAMPLE = Path.of("../examples/08-quarantine");

  @TempDir Path folder;
  private QualityProject project;

  @BeforeEach
  void runTheExample() throws IOException {
    try (Stream<Path> all = Files.walk(EXAMPLE)) {
      for (Path file : all.filter(f -> !f.toString().contains(".lakeward")).toList()) {
        Path copy = folder.resolve(EXAMPLE.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy);
        }
      }
    }
    project = new QualityProject(folder);
    assertThat(project.run().state()).isEqualTo(UpdateState.COMPLETED);
  }

  @Test
  void EXP_16_bothWaysSplitThePaymentsWithoutLosingOne() {
    for (String good : new String[] {"payments_clean", "payments_split"}) {
      assertThat(project.rows("SELECT payment_id FROM " + good + " ORDER BY 1"))
          .as(good)
          .containsExactly("[P-01]", "[P-02]", "[P-06]", "[P-07]", "[P-10]");
    }
    for (String bad : new String[] {"payments_bad", "payments_split_quarantine"}) {
      assertThat(project.rows("SELECT payment_id FROM " + bad + " ORDER BY 1"))
          .as(bad)
          .containsExactly("[P-03]", "[P-04]", "[P-05]", "[P-08]", "[P-09]");
    }
    assertThat(
            project.rows(
                "SELECT _broken_rules FROM payments_split_quarantine WHERE payment_id = 'P-08'"))
        .containsExactly("[[has_merchant, positive_amount, readable_time]]");
    assertThat(project.rows("SELECT * FROM reasons ORDER BY rule"))
        .containsExactly("[has_merchant, 2]", "[positive_amount, 3]", "[readable_time, 2]");
  }

  @Test
  void EV_theExamplesQueriesOfTheLogGiveItsFailureRates() throws IOException {
    assertThat(project.rows(query("failure-rates.sql")))
        .containsExactly(
            "[shop.payments.payments_split, positive_amount, 7, 3, 30.0]",
            "[shop.payments.payments_clean, not_future, 4, 1, 20.0]",
            "[shop.payments.payments_split, has_merchant, 8, 2, 20.0]",
            "[shop.payments.payments_split, readable_time, 8, 2, 20.0]",
            "[shop.payments.payments_clean, has_merchant, 5, 0, 0.0]",
            "[shop.payments.payments_clean, positive_amount, 5, 0, 0.0]",
            "[shop.payments.payments_clean, readable_time, 5, 0, 0.0]");
    assertThat(project.rows(query("alert.sql"))).containsExactly("[positive_amount, 30.0]");
  }

  private String query(String name) throws IOException {
    return Files.readString(folder.resolve("explorations").resolve(name));
  }
}
