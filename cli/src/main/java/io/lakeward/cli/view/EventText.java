/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import io.lakeward.engine.event.PipelineEvent;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** One event of the log as one line for people. */
public final class EventText {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS'Z'", Locale.ROOT);
  private static final int TYPE_WIDTH = 18;

  private final Terminal terminal;

  public EventText(Terminal terminal) {
    this.terminal = terminal;
  }

  public String print(PipelineEvent event) {
    return terminal.dim(TIME.format(event.timestamp().atOffset(ZoneOffset.UTC)))
        + "  "
        + level(event.level().name())
        + "  "
        + DisplayWidth.padRight(SafeText.escapeControls(event.eventType()), TYPE_WIDTH)
        + "  "
        + SafeText.escapeControls(event.message())
        + "\n";
  }

  private String level(String level) {
    String padded = DisplayWidth.padRight(SafeText.escapeControls(level), 7);
    return switch (level) {
      case "ERROR" -> terminal.red(padded);
      case "WARN" -> terminal.yellow(padded);
      default -> padded;
    };
  }
}
