/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.failure;

import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkThrowable;
import org.jspecify.annotations.Nullable;

/** The texts of everything that can go wrong on Spark. */
public final class SparkProblems {
  private static final int DEEPEST = 50;

  /** Spark's own words for a lost executor, with its reason. */
  private static final Pattern LOST =
      Pattern.compile("ExecutorLostFailure \\(.*?\\)(?: Reason: ([^\\n]*))?");

  private static final String CHECK_MASTER =
      "Check the master's address and that it runs Spark 4.2; or leave --master out to run Spark in"
          + " this process.";

  private static final Pattern CONDITION = Pattern.compile("^\\[[A-Z0-9_.]+\\] ?");

  private SparkProblems() {}

  /** Spark's libraries are not where the program looks for them. */
  public static ProjectException missing(Throwable cause) {
    return new ProjectException(
        Problem.of(
                ProblemCode.SPARK_UNAVAILABLE,
                "Spark's libraries are not complete: " + firstLine(cause) + ".")
            .withFix("Install Lakeward with its folder lib/spark, or use the engine `embedded`."),
        cause);
  }

  /** Nothing answers at the master's address. */
  public static ProjectException unreachable(String master, IOException reason) {
    return new ProjectException(
        Problem.of(
                ProblemCode.SPARK_UNAVAILABLE,
                "The Spark master %s cannot be reached: %s.".formatted(master, firstLine(reason)))
            .withFix(CHECK_MASTER),
        reason);
  }

  /** The cluster did not answer, or refused. */
  public static ProjectException notLetIn(String master, Throwable cause) {
    return new ProjectException(
        Problem.of(
                ProblemCode.SPARK_UNAVAILABLE,
                "The Spark master %s did not answer, or did not let this program in."
                    .formatted(master))
            .withFix(CHECK_MASTER),
        cause);
  }

  /** Spark did not start. */
  public static ProjectException notStarted(String master, Throwable cause) {
    return new ProjectException(
        Problem.of(
                ProblemCode.SPARK_UNAVAILABLE,
                "Spark could not be started with the master %s: %s."
                    .formatted(master, firstLine(deepest(cause))))
            .withFix(
                "Check the master's address, that it runs Spark 4.2, and the `spark.*` settings under"
                    + " `configuration:`; or leave --master out to run Spark in this process."),
        cause);
  }

  /** What an exception that Spark threw means. */
  public static ProjectException explain(String what, Throwable error) {
    Throwable cause = error;
    for (int depth = 0; cause != null && depth < DEEPEST; depth++, cause = cause.getCause()) {
      if (cause instanceof TaskFailure failure) {
        return failure.unwrapped();
      }
      if (cause instanceof ProjectException problem) {
        return problem;
      }
      if (cause instanceof OutOfMemoryError) {
        return outOfMemory(what, error);
      }
    }
    Throwable root = mostTelling(error);
    String message = String.valueOf(error.getMessage());
    if (message.contains("OutOfMemoryError") || message.contains("SparkOutOfMemoryError")) {
      return outOfMemory(what, error);
    }
    if (message.contains("No space left on device")
        || String.valueOf(root.getMessage()).contains("No space left on device")) {
      return new ProjectException(
          Problem.of(ProblemCode.DISK_FULL, "The disk is full; it happened while " + what + "."),
          error);
    }
    Matcher lost = LOST.matcher(message);
    if (lost.find()) {
      return executorsLost(what, Optional.ofNullable(lost.group(1)), error);
    }
    if (message.contains("SparkContext.dagScheduler()")) {
      return executorsLost(what, Optional.of("its master ended this program's Spark"), error);
    }
    if (message.contains("SparkContext was shut down")
        || message.contains("stopped SparkContext")
        || message.contains("Master removed our application")
        || message.contains("All masters are unresponsive")) {
      return executorsLost(what, Optional.of(firstLine(error)), error);
    }
    return new ProjectException(
        Problem.of(
            ProblemCode.QUERY_FAILED, "The query failed while " + what + ". " + spoken(root)),
        error);
  }

  private static ProjectException outOfMemory(String what, Throwable cause) {
    return new ProjectException(
        Problem.of(ProblemCode.OUT_OF_MEMORY, "Spark's memory ran out while " + what + ".")
            .withFix(
                "Give the process more, for instance LAKEWARD_JAVA_OPTIONS=-Xmx4g, or on a cluster"
                    + " set spark.executor.memory under `configuration:`."),
        cause);
  }

