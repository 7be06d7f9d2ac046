/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.graph.ChangeColumns;
import io.lakeward.analysis.graph.ChangeTarget;
import io.lakeward.model.pipeline.ScdType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The queries that find recorded changes which the target shows nothing of, and which have been
 * kept for their lifetime in case that something older comes. With type 1 that is every change of a
 * key whose newest one is such a delete, and what lies below a truncate; with type 2 a delete that
 * ends no version.
 */
final class ForgettingQuery {
  /** Changes that are old enough to be forgotten. */
  static final String AGED = "aged";

  /** The other changes that have to be looked at. */
  static final String YOUNG = "young";

  /** The changes of which some are to be kept. */
  static final String REWRITTEN = "rewritten";

  private static final String SEQUENCE = ChangeQuery.quote(ChangeColumns.SEQUENCE);
  private static final String KIND = ChangeQuery.quote(ChangeColumns.KIND);
  private static final String TIE = ChangeQuery.quote(ChangeColumns.TIE);
  private static final String IS_AGED = ChangeQuery.quote(ChangeColumns.PREFIX + "aged");
  private static final String NUMBER = ChangeQuery.quote(ChangeColumns.PREFIX + "number");
  private static final String BEFORE = ChangeQuery.quote(ChangeColumns.PREFIX + "before");

  private final ChangeTarget made;
  private final List<String> columns;
  private final String keys;
  private final List<String> steps = new ArrayList<>();

  /**
   * @param columns names of the record's columns
   */
  ForgettingQuery(ChangeTarget made, List<String> columns) {
    this.made = made;
    this.columns = List.copyOf(columns);
    this.keys = ChangeQuery.list(made.keys());
  }

  /** The keys of which something is to be forgotten. */
  String forgottenKeys() {
    findForgotten();
    return with("SELECT DISTINCT %s FROM forgotten".formatted(keys));
  }

  /** The changes to keep, with all their columns. */
  String kept() {
    findForgotten();
    List<String> same = new ArrayList<>(made.keys());
    if (made.scdType() == ScdType.TYPE_2) {
      same.add(ChangeColumns.SEQUENCE);
    }
    String kept =
        "SELECT r.* FROM %s r LEFT ANTI JOIN forgotten f ON %s"
            .formatted(REWRITTEN, ChangeQuery.equal("r", "f", same));
    if (!made.truncates()) {
      return with(kept);
    }
    step("kept", kept);
    step(
        "floor",
        "SELECT %s AS floor, %s AS aged FROM record WHERE %s = %d ORDER BY %s, %s LIMIT 1"
            .formatted(SEQUENCE, IS_AGED, KIND, ChangeColumns.TRUNCATE, descending(), IS_AGED));
    return with(
        "SELECT %s FROM kept k LEFT JOIN floor f ON true WHERE f.floor IS NULL OR (k.%s = %d AND k.%s = f.floor AND NOT f.aged) OR (k.%s <> %d AND %s)"
            .formatted(
                columns.stream()
                    .map(name -> "k." + ChangeQuery.quote(name))
                    .collect(Collectors.joining(", ")),
                KIND,
                ChangeColumns.TRUNCATE,
                SEQUENCE,
                KIND,
                ChangeColumns.TRUNCATE,
                SequenceOrder.above("k." + SEQUENCE, "f.floor", made.sequenceType(), true)));
  }

  /** A change that was recorded again since then is as young as that. */
  private void findForgotten() {
    steps.clear();
    String read =
        Stream.concat(made.keys().stream().map(ChangeQuery::quote), Stream.of(SEQUENCE, KIND, TIE))
            .collect(Collectors.joining(", "));
    step(
        "record",
        "SELECT %1$s, true AS %2$s FROM %3$s UNION ALL SELECT %1$s, false FROM %4$s"
            .formatted(read, IS_AGED, AGED, YOUNG));
    boolean isNewest = made.scdType() == ScdType.TYPE_1;
    String group = isNewest ? keys : keys + ", " + ascending();
    String order = isNewest ? descending() + ", " : "";
    step(
        "numbered",
        "SELECT *, row_number() OVER (PARTITION BY %s ORDER BY %s%s DESC, %s DESC, %s) AS %s FROM record WHERE %s <> %d"
            .formatted(group, order, KIND, TIE, IS_AGED, NUMBER, KIND, ChangeColumns.TRUNCATE));
    if (isNewest) {
      step(
          "forgotten",
          "SELECT %s FROM numbered WHERE %s = 1 AND %s = %d AND %s"
              .formatted(keys, NUMBER, KIND, ChangeColumns.DELETE, IS_AGED));
      return;
    }
    step(
        "followed",
        "SELECT *, lag(%s) OVER (PARTITION BY %s ORDER BY %s) AS %s FROM numbered WHERE %s = 1"
            .formatted(KIND, keys, ascending(), BEFORE, NUMBER));
    step(
        "forgotten",
        "SELECT %s, %s FROM followed WHERE %s = %d AND %s AND coalesce(%s, %d) = %d"
            .formatted(
                keys,
                SEQUENCE,
                KIND,
                ChangeColumns.DELETE,
                IS_AGED,
                BEFORE,
                ChangeColumns.DELETE,
                ChangeColumns.DELETE));
  }

  private String ascending() {
    return SequenceOrder.ascending(SEQUENCE, made.sequenceType());
  }

  private String descending() {
    return SequenceOrder.descending(SEQUENCE, made.sequenceType());
  }

  private void step(String name, String query) {
    steps.add(name + " AS (" + query + ")");
  }

  private String with(String query) {
    return "WITH " + String.join(",\n", steps) + "\n" + query;
  }
}
