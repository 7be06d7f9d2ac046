/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.graph.ChangeColumns;
import io.lakeward.analysis.graph.ChangeTarget;
import io.lakeward.engine.executor.RowChange;
import io.lakeward.model.name.SqlQuoting;
import io.lakeward.model.pipeline.ScdType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType;

/**
 * The queries that make a target from recorded changes. They are Spark SQL, which the analyzer
 * turns into plans, so that every engine runs the same definition of AUTO CDC.
 *
 * <p>A key that has new changes is computed anew from all that is recorded of it, so the order in
 * which changes arrived plays no part. Of several changes with one key and one sequence one counts:
 * a delete before an upsert, then the one with the greatest hash of its content.
 */
final class ChangeQuery {
  /** Changes that the target does not show yet. */
  static final String FRESH = "fresh";

  /** The other recorded changes. */
  static final String EARLIER = "earlier";

  /** The target's rows as they are. */
  static final String TARGET = "target";

  private static final String SEQUENCE = quote(ChangeColumns.SEQUENCE);
  private static final String SYSTEM = quote(ChangeColumns.SYSTEM);
  private static final String KIND = quote(ChangeColumns.KIND);
  private static final String TIE = quote(ChangeColumns.TIE);
  private static final String CARRIED = quote(ChangeColumns.CARRIED);
  private static final String BELIEF = quote(ChangeColumns.PREFIX + "belief");
  private static final String NEXT_BELIEF = quote(ChangeColumns.PREFIX + "next_belief");
  private static final String TO_HERE = " ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW";

  private final ChangeTarget made;
  private final StructType columns;
  private final String keys;
  private final boolean touchesAll;
  private final List<String> steps = new ArrayList<>();

  /**
   * @param columns the target's columns without those that AUTO CDC adds, as they are stored
   * @param touchesAll whether every key has to be computed anew
   */
  ChangeQuery(ChangeTarget made, StructType columns, boolean touchesAll) {
    this.made = made;
    this.columns = columns;
    this.keys = list(made.keys());
    this.touchesAll = touchesAll;
  }

  /** The columns by which a row of the target is known. */
  List<String> identity() {
    List<String> identity = new ArrayList<>(made.keys());
    if (made.scdType() != ScdType.TYPE_1) {
      identity.add(ChangeColumns.START_AT);
    }
    if (made.scdType() == ScdType.BITEMPORAL) {
      identity.add(ChangeColumns.SYSTEM_START_AT);
    }
    return identity;
  }

  /** What has to be done to the target's rows; see {@link RowChange#COLUMN}. */
  String changes() {
    steps.clear();
    touched();
    step("wanted", wanted());
    List<String> identity = identity();
    List<String> all = new ArrayList<>(List.of(columns.fieldNames()));
    identity.stream().filter(name -> !made.isKey(name)).forEach(all::add);
    List<String> bounds = bounds();
    List<String> items = new ArrayList<>();
    for (String name : Stream.concat(Stream.of(columns.fieldNames()), bounds.stream()).toList()) {
      boolean isIdentity = identity.stream().anyMatch(name::equalsIgnoreCase);
      items.add(
          isIdentity
              ? "coalesce(n.%1$s, o.%1$s) AS %1$s".formatted(quote(name))
              : "n." + quote(name));
    }
    String same =
        Stream.concat(values(), bounds.stream())
            .filter(name -> identity.stream().noneMatch(name::equalsIgnoreCase))
            .map(this::unchanged)
            .collect(Collectors.joining(" AND "));
    String present = quote(ChangeColumns.PREFIX + "present");
    String isNew = "o." + present + " IS NULL";
    String isGone = "n." + present + " IS NULL";
    return with(
        "SELECT %s, CASE WHEN %s THEN %d WHEN %s THEN %d ELSE %d END AS %s FROM (SELECT *, true AS %s FROM wanted) n FULL OUTER JOIN (SELECT t.*, true AS %s FROM %s t%s) o ON %s WHERE %s OR %s OR NOT (%s)"
            .formatted(
                String.join(", ", items),
                isGone,
                RowChange.DELETE.ordinal(),
                isNew,
                RowChange.INSERT.ordinal(),
                RowChange.UPDATE.ordinal(),
                quote(RowChange.COLUMN),
                present,
                present,
                TARGET,
                onlyTouched("t"),
                equal("n", "o", identity),
                isGone,
                isNew,
                same.isEmpty() ? "true" : same));
  }

