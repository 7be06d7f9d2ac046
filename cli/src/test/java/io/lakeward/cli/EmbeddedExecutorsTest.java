/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.engine.ExecutorSettings;
import io.lakeward.model.problem.ProjectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedExecutorsTest {
  @TempDir Path project;

  @Test
  void memory_is_at_most_a_gigabyte_unless_asked_for() {
    assertThat(EmbeddedExecutors.memory(Map.of())).isBetween(64L << 20, 1L << 30);
    assertThat(EmbeddedExecutors.memory(Map.of("lakeward.embedded.memory", "4g")))
        .isEqualTo(4L << 30);
    assertThat(EmbeddedExecutors.memory(Map.of("lakeward.embedded.memory", " 512 MB ")))
        .isEqualTo(512L << 20);
  }

  @Test
  void threads_are_the_cores_unless_asked_for() {
    assertThat(EmbeddedExecutors.threads(Map.of()))
        .isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(EmbeddedExecutors.threads(Map.of("lakeward.embedded.threads", "3"))).isEqualTo(3);
  }

  @Test
  void a_value_that_makes_no_sense_is_a_problem_of_the_settings() {
    assertThatThrownBy(() -> EmbeddedExecutors.memory(Map.of("lakeward.embedded.memory", "much")))
        .isInstanceOf(ProjectException.class)
        .hasMessageContaining("a size such as 512m or 4g");
    assertThatThrownBy(() -> EmbeddedExecutors.threads(Map.of("lakeward.embedded.threads", "0")))
        .isInstanceOf(ProjectException.class)
        .hasMessageContaining("a number from 1");
  }

  @Test
  void rows_spill_into_the_state_unless_a_folder_is_named() throws Exception {
    Path disk = Files.createDirectories(project.resolve("big/disk"));

    assertThat(EmbeddedExecutors.spill(settings(Map.of()))).isEqualTo(project.resolve("state"));
    assertThat(EmbeddedExecutors.spill(settings(Map.of("lakeward.embedded.spill", "big/disk"))))
        .isEqualTo(disk);
    assertThat(EmbeddedExecutors.spill(settings(Map.of("lakeward.embedded.spill", disk + ""))))
        .isEqualTo(disk);
    assertThatThrownBy(
            () -> EmbeddedExecutors.spill(settings(Map.of("lakeward.embedded.spill", "no/disk"))))
        .isInstanceOf(ProjectException.class)
        .hasMessageContaining("`lakeward.embedded.spill` must be a folder that exists");
  }

  private ExecutorSettings settings(Map<String, String> configuration) {
    return new ExecutorSettings(
        project.resolve("state"),
        "UTC",
        configuration,
        new VolumePaths(project.resolve("volumes"), project));
  }
}
