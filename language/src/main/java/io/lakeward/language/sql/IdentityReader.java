/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnIdentityContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.NestedContext;
import io.lakeward.model.pipeline.ColumnDefinition.Numbering;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.source.SourceSpan;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads how the rows of a table are numbered in a column that is an {@code IDENTITY}. */
final class IdentityReader {
  private static final String START = "START WITH";
  private static final String INCREMENT = "INCREMENT BY";
  private static final Pattern OPTION =
      Pattern.compile("(" + START + "|" + INCREMENT + ") ([+-]? ?\\d+) ?");

  private IdentityReader() {}

  /** Empty if something is wrong with it, and then that was reported. */
  static Optional<Numbering> read(
      ColumnIdentityContext written,
      ColumnContext column,
      DatasetKind kind,
      StatementPieces pieces) {
    SourceSpan where = pieces.span(written);
    if (!kind.isFilledByFlows()) {
      pieces.problems().add(SqlProblems.valueNotOnView(kind, "IDENTITY columns", where));
      return Optional.empty();
    }
    String type = column.dataType() == null ? "" : pieces.written(column.dataType());
    if (!type.equalsIgnoreCase("BIGINT") && !type.equalsIgnoreCase("LONG")) {
      pieces.problems().add(SqlProblems.identityType(type, where));
      return Optional.empty();
    }
    Optional<Map<String, Long>> options = options(written);
    if (options.isEmpty()) {
      pieces.problems().add(SqlProblems.identityOptions(where));
      return Optional.empty();
    }
    long step = options.get().getOrDefault(INCREMENT, 1L);
    if (step == 0) {
      pieces.problems().add(SqlProblems.identityStep(where));
      return Optional.empty();
    }
    return Optional.of(
        new Numbering(options.get().getOrDefault(START, 1L), step, written.DEFAULT() != null));
  }

  private static Optional<Map<String, Long>> options(ColumnIdentityContext written) {
    Map<String, Long> values = new HashMap<>();
    Matcher option = OPTION.matcher(words(written));
    try {
      while (option.lookingAt()) {
        long value = Long.parseLong(option.group(2).replace(" ", ""));
        if (values.put(option.group(1), value) != null) {
          return Optional.empty();
        }
        option.region(option.end(), option.regionEnd());
      }
    } catch (NumberFormatException e) { // more digits than a BIGINT has
      return Optional.empty();
    }
    return option.regionStart() == option.regionEnd() ? Optional.of(values) : Optional.empty();
  }

  /** The words in the parentheses, with one blank between them. */
  private static String words(ColumnIdentityContext written) {
    List<NestedContext> words = written.group() == null ? List.of() : written.group().nested();
    return words.stream()
        .map(word -> word.getText().toUpperCase(Locale.ROOT))
        .collect(Collectors.joining(" "));
  }
}