  /** How many fresh changes came late, and how many have no effect because another one counts. */
  String counts() {
    steps.clear();
    touched();
    String isFresh = quote(ChangeColumns.PREFIX + "fresh");
    String number = quote(ChangeColumns.PREFIX + "number");
    String newest = quote(ChangeColumns.PREFIX + "newest");
    step(
        "both",
        "SELECT %1$s, %2$s, %3$s, %4$s, true AS %5$s FROM %6$s UNION ALL SELECT %1$s, %2$s, %3$s, %4$s, false FROM %7$s"
            .formatted(keys, SEQUENCE, KIND, TIE, isFresh, FRESH, EARLIER));
    step(
        "numbered",
        "SELECT b.*, row_number() OVER (PARTITION BY %1$s, %10$s ORDER BY %3$s DESC, %4$s DESC, %5$s) AS %6$s, first_value(CASE WHEN NOT %5$s THEN %2$s END) IGNORE NULLS OVER (PARTITION BY %1$s ORDER BY %11$s ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS %7$s FROM both b%8$s WHERE %3$s <> %9$d"
            .formatted(
                keys,
                SEQUENCE,
                KIND,
                TIE,
                isFresh,
                number,
                newest,
                onlyTouched("b"),
                ChangeColumns.TRUNCATE,
                ascending(SEQUENCE),
                descending(SEQUENCE)));
    return with(
        "SELECT count_if(%1$s > 1) AS ignored, count_if(%1$s = 1 AND %2$s) AS late FROM numbered WHERE %3$s"
            .formatted(
                number,
                SequenceOrder.above(newest, SEQUENCE, made.sequenceType(), false),
                isFresh));
  }

  private void touched() {
    if (!touchesAll) {
      step(
          "touched",
          "SELECT DISTINCT %s FROM %s WHERE %s <> %d"
              .formatted(keys, FRESH, KIND, ChangeColumns.TRUNCATE));
    }
  }

  private String onlyTouched(String alias) {
    return touchesAll ? "" : " LEFT SEMI JOIN touched k ON " + equal(alias, "k", made.keys());
  }

  private String wanted() {
    step("record", "SELECT * FROM " + FRESH + " UNION ALL SELECT * FROM " + EARLIER);
    step(
        "events",
        "SELECT r.* FROM record r%s WHERE r.%s <> %d"
            .formatted(onlyTouched("r"), KIND, ChangeColumns.TRUNCATE));
    String events = "events";
    if (made.truncates()) {
      step(
          "floor",
          "SELECT %s AS floor FROM record WHERE %s = %d ORDER BY %s LIMIT 1"
              .formatted(SEQUENCE, KIND, ChangeColumns.TRUNCATE, descending(SEQUENCE)));
      step(
          "kept",
          "SELECT e.* FROM events e LEFT JOIN floor f ON true WHERE f.floor IS NULL OR %s"
              .formatted(
                  SequenceOrder.above("e." + SEQUENCE, "f.floor", made.sequenceType(), true)));
      events = "kept";
    }
    return switch (made.scdType()) {
      case TYPE_1 -> newest(events);
      case TYPE_2 -> {
        step("single", single(events, List.of()));
        yield versions(filled("single", List.of()), List.of(), bounds());
      }
      case BITEMPORAL -> beliefs(events);
    };
  }

