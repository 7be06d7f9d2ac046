/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.MappedText.Replacement;
import io.lakeward.model.problem.Problems;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.Token;

/**
 * Puts configuration values in place of <code>${key}</code>, before anything is parsed; so a value
 * may be part of a name, of a string or of a query. Comments are left alone. Values may refer to
 * other values.
 */
final class ConfigurationInterpolator {
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^{}]*)\\}");

  private final Map<String, String> values;
  private final Problems problems;

  ConfigurationInterpolator(Map<String, String> values, Problems problems) {
    this.values = values;
    this.problems = problems;
  }

  MappedText interpolate(MappedText text) {
    if (!text.text().contains("${")) {
      return text;
    }
    List<Token> comments =
        SqlTokenizer.allTokens(text.text()).stream().filter(SqlTokenizer::isComment).toList();
    List<Replacement> replacements = new ArrayList<>();
    Matcher reference = REFERENCE.matcher(text.text());
    while (reference.find()) {
      int start = reference.start();
      int end = reference.end();
      boolean commented =
          comments.stream().anyMatch(c -> c.getStartIndex() <= start && start <= c.getStopIndex());
      if (!commented) {
        String value = value(reference.group(1).trim(), new HashSet<>(), text, start, end);
        replacements.add(new Replacement(start, end, value));
      }
    }
    return text.with(replacements);
  }

  private String value(String key, Set<String> open, MappedText text, int start, int end) {
    String value = values.get(key);
    if (value == null) {
      problems.add(SqlProblems.configurationUndefined(key, values.keySet(), text.span(start, end)));
      return "";
    }
    if (!open.add(key)) {
      problems.add(SqlProblems.configurationCircle(key, text.span(start, end)));
      return "";
    }
    StringBuilder out = new StringBuilder();
    Matcher inner = REFERENCE.matcher(value);
    int at = 0;
    while (inner.find()) {
      out.append(value, at, inner.start());
      out.append(value(inner.group(1).trim(), open, text, start, end));
      at = inner.end();
    }
    open.remove(key);
    return out.append(value, at, value.length()).toString();
  }
}
