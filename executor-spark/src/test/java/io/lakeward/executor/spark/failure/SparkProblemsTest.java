/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import org.apache.spark.SparkException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Spark's own exceptions as a person is told them: in one line, with a way out, without a trace.
 */
class SparkProblemsTest {
  private static final String DURING = "its rows were written to main.default.t";

  private static Problem told(ProjectException e) {
    Problem problem = e.problems().get(0);
    assertThat(problem.message()).doesNotContain("\n", "\tat ", "Exception:");
    return problem;
  }

  private static Problem explained(Throwable error) {
    return told(SparkProblems.explain(DURING, error));
  }

  @Test
  void anExecutorThatIsLostIsNamedWithItsReason() {
    Problem problem =
        explained(
            new SparkException(
                "Job aborted due to stage failure: Task 1 in stage 0.0 failed 4 times, most recent"
                    + " failure: Lost task 1.3 in stage 0.0 (TID 7) (10.0.0.4 executor 2):"
                    + " ExecutorLostFailure (executor 2 exited caused by one of the running tasks)"
                    + " Reason: Command exited with code 137\nDriver stacktrace:\n\tat x.Y"));
    assertThat(problem.code()).isEqualTo(ProblemCode.SPARK_UNAVAILABLE);
    assertThat(problem.message())
        .isEqualTo(
            "The cluster lost its executors while its rows were written to main.default.t: Command"
                + " exited with code 137.");
    assertThat(problem.fix().orElseThrow()).contains("nothing was committed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Job 3 cancelled because SparkContext was shut down",
        "Cannot call methods on a stopped SparkContext.\nThis stopped SparkContext was created at",
        "Master removed our application: KILLED",
        "Application has been killed. Reason: All masters are unresponsive! Giving up."
      })
  void aClusterThatGivesUpIsNotTheQuerysFault(String message) {
    Problem problem = explained(new SparkException(message));
    assertThat(problem.code()).isEqualTo(ProblemCode.SPARK_UNAVAILABLE);
    assertThat(problem.fix()).isPresent();
  }

  @Test
  void memoryThatRanOutIsTold() {
    for (Throwable error :
        new Throwable[] {
          new OutOfMemoryError("Java heap space"),
          new SparkException(
              "Job aborted", new RuntimeException(new OutOfMemoryError("GC overhead"))),
          new SparkException(
              "Job aborted due to stage failure: Task 0 in stage 1.0 failed 4 times, most recent"
                  + " failure: java.lang.OutOfMemoryError: Java heap space\n\tat a.B")
        }) {
      Problem problem = explained(error);
      assertThat(problem.code()).isEqualTo(ProblemCode.OUT_OF_MEMORY);
      assertThat(problem.message()).contains(DURING);
      assertThat(problem.fix().orElseThrow()).contains("-Xmx4g", "spark.executor.memory");
    }
  }

  @Test
  void aFullDiskIsTold() {
    Problem problem =
        explained(new SparkException("Job aborted", new IOException("No space left on device")));
    assertThat(problem.code()).isEqualTo(ProblemCode.DISK_FULL);
  }

  @Test
  void aSparkThatDoesNotStartNamesItsMasterAndTheCause() {
    Problem problem =
        told(
            SparkProblems.notStarted(
                "spark://nowhere:7077",
                new IllegalStateException(
                    "outer", new IOException("Connection refused: nowhere/1.2.3.4:7077\n\tat x"))));
    assertThat(problem.code()).isEqualTo(ProblemCode.SPARK_UNAVAILABLE);
    assertThat(problem.message()).contains("spark://nowhere:7077", "Connection refused");
    assertThat(problem.fix().orElseThrow()).contains("--master");
  }

  @Test
  void aClusterThatRefusesAndLibrariesThatAreMissingAreTold() {
    Problem refused = told(SparkProblems.notLetIn("spark://a:7077", new RuntimeException("x")));
    assertThat(refused.code()).isEqualTo(ProblemCode.SPARK_UNAVAILABLE);
    assertThat(refused.message()).contains("spark://a:7077");
    Problem missing =
        told(SparkProblems.missing(new NoClassDefFoundError("org/apache/spark/SparkContext")));
    assertThat(missing.code()).isEqualTo(ProblemCode.SPARK_UNAVAILABLE);
    assertThat(missing.fix().orElseThrow()).contains("lib/spark");
  }
}
