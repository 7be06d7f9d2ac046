/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import static io.lakeward.engine.flow.ChangeQuery.quote;

import io.lakeward.analysis.graph.ChangeColumns;
import io.lakeward.analysis.graph.ChangeTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.types.StructField;

/**
 * The queries over a snapshot: how it differs from the one before, and which of its rows cannot be
 * told apart. What the snapshot before had follows from the changes that were recorded for it.
 */
final class SnapshotQuery {
  /** The rows of the snapshot, in the shape of recorded changes. */
  static final String SNAPSHOT = "snapshot";

  /** All recorded changes. */
  static final String RECORD = "record";

  private static final String NUMBER = quote(ChangeColumns.PREFIX + "number");
  private static final String PRESENT = quote(ChangeColumns.PREFIX + "present");

  private final ChangeTarget made;
  private final String keys;

  SnapshotQuery(ChangeTarget made) {
    this.made = made;
    this.keys = ChangeQuery.list(made.keys());
  }

  /**
   * The changes that lead from the snapshot before to this one.
   *
   * @param number of this snapshot, which orders its changes after those of the ones before
   */
  String changes(long number) {
    String kind = quote(ChangeColumns.KIND);
    String found =
        "SELECT *, count(*) OVER (PARTITION BY %s) AS %s, true AS %s FROM %s"
            .formatted(keys, NUMBER, PRESENT, SNAPSHOT);
    String ranked =
        "SELECT *, row_number() OVER (PARTITION BY %s ORDER BY %s DESC) AS %s FROM %s WHERE %s"
            .formatted(
                keys, quote(ChangeColumns.SEQUENCE), NUMBER, RECORD, quote(ChangeColumns.SNAPSHOT));
    String before =
        "SELECT *, true AS %s FROM ranked WHERE %s = 1 AND %s = %d"
            .formatted(PRESENT, NUMBER, kind, ChangeColumns.UPSERT);
    return "WITH found AS (%s), ranked AS (%s), before AS (%s) SELECT %s FROM found n FULL OUTER JOIN before o ON %s WHERE n.%s IS NULL OR o.%s IS NULL OR n.%s > 1 OR NOT (%s)"
        .formatted(
            found,
            ranked,
            before,
            String.join(", ", items(number)),
            ChangeQuery.equal("n", "o", made.keys()),
            PRESENT,
            PRESENT,
            NUMBER,
            unchanged());
  }

  private List<String> items(long number) {
    List<String> items = new ArrayList<>();
    for (StructField field : made.record().fields()) {
      String name = quote(field.name());
      String value =
          switch (field.name()) {
            case ChangeColumns.SEQUENCE ->
                "CAST(%d AS %s)".formatted(number, field.dataType().sql());
            case ChangeColumns.KIND ->
                "CASE WHEN n.%s IS NULL THEN %d WHEN n.%s > 1 THEN %d ELSE %d END"
                    .formatted(
                        PRESENT,
                        ChangeColumns.DELETE,
                        NUMBER,
                        ChangeColumns.DUPLICATE,
                        ChangeColumns.UPSERT);
            case ChangeColumns.SNAPSHOT -> "true";
            default ->
                made.isKey(field.name()) ? "coalesce(n.%1$s, o.%1$s)".formatted(name) : "n." + name;
          };
      items.add(value + " AS " + name);
    }
    return items;
  }

  /** A row whose values cannot be compared counts as changed. */
  private String unchanged() {
    return Stream.concat(
            Stream.of("true"),
            Stream.of(made.columns().fields())
                .filter(field -> !made.isKey(field.name()))
                .map(
                    field ->
                        ChangeQuery.isComparable(field.dataType())
                            ? "n.%1$s <=> o.%1$s".formatted(quote(field.name()))
                            : "false"))
        .collect(Collectors.joining(" AND "));
  }

  /** Keys that several rows have, with their number, the most frequent first. */
  String duplicates() {
    return "SELECT %1$s, count(*) AS %2$s FROM %3$s WHERE %4$s GROUP BY %1$s HAVING count(*) > 1 ORDER BY %2$s DESC, %1$s"
        .formatted(
            keys,
            quote("rows"),
            SNAPSHOT,
            made.keys().stream()
                .map(key -> quote(key) + " IS NOT NULL")
                .collect(Collectors.joining(" AND ")));
  }

  /** Rows without a key. */
  String keyless() {
    return "SELECT %s FROM %s WHERE %s"
        .formatted(
            ChangeQuery.list(List.of(made.columns().fieldNames())),
            SNAPSHOT,
            made.keys().stream()
                .map(key -> quote(key) + " IS NULL")
                .collect(Collectors.joining(" OR ")));
  }
}
