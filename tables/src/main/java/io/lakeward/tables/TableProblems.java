/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import io.lakeward.model.problem.FileProblems;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The words for everything that can go wrong with a table. */
final class TableProblems {
  private TableProblems() {}

  static ProjectException tableNotFound(Path table) {
    return new ProjectException(
        Problem.of(
                ProblemCode.TABLE_OR_VIEW_NOT_FOUND, "There is no Delta table in `" + table + "`.")
            .withFix("Run the pipeline that fills it, or correct the name."));
  }

  static ProjectException versionNotFound(Path table, long version, long latest) {
    return new ProjectException(
        Problem.of(
                ProblemCode.TABLE_OR_VIEW_NOT_FOUND,
                "The table in `" + table + "` has no version " + version + ".")
            .withFix("The latest version is " + latest + "."));
  }

  static ProjectException versionsCleanedUp(Path table, long version, long earliest) {
    return new ProjectException(
        Problem.of(
                ProblemCode.SOURCE_TABLE_CHANGED,
                "Version "
                    + version
                    + " of the table in `"
                    + table
                    + "` is needed, but its log entry is gone; the earliest left is "
                    + earliest
                    + ".")
            .withFix(
                "Fully refresh the table that reads it, and set delta.logRetentionDuration on the"
                    + " source to longer than the longest pause between updates."));
  }

  static ProjectException versionMissing(Path table, long version) {
    return new ProjectException(
        Problem.of(
                ProblemCode.TABLE_DAMAGED,
                "The log of the table in `"
                    + table
                    + "` has a hole: "
                    + LogFileNames.commit(version)
                    + " is missing.")
            .withFix("Restore the file from a backup, or delete the table and refresh it fully."));
  }

  static ProjectException logFileDamaged(Path file, int line, String reason) {
    return new ProjectException(
        Problem.of(
                ProblemCode.TABLE_DAMAGED,
                "Line " + line + " of the Delta log file `" + file + "` cannot be read: " + reason)
            .withFix("Restore the file from a backup, or delete the table and refresh it fully."));
  }

  static ProjectException logLineDamaged(String line, String reason) {
    return new ProjectException(
        Problem.of(
                ProblemCode.TABLE_DAMAGED,
                "A line of the compacted Delta log cannot be read: "
                    + reason
                    + ". It begins with "
                    + line.substring(0, Math.min(line.length(), 80)))
            .withFix("Delete the `.compacted.json` files of the table's log and run again."));
  }

  static ProjectException deletionVectorDamaged(
      Path table, DeletionVector vector, Exception cause) {
    return new ProjectException(
        Problem.of(
                ProblemCode.TABLE_DAMAGED,
                "A deletion vector of the table in `%s` (%s %s) cannot be read: %s"
                    .formatted(
                        table,
                        vector.storageType(),
                        vector.content().substring(0, Math.min(vector.content().length(), 40)),
                        cause.getMessage()))
            .withFix("Restore the table from a backup, or delete it and refresh it fully."),
        cause);
  }

  static ProjectException logHasNoMetadata(Path table) {
    return new ProjectException(
        Problem.of(
                ProblemCode.TABLE_DAMAGED,
                "The log of the table in `" + table + "` holds no schema or no protocol.")
            .withFix("Restore the log from a backup, or delete the table and refresh it fully."));
  }

  static ProjectException featureUnsupported(Path table, String feature) {
    return new ProjectException(
        Problem.of(
                ProblemCode.TABLE_FEATURE_UNSUPPORTED,
                "The table in `"
                    + table
                    + "` uses the Delta feature "
                    + feature
                    + ", which Lakeward cannot write.")
            .withFix("Write the table with the Spark engine, or create it without the feature."));
  }

  static ProjectException identityExhausted(String column, ArithmeticException cause) {
    return new ProjectException(
        Problem.of(
                ProblemCode.QUERY_FAILED,
                "The identity column `" + column + "` has no number left for the next row.")
            .withFix("Number the rows from another START WITH, with a full refresh."),
        cause);
  }

  static ProjectException propertyUnsupported(String property) {
    return new ProjectException(
        Problem.of(
                ProblemCode.TABLE_FEATURE_UNSUPPORTED,
                "The table property " + property + " needs a feature that Lakeward cannot write.")
            .withFix("Leave the property out."));
  }

  static ProjectException schemaInvalid(String reason) {
    return new ProjectException(
        Problem.of(ProblemCode.INTERNAL_ERROR, "A table schema cannot be read: " + reason));
  }

  static ProjectException schemaMissing(Path table) {
    return new ProjectException(
        Problem.of(
            ProblemCode.INTERNAL_ERROR,
            "The table in `" + table + "` is to be created, but no schema was given."));
  }

  static Problem typeUnsupported(String column, String type) {
    return Problem.of(
            ProblemCode.TABLE_FEATURE_UNSUPPORTED,
            "Column `" + column + "` has the type " + type + ", which a table here cannot store.")
        .withFix("Cast the column to another type, for example STRING.");
  }

