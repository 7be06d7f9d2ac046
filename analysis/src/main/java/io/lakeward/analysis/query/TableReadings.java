/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.TablePoint;
import io.lakeward.analysis.plan.TableReading;
import io.lakeward.model.problem.DidYouMean;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.catalyst.analysis.RelationTimeTravel;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation$;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableValuedFunction;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedArgumentExpression;

/**
 * Understands which rows of a table a query asks for: an older state ({@code VERSION AS OF}), its
 * changes ({@code table_changes}), or a stream with options ({@code STREAM t WITH (…)}).
 */
final class TableReadings {
  private static final List<String> STREAM_OPTIONS =
      List.of(
          "skipChangeCommits",
          "ignoreChanges",
          "ignoreDeletes",
          "startingVersion",
          "startingTimestamp",
          "maxFilesPerTrigger",
          "maxBytesPerTrigger",
          "readChangeFeed",
          "readChangeData",
          "withEventTimeOrder");
  private static final List<String> FLAGS =
      List.of(
          "skipChangeCommits",
          "ignoreChanges",
          "ignoreDeletes",
          "readChangeFeed",
          "readChangeData",
          "withEventTimeOrder");

  private final SqlPlaces places;
  private final Constants constants;

  TableReadings(SqlPlaces places, CatalystSession session) {
    this.places = places;
    this.constants = new Constants(session);
  }

  static boolean isChangeCall(UnresolvedTableValuedFunction call) {
    return FileCalls.name(call).equals("table_changes");
  }

  /** {@code t VERSION AS OF 3} and {@code t TIMESTAMP AS OF '2026-01-31'}. */
  TableReading at(RelationTimeTravel travel) {
    SourceSpan where = places.at(travel.relation().origin());
    if (travel.version().isDefined()) {
      return TableReading.at(version(travel.version().get(), where));
    }
    return TableReading.at(
        constants
            .timestamp(travel.timestamp().get())
            .map(TablePoint.Time::new)
            .orElseThrow(
                () -> new ProjectException(QueryProblems.pointInvalid("TIMESTAMP AS OF", where))));
  }

  TableReading of(UnresolvedRelation relation) {
    Map<String, String> options = new HashMap<>(relation.options().asCaseSensitiveMap());
    options.remove(UnresolvedRelation$.MODULE$.REQUIRED_WRITE_PRIVILEGES());
    if (options.isEmpty()) {
      return TableReading.PRESENT;
    }
    SourceSpan where = places.at(relation.origin());
    if (!relation.isStreaming()) {
      throw new ProjectException(
          QueryProblems.optionOfBatchRead(options.keySet().iterator().next(), where));
    }
    Map<String, String> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    options.forEach(
        (written, value) -> {
          String option =
              STREAM_OPTIONS.stream()
                  .filter(written::equalsIgnoreCase)
                  .findFirst()
                  .orElseThrow(
                      () ->
                          new ProjectException(
                              QueryProblems.streamOptionUnknown(
                                  written, DidYouMean.closest(written, STREAM_OPTIONS), where)));
          known.put(option, value);
          check(option, value, where);
        });
    if (known.containsKey("startingVersion") && known.containsKey("startingTimestamp")) {
      throw new ProjectException(
          QueryProblems.streamOptionInvalid(
              "startingTimestamp", "it is given together with startingVersion", where));
    }
    return new TableReading(
        Optional.ofNullable(known.get("startingTimestamp"))
            .flatMap(constants::timestamp)
            .map(TablePoint.Time::new),
        Optional.empty(),
        known);
  }

  private void check(String option, String value, SourceSpan where) {
    boolean isFlag = FLAGS.contains(option);
    if (isFlag && !value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
      throw new ProjectException(
          QueryProblems.streamOptionInvalid(option, "'" + value + "' is not true or false", where));
    }
    boolean isVersion =
        option.equals("startingVersion")
            && !value.equalsIgnoreCase("latest")
            && !value.matches("\\d{1,18}");
    if (isVersion) {
      throw new ProjectException(
          QueryProblems.streamOptionInvalid(option, "'" + value + "' is not a version", where));
    }
    if (option.equals("startingTimestamp") && constants.timestamp(value).isEmpty()) {
      throw new ProjectException(
          QueryProblems.streamOptionInvalid(option, "'" + value + "' is not a time", where));
    }
  }

  /** The table that {@code table_changes('t', start[, end])} reads. */
  List<String> changedTable(UnresolvedTableValuedFunction call) {
    SourceSpan where = places.at(call.origin());
    return argument(call, 0, "table")
        .flatMap(constants::text)
        .map(constants::nameParts)
        .orElseThrow(() -> wrongChangeCall(where));
  }

  TableReading of(UnresolvedTableValuedFunction call) {
    SourceSpan where = places.at(call.origin());
    TablePoint start =
        argument(call, 1, "start")
            .map(e -> point(e, where))
            .orElseThrow(() -> wrongChangeCall(where));
    Optional<TablePoint> end = argument(call, 2, "end").map(e -> point(e, where));
    if (call.isStreaming()) {
      return changeStream(start, end, where);
    }
    if (call.functionArgs().size() > 3) {
      throw wrongChangeCall(where);
    }
    return TableReading.changes(new TableReading.ChangeRange(start, end));
  }

  private static TableReading changeStream(
      TablePoint start, Optional<TablePoint> end, SourceSpan where) {
    if (end.isPresent()) {
      throw new ProjectException(
          QueryProblems.streamOptionInvalid("end", "a stream of changes has no last version", where)
              .withFix(
                  "Leave the last version out, or read the changes without STREAM in a materialized"
                      + " view."));
    }
    return start instanceof TablePoint.Version version
        ? TableReading.withOptions(
            Map.of("readChangeFeed", "true", "startingVersion", String.valueOf(version.number())))
        : new TableReading(Optional.of(start), Optional.empty(), Map.of("readChangeFeed", "true"));
  }

  private static Optional<Expression> argument(
      UnresolvedTableValuedFunction call, int position, String name) {
    List<Expression> positional = new ArrayList<>();
    for (Expression argument : Plans.list(call.functionArgs())) {
      if (argument instanceof NamedArgumentExpression named) {
        if (named.key().toLowerCase(Locale.ROOT).startsWith(name)) {
          return Optional.of(named.value());
        }
      } else {
        positional.add(argument);
      }
    }
    return position < positional.size() ? Optional.of(positional.get(position)) : Optional.empty();
  }

  private TablePoint point(Expression expression, SourceSpan where) {
    Optional<String> number =
        constants.text(expression).filter(t -> t.strip().matches("\\d{1,18}"));
    if (number.isPresent()) {
      return new TablePoint.Version(Long.parseLong(number.get().strip()));
    }
    return constants
        .timestamp(expression)
        .map(TablePoint.Time::new)
        .orElseThrow(() -> wrongChangeCall(where));
  }

  private static TablePoint version(String written, SourceSpan where) {
    try {
      return new TablePoint.Version(Long.parseLong(written.strip()));
    } catch (NumberFormatException e) {
      throw new ProjectException(QueryProblems.pointInvalid("VERSION AS OF", where));
    }
  }

  private static ProjectException wrongChangeCall(SourceSpan where) {
    return new ProjectException(
        QueryProblems.argumentsWrong(
            "table_changes", "table_changes('table', first version or time[, last])", where));
  }
}
