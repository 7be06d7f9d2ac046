/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import static io.lakeward.model.problem.ProblemCode.ANALYSIS_ERROR;
import static io.lakeward.model.problem.ProblemCode.CIRCULAR_DEPENDENCY;
import static io.lakeward.model.problem.ProblemCode.DUPLICATE_FLOW_SQL_CONF;
import static io.lakeward.model.problem.ProblemCode.EXPECTATION_INVALID;
import static io.lakeward.model.problem.ProblemCode.INCOMPATIBLE_BATCH_VIEW_READ;
import static io.lakeward.model.problem.ProblemCode.INCOMPATIBLE_SCHEMA;
import static io.lakeward.model.problem.ProblemCode.INCOMPATIBLE_STREAMING_VIEW_READ;
import static io.lakeward.model.problem.ProblemCode.INVALID_FLOW_QUERY_TYPE;
import static io.lakeward.model.problem.ProblemCode.NOT_SUPPORTED_YET;
import static io.lakeward.model.problem.ProblemCode.PIPELINE_DATASET_WITHOUT_FLOW;
import static io.lakeward.model.problem.ProblemCode.TABLE_OR_VIEW_NOT_FOUND;
import static io.lakeward.model.problem.ProblemCode.UNRESOLVED_COLUMN;
import static io.lakeward.model.problem.ProblemCode.UPSTREAM_FAILED;

import io.lakeward.analysis.query.TableReference;
import io.lakeward.model.name.SqlQuoting;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.TableKey;
import io.lakeward.model.problem.DidYouMean;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.source.SourceSpan;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;

/** The texts of complaints about how datasets, flows and views fit together. */
final class GraphProblems {
  private GraphProblems() {}

  static Problem circle(List<TableName> path, SourceSpan where) {
    String around = path.stream().map(TableName::quoted).collect(Collectors.joining(" reads "));
    String message =
        path.size() == 2
            ? "Dataset " + path.get(0).quoted() + " reads itself."
            : "Datasets read each other in a circle: " + around + ".";
    return Problem.of(CIRCULAR_DEPENDENCY, message)
        .at(where)
        .withFix(
            "Let one of them read something else; an input must be complete before its reader.");
  }

  static Problem upstreamFailed(Flow flow, Dataset failed, SourceSpan where) {
    return Problem.of(
            UPSTREAM_FAILED,
            flow.name().quoted()
                + " is not resolved because it reads "
                + failed.name().quoted()
                + ", which has errors.")
        .at(where);
  }

  static Problem withoutFlow(Dataset dataset) {
    return Problem.of(
            PIPELINE_DATASET_WITHOUT_FLOW,
            words(dataset) + " has neither a query nor a flow that writes to it.")
        .at(dataset.where())
        .withFix("Add AS SELECT …, or a CREATE FLOW … AS INSERT INTO it.");
  }

  static Problem batchViewReadAsStream(Dataset view, TableReference reference) {
    return Problem.of(
            INCOMPATIBLE_BATCH_VIEW_READ,
            "View " + view.name().quoted() + " is a batch view and is read here with STREAM.")
        .at(reference.where())
        .withFix("Remove STREAM here, or read a stream in the view's query.");
  }

  static Problem streamingViewReadInBatch(Dataset view, TableReference reference) {
    return Problem.of(
            INCOMPATIBLE_STREAMING_VIEW_READ,
            "View "
                + view.name().quoted()
                + " is a streaming view and is read here without STREAM.")
        .at(reference.where())
        .withFix("Write STREAM(" + String.join(".", reference.parts()) + ").");
  }

  static Problem temporaryViewByLongName(Dataset view, TableReference reference) {
    return Problem.of(
            TABLE_OR_VIEW_NOT_FOUND,
            "There is no table of this name, and the temporary view "
                + SqlQuoting.quoteIfNeeded(view.name().table())
                + " is known by one word.")
        .at(reference.where())
        .withFix("Write " + SqlQuoting.quoteIfNeeded(view.name().table()) + ".");
  }

  static Problem batchFlowForStreamingTable(Flow flow, Dataset target, SourceSpan where) {
    return Problem.of(
            INVALID_FLOW_QUERY_TYPE,
            "BATCH_RELATION_FOR_STREAMING_TABLE: flow "
                + flow.name().quoted()
                + " reads nothing as a stream, but fills "
                + lowerWords(target)
                + ".")
        .at(where)
        .withFix(
            "Write STREAM(…) around the table that brings new rows, or "
                + (flow.name().equals(target.name())
                    ? "make it a MATERIALIZED VIEW."
                    : "let the flow run once, with INSERT ONCE."));
  }

  static Problem streamingFlowForOnce(Flow flow, Dataset target, SourceSpan where) {
    return Problem.of(
            INVALID_FLOW_QUERY_TYPE,
            "STREAMING_RELATION_FOR_ONCE_FLOW: flow "
                + flow.name().quoted()
                + " into "
                + lowerWords(target)
                + " runs once and cannot read a stream.")
        .at(where)
        .withFix("Remove STREAM, or remove ONCE.");
  }

