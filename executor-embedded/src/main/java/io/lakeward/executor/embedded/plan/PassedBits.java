/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.plan;

import io.lakeward.engine.executor.RowRule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.expressions.Expression;

/** The rules that a row keeps, as one number. */
public final class PassedBits {
  /** Bits of a BIGINT that can be summed up without touching its sign. */
  public static final int MAX_RULES = 62;

  private PassedBits() {}

  /**
   * SQL of a number whose bit <i>n</i> says whether a row keeps rule <i>n</i>. A condition that is
   * NULL is not kept.
   */
  public static String of(List<RowRule> rules, Function<Expression, String> translator) {
    if (rules.size() > MAX_RULES) {
      throw new UnsupportedPlanException(
          "More than " + MAX_RULES + " expectations on one dataset are not supported.");
    }
    List<String> bits = new ArrayList<>();
    for (int i = 0; i < rules.size(); i++) {
      String condition = translator.apply(rules.get(i).condition());
      bits.add("CASE WHEN " + condition + " THEN " + (1L << i) + " ELSE 0 END");
    }
    return "CAST(" + String.join(" + ", bits) + " AS BIGINT)";
  }

  /** The number of a row that keeps every rule. */
  public static long all(List<RowRule> rules) {
    return (1L << rules.size()) - 1;
  }
}
