/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.write;

import io.lakeward.executor.spark.failure.SparkProblems;
import io.lakeward.model.problem.ProjectException;
import java.util.function.Function;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.Dataset$;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.SQLExecution;
import scala.Option;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction0;

/** Runs what is done with the rows of a plan as one execution of Spark. */
final class RowJobs {
  private RowJobs() {}

  /**
   * @param during says what it is, as part of a sentence about a failure
   */
  static <T> T run(
      SparkSession session,
      LogicalPlan plan,
      String during,
      Function<JavaRDD<InternalRow>, T> action) {
    try {
      QueryExecution execution = Dataset$.MODULE$.ofRows(session, plan).queryExecution();
      return SQLExecution.withNewExecutionId(
          execution,
          Option.empty(),
          new AbstractFunction0<T>() {
            @Override
            public T apply() {
              return action.apply(
                  JavaRDD.fromRDD(
                      execution.toRdd(), ClassTag$.MODULE$.<InternalRow>apply(InternalRow.class)));
            }
          });
    } catch (ProjectException e) {
      throw e;
    } catch (Exception | OutOfMemoryError | StackOverflowError e) {
      throw SparkProblems.explain(during, e);
    }
  }
}
