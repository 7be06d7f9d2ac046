/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import java.util.Map;

/**
 * What is known about the place that a stream is shown in.
 *
 * @param interactive true if a person sees the stream in a terminal that understands ANSI codes
 * @param colour true if colours may be used
 * @param width columns
 */
public record Terminal(boolean interactive, boolean colour, int width) {

  private static final int DEFAULT_WIDTH = 120;
  private static final int SMALLEST_WIDTH = 40;

  /** A file, a pipe, or a terminal about which nothing is known. */
  public static final Terminal NONE = new Terminal(false, false, DEFAULT_WIDTH);

  /**
   * Reads what the launcher found out about a stream.
   *
   * @param stream {@code stdout} or {@code stderr}
   * @param properties values for {@code lakeward.<stream>.terminal} and {@code
   *     lakeward.terminal.width}
   */
  public static Terminal of(
      String stream, Map<String, String> properties, Map<String, String> environment) {
    boolean terminal =
        "true".equals(properties.get("lakeward." + stream + ".terminal"))
            && !"dumb".equals(environment.get("TERM"));
    boolean colour = terminal && environment.getOrDefault("NO_COLOR", "").isEmpty();
    return new Terminal(terminal, colour, width(properties.get("lakeward.terminal.width")));
  }

  private static int width(@org.jspecify.annotations.Nullable String text) {
    if (text == null || !text.matches("[1-9][0-9]{0,4}")) {
      return DEFAULT_WIDTH;
    }
    return Math.max(SMALLEST_WIDTH, Integer.parseInt(text));
  }

  public String red(String text) {
    return paint("31", text);
  }

  public String green(String text) {
    return paint("32", text);
  }

  public String yellow(String text) {
    return paint("33", text);
  }

  public String cyan(String text) {
    return paint("36", text);
  }

  public String bold(String text) {
    return paint("1", text);
  }

  public String dim(String text) {
    return paint("2", text);
  }

  private String paint(String code, String text) {
    return colour && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
