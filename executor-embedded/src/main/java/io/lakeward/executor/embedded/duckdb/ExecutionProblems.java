/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.duckdb;

import io.lakeward.executor.embedded.expression.EvaluationFailure;
import io.lakeward.model.problem.FileProblems;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The texts of everything that can go wrong while a query runs. */
public final class ExecutionProblems {
  private ExecutionProblems() {}

  /** DuckDB could not be loaded or connected to. */
  public static ProjectException databaseUnavailable(Throwable cause) {
    return new ProjectException(
        Problem.of(
                ProblemCode.INTERNAL_ERROR,
                "The embedded engine could not be started: " + firstLine(cause.getMessage()) + ".")
            .withFix("Check that the temporary folder can be written to and run again."),
        cause);
  }

  /** A query that the embedded engine cannot run was given to it all the same. */
  public static ProjectException unsupported(String reason) {
    return new ProjectException(refusal(reason));
  }

  /** The same, to be thrown by whoever reacts to it. */
  public static Problem refusal(String reason) {
    return Problem.of(
            ProblemCode.UNSUPPORTED_BY_ENGINE, "The embedded engine cannot run it: " + reason)
        .withFix("Use the engine `auto` or `spark`.");
  }

  /** The database reported an error while it worked on something. */
  public static ProjectException queryFailed(String what, EvaluationFailure failure) {
    String message = String.valueOf(failure.message());
    String lower = message.toLowerCase(Locale.ROOT);
    if (lower.contains("out of memory error") || lower.contains("failed to allocate")) {
      return new ProjectException(
          Problem.of(
                  ProblemCode.OUT_OF_MEMORY,
                  "Memory ran out while " + what + ": " + firstLine(message) + ".")
              .withFix("Give the process more memory, or use the engine `spark`."),
          failure.cause());
    }
    if (lower.contains("no space left on device")
        || lower.contains("max_temp_directory_size")
        || lower.contains("disk is full")) {
      return new ProjectException(
          Problem.of(
              ProblemCode.DISK_FULL,
              "The disk is full; it happened while " + what + ": " + firstLine(message) + "."),
          failure.cause());
    }
    if (lower.startsWith("io error") || lower.contains("error: io error")) {
      return new ProjectException(
          Problem.of(
              ProblemCode.IO_FAILED,
              "A file operation failed while " + what + ": " + firstLine(message) + "."),
          failure.cause());
    }
    Problem problem =
        Problem.of(
            ProblemCode.QUERY_FAILED, "The query failed while " + what + ". " + spoken(failure));
    return new ProjectException(
        failure.isLimit()
            ? problem.withFix(
                "Use the engine `spark`; or keep such values out, of texts with"
                    + " make_valid_utf8(CAST(… AS STRING)).")
            : problem,
        failure.cause());
  }

  private static String spoken(EvaluationFailure failure) {
    String message = String.valueOf(failure.message());
    if (failure.condition().equals("UNKNOWN") || message.startsWith("[")) {
      return message.strip();
    }
    return "[" + failure.condition() + "] " + firstLine(message);
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

  /** A table's files hold more than plain rows. */
  public static ProjectException tableFeature(Path file, String feature) {
    return new ProjectException(
        Problem.of(
                ProblemCode.TABLE_FEATURE_UNSUPPORTED,
                "The table at %s uses %s, which the embedded engine cannot read."
                    .formatted(file.getParent(), feature))
            .withFix("Use the engine `auto` or `spark`."));
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

  /** Data files of a table cannot be opened. */
  public static ProjectException filesUnreadable(String source, SQLException cause) {
    return new ProjectException(
        Problem.of(
            ProblemCode.IO_FAILED,
            "Files of the source %s cannot be read: %s."
                .formatted(source, firstLine(cause.getMessage()))),
        cause);
  }

  /** A table's folder cannot be created. */
  public static ProjectException folderNotCreated(Path folder, IOException cause) {
    return FileProblems.failure("create the table's folder", folder, cause);
  }

  /** A rows' leaf has no rows bound to it. */
  public static IllegalArgumentException sliceMissing(String id) {
    return new IllegalArgumentException("no slice is bound to the source " + id);
  }

  private static String firstLine(@Nullable String message) {
    String text = String.valueOf(message).strip();
    int end = text.indexOf('\n');
    String line = end < 0 ? text : text.substring(0, end).strip();
    return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
  }
}
