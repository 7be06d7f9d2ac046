/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import static io.lakeward.model.problem.ProblemCode.AUTOCDC_COLUMNS_NOT_FOUND_IN_SCHEMA;
import static io.lakeward.model.problem.ProblemCode.AUTOCDC_FLOWS_DISAGREE;
import static io.lakeward.model.problem.ProblemCode.AUTOCDC_INVALID_CLAUSE;
import static io.lakeward.model.problem.ProblemCode.AUTOCDC_KEY_NOT_IN_SELECTED_SCHEMA;
import static io.lakeward.model.problem.ProblemCode.AUTOCDC_RESERVED_COLUMN_NAME_PREFIX_CONFLICT;
import static io.lakeward.model.problem.ProblemCode.EXPECTATION_INVALID;
import static io.lakeward.model.problem.ProblemCode.INCOMPATIBLE_SCHEMA;
import static io.lakeward.model.problem.ProblemCode.INVALID_FLOW_QUERY_TYPE;
import static io.lakeward.model.problem.ProblemCode.NOT_SUPPORTED_YET;

import io.lakeward.model.name.SqlQuoting;
import io.lakeward.model.pipeline.ColumnDefinition;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.NamedColumn;
import io.lakeward.model.problem.DidYouMean;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.source.SourceSpan;
import java.util.List;
import org.apache.spark.sql.types.DataType;

/** The texts of complaints about AUTO CDC flows and their targets. */
final class AutoCdcProblems {
  private AutoCdcProblems() {}

  static Problem batchSource(Flow flow, SourceSpan where) {
    return Problem.of(
            INVALID_FLOW_QUERY_TYPE,
            "BATCH_RELATION_FOR_STREAMING_TABLE: flow "
                + flow.name().quoted()
                + " applies changes, but reads nothing as a stream.")
        .at(where)
        .withFix("Write STREAM(…) around the table that brings the changes.");
  }

  static Problem streamingSnapshot(Flow flow, SourceSpan where) {
    return Problem.of(
            INVALID_FLOW_QUERY_TYPE,
            "STREAMING_RELATION_FOR_SNAPSHOT: flow "
                + flow.name().quoted()
                + " takes snapshots, but reads a stream.")
        .at(where)
        .withFix("Remove STREAM: a snapshot is all that the source has.");
  }

  static Problem secondSnapshot(Flow flow, Flow first, Dataset target) {
    return Problem.of(
            AUTOCDC_FLOWS_DISAGREE,
            "MULTIPLE_QUERIES_FOR_TABLE: flows "
                + first.name().quoted()
                + " ("
                + first.where()
                + ") and "
                + flow.name().quoted()
                + " take snapshots for "
                + target.name().quoted()
                + ".")
        .at(flow.where())
        .withFix("Put their rows together in a view, and take the snapshots from that.");
  }

  static Problem expectationsOnSnapshot(Dataset target, SourceSpan where) {
    return Problem.of(
            EXPECTATION_INVALID,
            "Table "
                + target.name().quoted()
                + " is made from snapshots, and cannot have expectations.")
        .at(where)
        .withFix("Put the rules on a temporary view, and take the snapshots from that.");
  }

  static Problem mixedFlows(Flow append, Flow changes, Dataset target) {
    return Problem.of(
            AUTOCDC_FLOWS_DISAGREE,
            "Flow "
                + append.name().quoted()
                + " appends rows to "
                + target.name().quoted()
                + ", to which "
                + changes.name().quoted()
                + " ("
                + changes.where()
                + ") applies changes.")
        .at(append.where())
        .withFix("Give one of the two flows a target of its own.");
  }

  static Problem columnNotFound(NamedColumn column, String clause, List<String> known) {
    return Problem.of(
            AUTOCDC_COLUMNS_NOT_FOUND_IN_SCHEMA,
            clause + " names column " + name(column) + ", which the changes do not have.")
        .at(column.where())
        .withFix(
            DidYouMean.closest(column.name(), known)
                .map(word -> "Did you mean " + SqlQuoting.quoteIfNeeded(word) + "?")
                .orElse("They have " + String.join(", ", known) + "."));
  }

  static Problem columnLeftOut(NamedColumn column, String clause) {
    return Problem.of(
            AUTOCDC_COLUMNS_NOT_FOUND_IN_SCHEMA,
            clause + " names column " + name(column) + ", which COLUMNS leaves out.")
        .at(column.where())
        .withFix("Remove it here, or add it to COLUMNS.");
  }

  static Problem keyLeftOut(NamedColumn key) {
    return Problem.of(
            AUTOCDC_KEY_NOT_IN_SELECTED_SCHEMA, "The key " + name(key) + " is left out by COLUMNS.")
        .at(key.where())
        .withFix("Keep the key columns: rows of the target are found by them.");
  }

