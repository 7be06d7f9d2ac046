/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.path;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The way from a JSON value to one inside it, as {@code value:path} tells it. As text it is written
 * {@code $.name.`a name`['field'][0][*]}.
 */
public record JsonPath(List<Step> steps) {
  private static final Pattern WORD = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*");
  private static final Pattern STEP =
      Pattern.compile(
          "\\.(?:(?<word>[\\p{L}_][\\p{L}\\p{N}_]*)|`(?<name>(?:[^`]|``)*)`)"
              + "|\\[(?:'(?<field>(?:[^']|'')*)'|(?<index>\\d+)|(?<all>\\*))\\]");

  public JsonPath {
    steps = List.copyOf(steps);
  }

  /** One step inwards. */
  public sealed interface Step {}

  /** The field of this name, whatever the case of its letters. */
  public record Name(String name) implements Step {}

  /** The field of exactly this name. */
  public record Field(String name) implements Step {}

  /** One element of an array, from 0. */
  public record Index(int index) implements Step {}

  /** All elements of an array. */
  public record All() implements Step {}

  /** Reads what {@link #toString} has written. */
  public static JsonPath of(String text) {
    List<Step> steps = new ArrayList<>();
    Matcher step = STEP.matcher(text);
    int at = 1;
    while (at < text.length()) {
      step.region(at, text.length());
      if (!step.lookingAt()) {
        throw new IllegalArgumentException("no path: " + text);
      }
      steps.add(read(step));
      at = step.end();
    }
    return new JsonPath(steps);
  }

  private static Step read(Matcher step) {
    if (step.group("word") != null) {
      return new Name(step.group("word"));
    }
    if (step.group("name") != null) {
      return new Name(step.group("name").replace("``", "`"));
    }
    if (step.group("field") != null) {
      return new Field(step.group("field").replace("''", "'"));
    }
    return step.group("index") != null
        ? new Index(Integer.parseInt(step.group("index")))
        : new All();
  }

  /** The path without its first step. */
  public JsonPath rest() {
    return new JsonPath(steps.subList(1, steps.size()));
  }

  /** The innermost name, by which a column is called that has no other. */
  public Optional<String> lastName() {
    String last = null;
    for (Step step : steps) {
      if (step instanceof Name name) {
        last = name.name();
      } else if (step instanceof Field field) {
        last = field.name();
      }
    }
    return Optional.ofNullable(last);
  }

  /** As Spark writes a path into a VARIANT, in which the case of letters counts. */
  public String ofVariant() {
    return steps.stream()
        .map(
            step ->
                step instanceof Name name && !WORD.matcher(name.name()).matches()
                    ? new Field(name.name())
                    : step)
        .map(JsonPath::text)
        .collect(Collectors.joining("", "$", ""));
  }

  @Override
  public String toString() {
    return steps.stream().map(JsonPath::text).collect(Collectors.joining("", "$", ""));
  }

  private static String text(Step step) {
    if (step instanceof Name name) {
      return WORD.matcher(name.name()).matches()
          ? "." + name.name()
          : ".`" + name.name().replace("`", "``") + "`";
    }
    if (step instanceof Field field) {
      return "['" + field.name().replace("'", "''") + "']";
    }
    return step instanceof Index index ? "[" + index.index() + "]" : "[*]";
  }
}