  private String newest(String events) {
    String number = quote(ChangeColumns.PREFIX + "number");
    String source = events;
    String order = "%s, %s DESC, %s DESC".formatted(descending(SEQUENCE), KIND, TIE);
    if (isFilled()) {
      step("single", single(events, List.of()));
      source = filled("single", List.of());
      order = descending(SEQUENCE);
    }
    step(
        "ranked",
        "SELECT *, row_number() OVER (PARTITION BY %s ORDER BY %s) AS %s FROM %s"
            .formatted(keys, order, number, source));
    return "SELECT %s FROM ranked WHERE %s = 1 AND %s = %d"
        .formatted(columnList(), number, KIND, ChangeColumns.UPSERT);
  }

  /** One change for each key and sequence. */
  private String single(String events, List<String> also) {
    String number = quote(ChangeColumns.PREFIX + "number");
    String order =
        made.scdType() == ScdType.BITEMPORAL
            ? "%s, %s DESC, %s DESC".formatted(descending(SYSTEM), KIND, TIE)
            : "%s DESC, %s DESC".formatted(KIND, TIE);
    return "SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY %s, %s ORDER BY %s) AS %s FROM %s) WHERE %s = 1"
        .formatted(groups(also), ascending(SEQUENCE), order, number, events, number);
  }

  private boolean isFilled() {
    return made.isPartial() || made.ignoreNullUpdates().isPresent();
  }

  /**
   * Gives each upsert the values that it does not carry: those of the change before it, back to the
   * last delete.
   */
  private String filled(String events, List<String> also) {
    if (!isFilled()) {
      return events;
    }
    String life = quote(ChangeColumns.PREFIX + "life");
    step(
        "lives",
        "SELECT *, sum(CASE WHEN %s = %d THEN 1 ELSE 0 END) OVER (PARTITION BY %s ORDER BY %s%s) AS %s FROM %s"
            .formatted(
                KIND,
                ChangeColumns.DELETE,
                groups(also),
                ascending(SEQUENCE),
                TO_HERE,
                life,
                events));
    String over =
        " IGNORE NULLS OVER (PARTITION BY %s, %s ORDER BY %s%s)"
            .formatted(groups(also), life, ascending(SEQUENCE), TO_HERE);
    List<String> items = new ArrayList<>();
    also.forEach(name -> items.add(name));
    items.add(SEQUENCE);
    items.add(KIND);
    for (StructField field : columns.fields()) {
      String name = quote(field.name());
      if (made.isKey(field.name())) {
        items.add(name);
      } else if (made.isPartial()) {
        String carried =
            "%s = %d AND (%s IS NULL OR contains(%s, %s))"
                .formatted(
                    KIND,
                    ChangeColumns.UPSERT,
                    CARRIED,
                    CARRIED,
                    literal("\n" + field.name().toLowerCase(Locale.ROOT) + "\n"));
        items.add(
            "last_value(CASE WHEN %s THEN named_struct('v', %s) END)%s.v AS %s"
                .formatted(carried, name, over, name));
      } else if (made.ignoresNulls(field.name())) {
        items.add(lastNotNull(name, field.dataType(), over) + " AS " + name);
      } else {
        items.add(name);
      }
    }
    step("filled", "SELECT " + String.join(", ", items) + " FROM lives");
    return "filled";
  }

  /** Fields inside a struct are kept one by one. */
  private static String lastNotNull(String value, DataType type, String over) {
    if (!(type instanceof StructType struct)) {
      return "last_value(CASE WHEN %s = %d THEN %s END)%s"
          .formatted(KIND, ChangeColumns.UPSERT, value, over);
    }
    List<String> fields = new ArrayList<>();
    for (StructField field : struct.fields()) {
      fields.add(literal(field.name()));
      fields.add(lastNotNull(value + "." + quote(field.name()), field.dataType(), over));
    }
    String isThere =
        "last_value(CASE WHEN %s = %d AND %s IS NOT NULL THEN true END)%s"
            .formatted(KIND, ChangeColumns.UPSERT, value, over);
    return "CASE WHEN %s THEN named_struct(%s) END".formatted(isThere, String.join(", ", fields));
  }

