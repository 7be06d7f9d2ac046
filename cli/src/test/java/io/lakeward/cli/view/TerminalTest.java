/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {

  private static final Map<String, String> SHOWN =
      Map.of("lakeward.stdout.terminal", "true", "lakeward.terminal.width", "93");

  @Test
  void colours_and_width_come_with_a_terminal() {
    assertThat(Terminal.of("stdout", SHOWN, Map.of())).isEqualTo(new Terminal(true, true, 93));
    assertThat(Terminal.of("stderr", SHOWN, Map.of()).interactive()).isFalse();
  }

  @Test
  void no_color_and_dumb_terminals_are_respected() {
    assertThat(Terminal.of("stdout", SHOWN, Map.of("NO_COLOR", "1")).colour()).isFalse();
    assertThat(Terminal.of("stdout", SHOWN, Map.of("NO_COLOR", "")).colour()).isTrue();
    assertThat(Terminal.of("stdout", SHOWN, Map.of("TERM", "dumb")).interactive()).isFalse();
  }

  @Test
  void a_width_that_makes_no_sense_is_replaced() {
    assertThat(Terminal.of("stdout", Map.of("lakeward.terminal.width", "0"), Map.of()).width())
        .isEqualTo(120);
    assertThat(Terminal.of("stdout", Map.of("lakeward.terminal.width", "7"), Map.of()).width())
        .isEqualTo(40);
  }

  @Test
  void widths_of_wide_and_combining_characters() {
    assertThat(DisplayWidth.of("abc")).isEqualTo(3);
    assertThat(DisplayWidth.of("紙と鉛筆")).isEqualTo(8);
    assertThat(DisplayWidth.of("é")).isEqualTo(1);
    assertThat(DisplayWidth.of("🚚")).isEqualTo(2);
    assertThat(DisplayWidth.shorten("紙と鉛筆", 5)).isEqualTo("紙と…");
  }
}