  static Problem duplicateColumn(String column) {
    return Problem.of(
            ProblemCode.INCOMPATIBLE_SCHEMA,
            "There are two columns with the name `" + column + "`; letter case does not count.")
        .withFix("Give one of them another name with AS.");
  }

  static Problem columnNameInvalid(String column) {
    return Problem.of(
            ProblemCode.INCOMPATIBLE_SCHEMA,
            "The column name `"
                + column
                + "` has a character that Delta does not allow: one of blank , ; { } ( ) = tab or"
                + " line break.")
        .withFix("Give the column another name with AS.");
  }

  static Problem noColumns() {
    return Problem.of(ProblemCode.INCOMPATIBLE_SCHEMA, "A table needs at least one column.")
        .withFix("Select a column.");
  }

  static Problem typeChanged(String column, String oldType, String newType) {
    return Problem.of(
            ProblemCode.INCOMPATIBLE_SCHEMA,
            "Column `"
                + column
                + "` has the type "
                + oldType
                + " in the table and "
                + newType
                + " in the query.")
        .withFix("Cast the column to " + oldType + ", or fully refresh the table.");
  }

  static Problem partitionColumnNotFound(String column, List<String> columns) {
    return Problem.of(
            ProblemCode.UNRESOLVED_COLUMN,
            "The table is partitioned by `" + column + "`, which is not one of its columns.")
        .withFix("The columns are " + String.join(", ", columns) + ".");
  }

  static Problem partitionColumnNested(String column, String type) {
    return Problem.of(
            ProblemCode.INCOMPATIBLE_SCHEMA,
            "A table cannot be partitioned by `" + column + "`, which has the type " + type + ".")
        .withFix("Choose a column of a simple type.");
  }

  static Problem onlyPartitionColumns() {
    return Problem.of(
            ProblemCode.INCOMPATIBLE_SCHEMA, "A table cannot be partitioned by all its columns.")
        .withFix("Leave out one partition column.");
  }

  static ProjectException partitionColumnsChanged(List<String> old, List<String> wanted) {
    return new ProjectException(
        Problem.of(
                ProblemCode.INCOMPATIBLE_SCHEMA,
                "The table is partitioned by " + old + ", but the definition says " + wanted + ".")
            .withFix("Fully refresh the table."));
  }

  static ProjectException partitionValuesWrong(Path file, List<String> columns) {
    return new ProjectException(
        Problem.of(
            ProblemCode.INTERNAL_ERROR,
            "The new file `" + file + "` does not have one value for each of " + columns + "."));
  }

  static ProjectException fileOutsideTable(Path file, Path table) {
    return new ProjectException(
        Problem.of(
            ProblemCode.INTERNAL_ERROR,
            "The new file `" + file + "` lies outside the table's folder `" + table + "`."));
  }

  static ProjectException appendOnly(Path table) {
    return new ProjectException(
        Problem.of(
                ProblemCode.TABLE_NOT_RESETTABLE,
                "The table in `"
                    + table
                    + "` has delta.appendOnly = true; rows cannot be replaced.")
            .withFix("Unset the property delta.appendOnly."));
  }

  static ProjectException commitConflict(Path table, long version, IOException cause) {
    return new ProjectException(conflict(table, "version " + version + " already exists"), cause);
  }

  static ProjectException readVersionPassed(Path table, long expected, long latest) {
    return new ProjectException(
        conflict(
            table,
            latest < 0
                ? "version " + expected + " was read and the table is gone"
                : (expected < 0 ? "no table" : "version " + expected)
                    + " was found at the start, and version "
                    + latest
                    + " is there now"));
  }

  static ProjectException rowsNumberedMeanwhile(Path table) {
    return new ProjectException(conflict(table, "other rows were numbered in the meantime"));
  }

  static ProjectException alreadyCommitted(Path table, String appId, long wanted, long latest) {
    return new ProjectException(
        conflict(
            table,
            "batch " + wanted + " of " + appId + " is already in it (latest is " + latest + ")"));
  }

  private static Problem conflict(Path table, String reason) {
    return Problem.of(
            ProblemCode.COMMIT_CONFLICT,
            "Another writer committed to the table in `" + table + "`: " + reason + ".")
        .withFix("Run the update again; let one pipeline write each table.");
  }

  /** For a failure inside Delta Kernel. */
  static ProjectException kernelFailed(Path table, RuntimeException cause) {
    for (Throwable t = cause; t != null; t = t.getCause()) {
      if (t instanceof IOException io && FileProblems.isDiskFull(io)) {
        return FileProblems.failure("write", table, io);
      }
    }
    return new ProjectException(
        Problem.of(
                ProblemCode.TABLE_DAMAGED,
                "A checkpoint of the table in `" + table + "` cannot be read: " + reasonOf(cause))
            .withFix("Restore the log from a backup, or delete the table and refresh it fully."),
        cause);
  }

  private static String reasonOf(Exception e) {
    String message = e.getMessage();
    String kind = e.getClass().getSimpleName();
    return message == null ? kind : kind + ": " + message;
  }
}