  static Problem reservedColumn(Dataset target, String column, SourceSpan where) {
    return Problem.of(
            AUTOCDC_RESERVED_COLUMN_NAME_PREFIX_CONFLICT,
            "The changes for "
                + target.name().quoted()
                + " have a column "
                + SqlQuoting.quoteIfNeeded(column)
                + ", a name that AUTO CDC needs for itself.")
        .at(where)
        .withFix("Leave it out with COLUMNS * EXCEPT (…), or rename it in a view.");
  }

  static Problem keyType(NamedColumn key, DataType type) {
    return Problem.of(
            AUTOCDC_INVALID_CLAUSE,
            "The key " + name(key) + " has type " + type.sql() + ", by which no row can be found.")
        .at(key.where())
        .withFix("Use a number, text, date, time or boolean as the key.");
  }

  static Problem sequenceNotOrderable(DataType type, String clause, SourceSpan where) {
    return Problem.of(
            AUTOCDC_INVALID_CLAUSE,
            "NON_ORDERABLE_SEQUENCE: "
                + clause
                + " has type "
                + type.sql()
                + ", whose values cannot be ordered or stored.")
        .at(where)
        .withFix("Use a number, a time, or STRUCT(…) of such values.");
  }

  static Problem columnsToUpdateType(NamedColumn column, DataType type) {
    return Problem.of(
            AUTOCDC_INVALID_CLAUSE,
            "COLUMNS TO UPDATE names " + name(column) + ", which has type " + type.sql() + ".")
        .at(column.where())
        .withFix("Name a column of type ARRAY<STRING> that lists the columns of each change.");
  }

  static Problem mapTracked(Dataset target, String column, SourceSpan where) {
    return Problem.of(
            AUTOCDC_INVALID_CLAUSE,
            "History of "
                + target.name().quoted()
                + " is tracked on column "
                + SqlQuoting.quoteIfNeeded(column)
                + ", whose values cannot be compared.")
        .at(where)
        .withFix("Leave it out with TRACK HISTORY ON * EXCEPT (…), or turn it into an array.");
  }

  static Problem flowsDisagree(Flow flow, Flow first, String clause, SourceSpan where) {
    return Problem.of(
            AUTOCDC_FLOWS_DISAGREE,
            "Flows "
                + first.name().quoted()
                + " ("
                + first.where()
                + ") and "
                + flow.name().quoted()
                + " apply changes to one table and differ in "
                + clause
                + ".")
        .at(where)
        .withFix("Write the same " + clause + " in both.");
  }

  static Problem sequenceTypesDiffer(
      Flow flow, Flow first, DataType type, DataType firstType, SourceSpan where) {
    return Problem.of(
            AUTOCDC_FLOWS_DISAGREE,
            "Flow "
                + flow.name().quoted()
                + " is ordered by "
                + type.sql()
                + ", but flow "
                + first.name().quoted()
                + " into the same table by "
                + firstType.sql()
                + ".")
        .at(where)
        .withFix("Cast SEQUENCE BY to one type in all flows.");
  }

  static Problem declaredType(
      Dataset target, String column, DataType declared, DataType wanted, SourceSpan where) {
    return Problem.of(
            INCOMPATIBLE_SCHEMA,
            "Column "
                + column
                + " of "
                + target.name().quoted()
                + " is declared as "
                + declared.sql()
                + ", but SEQUENCE BY has type "
                + wanted.sql()
                + ".")
        .at(where)
        .withFix("Declare it as " + wanted.sql() + ".");
  }

  static Problem declaredName(Dataset target, String column, SourceSpan where) {
    return Problem.of(
            AUTOCDC_COLUMNS_NOT_FOUND_IN_SCHEMA,
            "Column "
                + SqlQuoting.quoteIfNeeded(column)
                + " of "
                + target.name().quoted()
                + " has no type, and the changes do not have it.")
        .at(where)
        .withFix("Give it a type, or the name of a column of the changes.");
  }

  static Problem valueOfColumn(Dataset target, ColumnDefinition column) {
    return Problem.of(
            NOT_SUPPORTED_YET,
            "A default or generated value of column "
                + SqlQuoting.quoteIfNeeded(column.name())
                + " of "
                + target.name().quoted()
                + ", to which changes are applied, is not supported yet.")
        .at(column.where())
        .withFix("Compute the value in a view that the flow reads.");
  }

  static Problem numberedColumn(Dataset target, ColumnDefinition column) {
    return Problem.of(
            AUTOCDC_INVALID_CLAUSE,
            "The column "
                + SqlQuoting.quoteIfNeeded(column.name())
                + " of "
                + target.name().quoted()
                + " cannot be an IDENTITY: changes are applied to the table by its keys.")
        .at(column.where())
        .withFix("Take the keys of the flow, or number the rows in a table that it reads.");
  }

  private static String name(NamedColumn column) {
    return SqlQuoting.quoteIfNeeded(column.name());
  }
}