  static Problem streamingQuery(Flow flow, Dataset target, SourceSpan where) {
    String reason =
        target.kind().isStored()
            ? "STREAMING_RELATION_FOR_MATERIALIZED_VIEW"
            : "STREAMING_RELATION_FOR_PERSISTED_VIEW";
    return Problem.of(
            INVALID_FLOW_QUERY_TYPE,
            reason
                + ": the query of "
                + lowerWords(target)
                + " (flow "
                + flow.name().quoted()
                + ") reads a stream.")
        .at(where)
        .withFix("Remove STREAM, or make it a STREAMING TABLE.");
  }

  static Problem temporaryViewInPublishedView(Dataset view, Dataset read, SourceSpan where) {
    return Problem.of(
            ANALYSIS_ERROR,
            "INVALID_TEMP_OBJ_REFERENCE: view "
                + view.name().quoted()
                + " is there for everybody and cannot read "
                + (read.isPrivate() ? "private " : "")
                + lowerWords(read)
                + ".")
        .at(where)
        .withFix("Make the published view a temporary one, or publish what it reads.");
  }

  static Problem expectationsOnView(Dataset view, SourceSpan where) {
    return Problem.of(
            EXPECTATION_INVALID,
            "A published view cannot have expectations, as "
                + lowerWords(view)
                + " does: nobody would count the rows when it is read.")
        .at(where)
        .withFix("Make it a TEMPORARY VIEW, or declare them on the tables that read the view.");
  }

  static Problem columnNameNotStorable(Dataset target, String column, SourceSpan where) {
    return Problem.of(
            INCOMPATIBLE_SCHEMA,
            "Column `%s` of %s %s has a name that a Delta table cannot hold: blanks, line breaks and any of ,;{}()= are not allowed."
                .formatted(column, target.kind(), target.name()))
        .at(where)
        .withFix("Give the column another name with AS in the query.");
  }

  static Problem layoutColumnNotFound(Dataset target, String column, List<String> known) {
    return Problem.of(
            UNRESOLVED_COLUMN,
            "Column "
                + SqlQuoting.quoteIfNeeded(column)
                + ", by which "
                + target.name().quoted()
                + " is partitioned or clustered, is not one of its columns.")
        .at(target.where())
        .withFix(
            DidYouMean.closest(column, known)
                .map(near -> "Did you mean " + near + "?")
                .orElse("Use one of the columns " + String.join(", ", known) + "."));
  }

  static Problem keyColumnNotFound(
      Dataset target, TableKey key, String column, List<String> known) {
    return Problem.of(
            UNRESOLVED_COLUMN,
            "Column %s of the key %s is not one of the columns of %s."
                .formatted(SqlQuoting.quoteIfNeeded(column), key.name(), target.name().quoted()))
        .at(target.where())
        .withFix(
            DidYouMean.closest(column, known)
                .map(near -> "Did you mean " + near + "?")
                .orElse("Use one of the columns " + String.join(", ", known) + "."));
  }

  static Problem settingWithTwoValues(Flow flow, String key, TableName one, TableName other) {
    return Problem.of(
            DUPLICATE_FLOW_SQL_CONF,
            "Flow "
                + flow.name().quoted()
                + " would run with two values of "
                + key
                + ", which is set by both "
                + one.quoted()
                + " and "
                + other.quoted()
                + ".")
        .at(flow.where())
        .withFix("Set it to one value for both, or make the view a materialized view.");
  }

  static Problem numberGiven(Dataset target, String column, SourceSpan where) {
    return Problem.of(
            INCOMPATIBLE_SCHEMA,
            "IDENTITY_COLUMNS_EXPLICIT_INSERT_NOT_SUPPORTED: a query gives column "
                + SqlQuoting.quoteIfNeeded(column)
                + ", in which "
                + target.name().quoted()
                + " numbers its rows itself.")
        .at(where)
        .withFix("Leave it out of the query, or declare it GENERATED BY DEFAULT AS IDENTITY.");
  }

  static Problem numberedPartition(Dataset target, String column) {
    return Problem.of(
            INCOMPATIBLE_SCHEMA,
            "IDENTITY_COLUMNS_PARTITION_NOT_SUPPORTED: "
                + target.name().quoted()
                + " is partitioned by "
                + SqlQuoting.quoteIfNeeded(column)
                + ", in which it numbers its rows.")
        .at(target.where())
        .withFix("Partition it by a column with few values.");
  }

