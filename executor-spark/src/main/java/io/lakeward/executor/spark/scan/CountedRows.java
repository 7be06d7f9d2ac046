/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.scan;

import java.util.ArrayList;
import java.util.Iterator;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import scala.Option;
import scala.reflect.ClassTag$;

/** Counts rows while they pass; a part that is computed again counts once. */
public final class CountedRows {
  private final ReadCounts counts = new ReadCounts();

  public CountedRows(SparkContext context) {
    counts.register(context, Option.empty(), false);
  }

  public RDD<InternalRow> of(RDD<InternalRow> rows) {
    ReadCounts into = counts;
    return JavaRDD.fromRDD(rows, ClassTag$.MODULE$.<InternalRow>apply(InternalRow.class))
        .<InternalRow>mapPartitionsWithIndex((part, all) -> new Counting(part, all, into), true)
        .rdd();
  }

  public long count() {
    return counts.records();
  }

  private static final class Counting implements Iterator<InternalRow> {
    private final int part;
    private final Iterator<InternalRow> rows;
    private final ReadCounts into;
    private long seen;
    private boolean told;

    Counting(int part, Iterator<InternalRow> rows, ReadCounts into) {
      this.part = part;
      this.rows = rows;
      this.into = into;
    }

    @Override
    public boolean hasNext() {
      boolean more = rows.hasNext();
      if (!more && !told) {
        told = true;
        into.add(new ReadCounts.Part(part, seen, 0, 0, new ArrayList<>()));
      }
      return more;
    }

    @Override
    public InternalRow next() {
      seen++;
      return rows.next();
    }
  }
}
