/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.write;

import io.lakeward.analysis.plan.Plans;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.storage.StorageLevel;

/**
 * Computes rows that several queries read. An executor that is lost loses those that it keeps; they
 * are computed once more, so a query whose rows are not the same each time should be kept in files.
 */
final class RowCache implements AutoCloseable {
  private final SparkSession session;
  private final List<JavaRDD<InternalRow>> kept = new ArrayList<>();

  RowCache(SparkSession session) {
    this.session = session;
  }

  /**
   * @param during says what it is, as part of a sentence about a failure
   * @param counted indexes of the columns by which rows are counted, each an INT that is not NULL
   *     or a STRING
   */
  KeptRows keep(LogicalPlan plan, String during, int... counted) {
    List<RowTally.Column> columns =
        Arrays.stream(counted)
            .mapToObj(
                i ->
                    new RowTally.Column(i, plan.output().apply(i).dataType() instanceof StringType))
            .toList();
    return RowJobs.run(
        session,
        plan,
        during,
        computed -> {
          JavaRDD<InternalRow> rows =
              computed.map(InternalRow::copy).persist(StorageLevel.MEMORY_AND_DISK());
          kept.add(rows);
          RowTally tally =
              rows
                  .mapPartitions(part -> List.of(RowTally.of(part, columns)).iterator())
                  .collect()
                  .stream()
                  .reduce(new RowTally(new java.util.HashMap<>(), 0), RowTally::plus);
          return new KeptRows(session, Plans.list(plan.output()), rows, tally);
        });
  }

  @Override
  public void close() {
    kept.forEach(rows -> rows.unpersist(false));
  }
}
