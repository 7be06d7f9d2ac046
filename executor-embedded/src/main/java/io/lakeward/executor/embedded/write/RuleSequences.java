/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.write;

import io.lakeward.engine.executor.RowRule;
import io.lakeward.executor.embedded.expression.SqlQuotes;
import io.lakeward.model.pipeline.ViolationAction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.expressions.Expression;

/**
 * Counts the rows of one write that break rules, while they pass on their way to the file: each
 * rule has a sequence of DuckDB's, whose next number is taken for each of these rows. A call into
 * Java for each batch of rows would cost more than the rules themselves.
 */
final class RuleSequences {
  private static final String DROPPED = "lakeward_dropped";

  private final List<RowRule> rules;

  private RuleSequences(List<RowRule> rules) {
    this.rules = rules;
  }

  /** Makes the sequences, which only this connection can see. */
  static RuleSequences create(Statement statement, List<RowRule> rules) throws SQLException {
    RuleSequences sequences = new RuleSequences(rules);
    for (String name : sequences.names()) {
      statement.execute("CREATE OR REPLACE TEMP SEQUENCE " + name);
    }
    return sequences;
  }

  private static String name(int rule) {
    return "lakeward_broken_" + rule;
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < rules.size(); i++) {
      names.add(name(i));
    }
    names.add(DROPPED);
    return names;
  }

  /** SQL that says whether a row is kept, and counts it once for each rule that it breaks. */
  String keep(Function<Expression, String> translator) {
    List<String> numbers = new ArrayList<>();
    for (int i = 0; i < rules.size(); i++) {
      String taken = next(name(i));
      // Positive only for rules that drop: an addition takes the numbers of all of them.
      String number =
          rules.get(i).action() == ViolationAction.DROP_ROW ? taken : "least(" + taken + ", 0)";
      numbers.add(
          "CASE WHEN %s THEN 0 ELSE %s END"
              .formatted(translator.apply(rules.get(i).condition()), number));
    }
    return "CASE WHEN %s > 0 THEN %s < 0 ELSE true END"
        .formatted(String.join(" + ", numbers), next(DROPPED));
  }

  private static String next(String sequence) {
    return "nextval(" + SqlQuotes.literal(sequence) + ")";
  }

  /** Tells a counter what was counted. */
  void read(Statement statement, RuleCounter counter) throws SQLException {
    long[] taken = new long[rules.size() + 1];
    List<String> names = names();
    try (ResultSet result =
        statement.executeQuery(
            "SELECT sequence_name, coalesce(last_value, 0) FROM duckdb_sequences() WHERE temporary")) {
      while (result.next()) {
        int number = names.indexOf(result.getString(1));
        if (number >= 0) {
          taken[number] = result.getLong(2);
        }
      }
    }
    counter.setBroken(taken);
  }
}
