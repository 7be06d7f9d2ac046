/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.model.name.TableName;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressViewsTest {
  private static final TableName TABLE = new TableName("main", "default", "t");

  private final StringBuilder out = new StringBuilder();
  private final TableNames names = new TableNames("main", "default");

  @Test
  void aWarningIsALineWithoutControlCharacters() {
    new LineProgressView(out, names).warned("x\u001b[2Jy");
    assertThat(out.toString()).startsWith("warning: x").endsWith("y\n").doesNotContain("\u001b");
  }

  @Test
  void aWarningStaysAboveTheTableThatIsDrawnAnew() {
    LiveProgressView view = new LiveProgressView(new Terminal(true, false, 80), out, names);
    view.started("1", List.of(TABLE));
    out.setLength(0);
    view.warned("2.json is gone");
    assertThat(out.toString().indexOf("warning: 2.json is gone\n"))
        .isGreaterThan(out.indexOf("\u001b[J"))
        .isLessThan(out.indexOf("queued"));
    String drawn = out.toString();
    view.close();
    assertThat(out.substring(drawn.length()))
        .isEqualTo(
            "\u001b[%dA\r\u001b[J", drawn.split("warning: 2.json is gone\n")[1].lines().count());
  }
}