  /** Runs of changes without a change in the tracked columns become one version each. */
  private String versions(String events, List<String> also, List<String> bounds) {
    String window =
        "OVER (PARTITION BY %s ORDER BY %s)".formatted(groups(also), ascending(SEQUENCE));
    String starts = quote(ChangeColumns.PREFIX + "starts");
    String ends = quote(ChangeColumns.PREFIX + "ends");
    String same =
        values()
            .filter(made::tracks)
            .map(name -> "%1$s <=> lag(%1$s) %2$s".formatted(quote(name), window))
            .collect(Collectors.joining(" AND "));
    step(
        "marked",
        "SELECT *, CASE WHEN %1$s = %2$d OR lag(%1$s) %3$s IS NULL OR lag(%1$s) %3$s = %2$d THEN true ELSE NOT (%4$s) END AS %5$s FROM %6$s"
            .formatted(
                KIND,
                ChangeColumns.DELETE,
                window,
                same.isEmpty() ? "true" : same,
                starts,
                events));
    step(
        "bounded",
        "SELECT *, last_value(CASE WHEN %1$s THEN %2$s END) IGNORE NULLS OVER (PARTITION BY %3$s ORDER BY %9$s%4$s) AS %5$s, lead(%2$s) %6$s AS %7$s, lead(%1$s) %6$s AS %8$s FROM marked"
            .formatted(
                starts,
                SEQUENCE,
                groups(also),
                TO_HERE,
                quote(ChangeColumns.START_AT),
                window,
                quote(ChangeColumns.END_AT),
                ends,
                ascending(SEQUENCE)));
    return "SELECT %s%s, %s FROM bounded WHERE %s = %d AND coalesce(%s, true)"
        .formatted(
            columnList(),
            also.isEmpty() ? "" : ", " + String.join(", ", also),
            bounds.stream().limit(2).map(ChangeQuery::quote).collect(Collectors.joining(", ")),
            KIND,
            ChangeColumns.UPSERT,
            ends);
  }

  /**
   * For each moment at which the source learned of something about a key, the versions by what was
   * known then. A version that stays the same from one moment to the next is one row.
   */
  private String beliefs(String events) {
    String start = quote(ChangeColumns.START_AT);
    String end = quote(ChangeColumns.END_AT);
    step(
        "moments",
        "SELECT *, lead(%1$s) OVER (PARTITION BY %2$s ORDER BY %6$s) AS %3$s FROM (SELECT DISTINCT %2$s, %4$s AS %1$s FROM %5$s)"
            .formatted(BELIEF, keys, NEXT_BELIEF, SYSTEM, events, ascending(BELIEF)));
    step(
        "known",
        "SELECT e.*, m.%s, m.%s FROM %s e JOIN moments m ON %s AND %s"
            .formatted(
                BELIEF,
                NEXT_BELIEF,
                events,
                equal("e", "m", made.keys()),
                SequenceOrder.above("m." + BELIEF, "e." + SYSTEM, typeOf(SYSTEM), true)));
    List<String> also = List.of(BELIEF, NEXT_BELIEF);
    step("single", single("known", also));
    String filled = filled("single", also);
    step("believed", versions(filled, also, bounds()));
    // The same version in the belief just before: its values, its end, and no gap in between.
    String before =
        "OVER (PARTITION BY %s, %s ORDER BY %s)"
            .formatted(keys, ascending(start), ascending(BELIEF));
    String same =
        Stream.concat(values().map(ChangeQuery::quote), Stream.of(end))
            .map(name -> "%1$s <=> lag(%1$s) %2$s".formatted(name, before))
            .collect(Collectors.joining(" AND "));
    String starts = quote(ChangeColumns.PREFIX + "begins");
    step(
        "compared",
        "SELECT *, NOT coalesce(%s = lag(%s) %s AND %s, false) AS %s FROM believed"
            .formatted(BELIEF, NEXT_BELIEF, before, same, starts));
    step(
        "spans",
        "SELECT *, last_value(CASE WHEN %1$s THEN %2$s END) IGNORE NULLS OVER (PARTITION BY %3$s, %4$s ORDER BY %9$s%5$s) AS %6$s, coalesce(lead(%1$s) %7$s, true) AS %8$s FROM compared"
            .formatted(
                starts,
                BELIEF,
                keys,
                ascending(start),
                TO_HERE,
                quote(ChangeColumns.SYSTEM_START_AT),
                before,
                quote(ChangeColumns.PREFIX + "ceases"),
                ascending(BELIEF)));
    return "SELECT %s, %s, %s, %s, %s AS %s FROM spans WHERE %s"
        .formatted(
            columnList(),
            start,
            end,
            quote(ChangeColumns.SYSTEM_START_AT),
            NEXT_BELIEF,
            quote(ChangeColumns.SYSTEM_END_AT),
            quote(ChangeColumns.PREFIX + "ceases"));
  }

