/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.write;

import io.lakeward.analysis.plan.Plans;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeMap$;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Statistics;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.LogicalRDD;
import org.apache.spark.sql.execution.LogicalRDD$;
import scala.Option;
import scala.math.BigInt;

/** Rows that were computed once and stay on the executors, for several queries to read. */
final class KeptRows {
  private final SparkSession session;
  private final List<Attribute> output;
  private final JavaRDD<InternalRow> rows;
  private final RowTally tally;

  KeptRows(
      SparkSession session, List<Attribute> output, JavaRDD<InternalRow> rows, RowTally tally) {
    this.session = session;
    this.output = List.copyOf(output);
    this.rows = rows;
    this.tally = tally;
  }

  /** How many rows have which values in the columns by which they were counted. */
  Map<List<Object>, Long> counts() {
    return tally.counts();
  }

  /** About how much memory the rows take. */
  long bytes() {
    return tally.bytes();
  }

  /** A leaf that gives the rows; each time under new ids. */
  LogicalPlan plan() {
    Statistics size =
        new Statistics(
            BigInt.apply(Math.max(1, tally.bytes())),
            Option.apply(BigInt.apply(tally.rows())),
            AttributeMap$.MODULE$.empty(),
            false);
    return new LogicalRDD(
            Plans.seq(output),
            rows.rdd(),
            LogicalRDD$.MODULE$.apply$default$3(),
            LogicalRDD$.MODULE$.apply$default$4(),
            false,
            Option.empty(),
            session,
            Option.apply(size),
            Option.empty())
        .newInstance();
  }
}