  static Problem partitionType(Dataset target, StructField column) {
    return Problem.of(
            NOT_SUPPORTED_YET,
            target.name().quoted()
                + " is partitioned by "
                + SqlQuoting.quoteIfNeeded(column.name())
                + ", whose type "
                + column.dataType().sql()
                + " is not supported there.")
        .at(target.where())
        .withFix(
            "Partition it by a text, a whole number, a DECIMAL, a DATE or a BOOLEAN, such as a"
                + " column made with CAST(… AS DATE), or write CLUSTER BY instead.");
  }

  static Problem viewColumnWithoutName(Dataset view, String expression, SourceSpan where) {
    return Problem.of(
            ANALYSIS_ERROR,
            "CREATE_PERMANENT_VIEW_WITHOUT_ALIAS: the column "
                + expression
                + " of view "
                + view.name().quoted()
                + " has no name.")
        .at(where)
        .withFix("Give the column a name with AS.");
  }

  static Problem skippingChangesOfChangeTarget(TableReference reference) {
    String name = String.join(".", reference.parts());
    return Problem.of(
            ANALYSIS_ERROR,
            "The rows of "
                + name
                + " are changed by AUTO CDC; a stream that skips changes would miss them.")
        .at(reference.where())
        .withFix("Read its change feed: STREAM " + name + " WITH (readChangeFeed).");
  }

  static Problem duplicateColumn(Dataset target, String column, SourceSpan where) {
    return Problem.of(
            INCOMPATIBLE_SCHEMA,
            "The query of "
                + target.name().quoted()
                + " gives column "
                + SqlQuoting.quoteIfNeeded(column)
                + " more than once.")
        .at(where)
        .withFix("Rename one with AS, or select the columns by name instead of by *.");
  }

  static Problem typeNotStorable(Dataset target, String column, DataType type, SourceSpan where) {
    return Problem.of(
            INCOMPATIBLE_SCHEMA,
            "Column "
                + SqlQuoting.quoteIfNeeded(column)
                + " of "
                + target.name().quoted()
                + " has type "
                + sql(type)
                + ", which a Delta table cannot hold.")
        .at(where)
        .withFix(
            "Write CAST(… AS STRING), or another type, AS "
                + SqlQuoting.quoteIfNeeded(column)
                + ".");
  }

  static Problem typeMismatch(
      Dataset target, String column, DataType found, DataType wanted, SourceSpan where) {
    return Problem.of(
            INCOMPATIBLE_SCHEMA,
            "USER_SPECIFIED_AND_INFERRED_SCHEMA_NOT_COMPATIBLE: column "
                + SqlQuoting.quoteIfNeeded(column)
                + " of "
                + target.name().quoted()
                + " is "
                + sql(wanted)
                + ", but the query gives "
                + sql(found)
                + ".")
        .at(where)
        .withFix("Cast it in the query, or change the declared type.");
  }

  static Problem columnNotDeclared(Dataset target, String column, SourceSpan where) {
    return Problem.of(
            INCOMPATIBLE_SCHEMA,
            "USER_SPECIFIED_AND_INFERRED_SCHEMA_NOT_COMPATIBLE: the query gives column "
                + SqlQuoting.quoteIfNeeded(column)
                + ", which the column list of "
                + target.name().quoted()
                + " does not have.")
        .at(where)
        .withFix("Add it to the list, or leave it out of the query.");
  }

  static Problem columnCount(Dataset target, int declared, int found, SourceSpan where) {
    return Problem.of(
            INCOMPATIBLE_SCHEMA,
            target.name().quoted()
                + " declares "
                + declared
                + " columns, but the query gives "
                + found
                + ".")
        .at(where)
        .withFix("Name each column of the query.");
  }

  static Problem flowsDisagree(
      Dataset target, String column, DataType one, DataType other, SourceSpan where) {
    return Problem.of(
            INCOMPATIBLE_SCHEMA,
            "The flows into "
                + target.name().quoted()
                + " give column "
                + SqlQuoting.quoteIfNeeded(column)
                + " as "
                + sql(one)
                + " and as "
                + sql(other)
                + ".")
        .at(where)
        .withFix("Cast the column to one type in all flows, or declare it in the table.");
  }

  static Problem declaredTypeInvalid(Dataset target, String column, String type, SourceSpan where) {
    return Problem.of(
            INCOMPATIBLE_SCHEMA,
            "Column "
                + SqlQuoting.quoteIfNeeded(column)
                + " of "
                + target.name().quoted()
                + " has unknown type "
                + type
                + ".")
        .at(where)
        .withFix(
            "Use a type such as STRING, INT, BIGINT, DOUBLE, DECIMAL(10,2), DATE or TIMESTAMP.");
  }

  private static String words(Dataset dataset) {
    String kind = dataset.kind().toString();
    return kind.substring(0, 1).toUpperCase(Locale.ROOT)
        + kind.substring(1)
        + " "
        + dataset.name().quoted();
  }

  private static String lowerWords(Dataset dataset) {
    return dataset.kind() + " " + dataset.name().quoted();
  }

  private static String sql(DataType type) {
    return type.sql();
  }
}