  private static ProjectException executorsLost(
      String what, Optional<String> reason, Throwable cause) {
    return new ProjectException(
        Problem.of(
                ProblemCode.SPARK_UNAVAILABLE,
                "The cluster lost its executors while %s%s."
                    .formatted(what, reason.map(r -> ": " + plain(r)).orElse("")))
            .withFix("Look at the logs of the workers and run again; nothing was committed."),
        cause);
  }

  /** A column that must have a value has none. */
  public static ProjectException nullInColumn(String table, String column) {
    return new ProjectException(
        Problem.of(
                ProblemCode.QUERY_FAILED,
                "[DELTA_NOT_NULL_CONSTRAINT_VIOLATED] The query gave NULL for the column `%s` of %s, which is NOT NULL."
                    .formatted(column, table))
            .withFix(
                "Keep such rows out in the query, or with an expectation `CONSTRAINT … EXPECT (%s IS NOT NULL) ON VIOLATION DROP ROW`."
                    .formatted(column)));
  }

  /** The query has a column that the target's schema lacks. */
  public static ProjectException columnsNotInTarget(String table, List<String> columns) {
    return new ProjectException(
        Problem.of(
            ProblemCode.INCOMPATIBLE_SCHEMA,
            "The query gives the columns %s, which %s does not have."
                .formatted(String.join(", ", columns), table)));
  }

  /** A query's column cannot become the target's. */
  public static ProjectException typeMismatch(String table, String column, String from, String to) {
    return new ProjectException(
        Problem.of(
            ProblemCode.INCOMPATIBLE_SCHEMA,
            "The query gives %s for the column `%s` of %s, which is %s."
                .formatted(from, column, table, to)));
  }

  /** What no engine can write or read. */
  public static ProjectException unsupported(String reason) {
    return new ProjectException(
        Problem.of(ProblemCode.UNSUPPORTED_BY_ENGINE, "The Spark engine cannot run it: " + reason));
  }

  /** A table's files hold more than plain rows. */
  public static ProjectException tableFeature(String table, String feature) {
    return new ProjectException(
        Problem.of(
                ProblemCode.TABLE_FEATURE_UNSUPPORTED,
                "The table at %s uses %s, which cannot be read here.".formatted(table, feature))
            .withFix("Rewrite the table without it."));
  }

  private static String spoken(Throwable error) {
    String message = plain(paragraph(String.valueOf(error.getMessage())));
    if (error instanceof SparkThrowable spark
        && spark.getCondition() != null
        && !CONDITION.matcher(message).find()) {
      return "[" + spark.getCondition() + "] " + message + ".";
    }
    return error instanceof SparkThrowable
        ? message + "."
        : error.getClass().getSimpleName() + ": " + message + ".";
  }

  /** The deepest exception that has a condition of Spark's, otherwise the deepest one. */
  private static Throwable mostTelling(Throwable error) {
    Throwable found = null;
    Throwable cause = error;
    for (int depth = 0; cause != null && depth < DEEPEST; depth++, cause = cause.getCause()) {
      if (cause instanceof SparkThrowable spark
          && spark.getCondition() != null
          && !spark.getCondition().startsWith("FAILED_READ_FILE")) {
        found = cause;
      }
    }
    return found == null ? deepest(error) : found;
  }

  private static Throwable deepest(Throwable error) {
    Throwable cause = error;
    for (int depth = 0; depth < DEEPEST; depth++) {
      Throwable next = cause.getCause();
      if (next == null || next == cause) {
        return cause;
      }
      cause = next;
    }
    return cause;
  }

  private static String firstLine(Throwable error) {
    String message = error.getMessage();
    return message == null || message.isBlank() ? error.getClass().getSimpleName() : plain(message);
  }

  /** The first paragraph as one line; Spark shows pieces of queries and plans below it. */
  private static String paragraph(String message) {
    String text = message.strip();
    int end = text.indexOf("\n\n");
    int pieces = text.indexOf("\n==");
    int cut = Math.min(end < 0 ? text.length() : end, pieces < 0 ? text.length() : pieces);
    return text.substring(0, cut).replaceAll("\\s*\\R\\s*", " ");
  }

  /** The first line, without Spark's state code and final dot. */
  private static String plain(@Nullable String message) {
    String text = String.valueOf(message).strip();
    int end = text.indexOf('\n');
    String line = end < 0 ? text : text.substring(0, end).strip();
    line = line.replaceFirst("\\s*SQLSTATE: \\w+$", "").strip();
    return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
  }
}