  private String ascending(String column) {
    return SequenceOrder.ascending(column, typeOf(column));
  }

  private String descending(String column) {
    return SequenceOrder.descending(column, typeOf(column));
  }

  private DataType typeOf(String column) {
    return column.equals(SYSTEM) || column.equals(BELIEF)
        ? made.systemType().orElseThrow()
        : made.sequenceType();
  }

  private List<String> bounds() {
    return switch (made.scdType()) {
      case TYPE_1 -> List.of();
      case TYPE_2 -> List.of(ChangeColumns.START_AT, ChangeColumns.END_AT);
      case BITEMPORAL ->
          List.of(
              ChangeColumns.START_AT,
              ChangeColumns.END_AT,
              ChangeColumns.SYSTEM_START_AT,
              ChangeColumns.SYSTEM_END_AT);
    };
  }

  /** A row whose values cannot be compared counts as changed. */
  private String unchanged(String name) {
    boolean isComparable =
        Stream.of(columns.fields())
            .filter(f -> f.name().equalsIgnoreCase(name))
            .allMatch(f -> isComparable(f.dataType()));
    return isComparable ? "n.%1$s <=> o.%1$s".formatted(quote(name)) : "false";
  }

  static boolean isComparable(DataType type) {
    if (type instanceof StructType struct) {
      return Stream.of(struct.fields()).allMatch(f -> isComparable(f.dataType()));
    }
    if (type instanceof ArrayType array) {
      return isComparable(array.elementType());
    }
    return !(type instanceof MapType) && !(type instanceof VariantType);
  }

  /** Names of the columns that are not keys. */
  private Stream<String> values() {
    return Stream.of(columns.fieldNames()).filter(name -> !made.isKey(name));
  }

  private String groups(List<String> also) {
    return also.isEmpty() ? keys : keys + ", " + also.get(0);
  }

  private String columnList() {
    return list(List.of(columns.fieldNames()));
  }

  static String equal(String left, String right, List<String> names) {
    return names.stream()
        .map(name -> "%1$s.%3$s = %2$s.%3$s".formatted(left, right, quote(name)))
        .collect(Collectors.joining(" AND "));
  }

  static String list(List<String> names) {
    return names.stream().map(ChangeQuery::quote).collect(Collectors.joining(", "));
  }

  static String quote(String name) {
    return SqlQuoting.quote(name);
  }

  private static String literal(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'";
  }

  private void step(String name, String query) {
    steps.add(name + " AS (" + query + ")");
  }

  private String with(String query) {
    return steps.isEmpty() ? query : "WITH " + String.join(",\n", steps) + "\n" + query;
  }
}
