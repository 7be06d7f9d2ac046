/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.warm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WarmArgumentsTest {
  private static final Path HERE = Path.of("").toAbsolutePath();

  @Test
  void pathsBecomeAbsolute() {
    WarmArguments found =
        WarmArguments.of(
                new String[] {"run", "--volumes=data", "x", "--param", "a=b", "--development"})
            .orElseThrow();
    assertThat(found.project()).isEqualTo(HERE.resolve("x"));
    assertThat(found.arguments())
        .containsExactly(
            "run",
            "--volumes",
            HERE.resolve("data").toString(),
            "--param",
            "a=b",
            "--development",
            HERE.resolve("x").toString());
  }

  @Test
  void withoutAFolderItIsThisOne() {
    assertThat(WarmArguments.of(new String[] {"run"}).orElseThrow().arguments())
        .containsExactly("run", HERE.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "validate",
        "run --help",
        "run a b",
        "run --production",
        "run --continuous",
        "run --refresh"
      })
  void everythingElseIsRunAlone(String line) {
    assertThat(WarmArguments.of(line.split(" "))).isEmpty();
  }
}
