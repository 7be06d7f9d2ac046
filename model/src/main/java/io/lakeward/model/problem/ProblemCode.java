/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.problem;

import static io.lakeward.model.problem.ProblemKind.BUG;
import static io.lakeward.model.problem.ProblemKind.DEPENDENCY;
import static io.lakeward.model.problem.ProblemKind.RESOURCES;
import static io.lakeward.model.problem.ProblemKind.USER;

/**
 * Everything that can go wrong, under a stable name. Where Spark or Lakeflow has an error condition
 * for the same case, its name is used, so that help written for one serves the other.
 */
public enum ProblemCode {
  // The project folder
  PROJECT_NOT_FOUND(USER, "The project folder does not exist or cannot be read."),
  RUN_EMPTY_PIPELINE(USER, "The project defines no table."),
  SOURCE_FILE_NOT_UTF8(USER, "A source file is not valid UTF-8."),
  SOURCE_FILE_UNREADABLE(USER, "A source file cannot be read."),
  SETTINGS_INVALID(USER, "The pipeline settings file has a wrong key or value."),
  COMMAND_INVALID(USER, "The command's arguments do not fit together."),

  // SQL text
  PARSE_SYNTAX_ERROR(USER, "A statement is not valid SQL."),
  STATEMENT_NOT_ALLOWED(USER, "The statement has no place in a pipeline."),
  PARAMETER_UNDEFINED(USER, "A parameter is used that has no value."),
  DIALECT_EXTENSION(USER, "Something is used that only Lakeward has, and that was forbidden."),
  NOT_SUPPORTED_YET(USER, "The feature exists in Lakeflow and is not built here yet."),

  // The graph
  PIPELINE_DUPLICATE_IDENTIFIERS(USER, "Two datasets or two flows have the same name."),
  DUPLICATE_FLOW_SQL_CONF(
      USER, "A flow and a view that it reads give one Spark setting different values."),
  TABLE_OR_VIEW_NOT_FOUND(USER, "A query reads a table that does not exist."),
  UNRESOLVED_COLUMN(USER, "A query uses a column that its inputs do not have."),
  UNRESOLVED_ROUTINE(USER, "A query calls a function that does not exist."),
  TABLE_OR_VIEW_ALREADY_EXISTS(USER, "A table or view of that name exists already."),
  ROUTINE_ALREADY_EXISTS(USER, "A function of that name exists already."),
  MERGE_CARDINALITY_VIOLATION(USER, "A MERGE would change one row by several rows of its source."),
  ANALYSIS_ERROR(USER, "A query does not make sense to Spark's analyzer."),
  CIRCULAR_DEPENDENCY(USER, "Datasets read each other in a circle."),
  UPSTREAM_FAILED(USER, "A dataset could not be resolved because one that it reads could not."),
  PIPELINE_DATASET_WITHOUT_FLOW(USER, "A table has neither a query nor a flow."),
  FLOW_TARGET_NOT_FOUND(USER, "A flow writes to a table that the pipeline does not define."),
  MATERIALIZED_VIEW_WITH_MULTIPLE_QUERIES(USER, "A materialized view has more than one query."),
  INVALID_FLOW_QUERY_TYPE(
      USER, "A streaming query was given where a batch one is needed, or the reverse."),
  INCOMPATIBLE_BATCH_VIEW_READ(USER, "A batch view is read as a stream."),
  INCOMPATIBLE_STREAMING_VIEW_READ(USER, "A streaming view is read in batch."),
  REFRESH_SELECTION_UNKNOWN(USER, "The selection names a table that the pipeline does not define."),
  TABLE_NOT_RESETTABLE(USER, "A full refresh was asked for a table that forbids it."),

  // AUTO CDC
  AUTOCDC_EMPTY_KEYS(USER, "An AUTO CDC flow names no key column."),
  AUTOCDC_MISSING_SEQUENCE_BY(USER, "An AUTO CDC flow does not say how its changes are ordered."),
  AUTOCDC_NON_COLUMN_IDENTIFIER(USER, "A clause of AUTO CDC has something else than a column."),
  AUTOCDC_MULTIPART_COLUMN_IDENTIFIER(
      USER, "A clause of AUTO CDC names a field inside a column, or a column with its table."),
  AUTOCDC_COLUMNS_NOT_FOUND_IN_SCHEMA(
      USER, "A clause of AUTO CDC names a column that the changes do not have."),
  AUTOCDC_KEY_NOT_IN_SELECTED_SCHEMA(USER, "COLUMNS of an AUTO CDC flow leaves out a key."),
  AUTOCDC_RESERVED_COLUMN_NAME_PREFIX_CONFLICT(
      USER, "A column has a name that AUTO CDC needs for itself."),
  AUTOCDC_INVALID_CLAUSE(USER, "A clause of AUTO CDC does not fit the others or its value's type."),
  AUTOCDC_FLOWS_DISAGREE(USER, "The flows into one target do not go together."),
  AUTOCDC_INVALID_STATE(USER, "An AUTO CDC flow changed in a way that needs a full refresh."),
  AUTOCDC_MICROBATCH_VALIDATION(USER, "Changes have no key or no sequence."),
  APPLY_CHANGES_FROM_SNAPSHOT_ERROR(
      USER, "The rows of a snapshot cannot be told apart by the keys."),

  // REPLACE USING and REPLACE WHERE
  REPLACE_FLOW_INVALID(USER, "A flow that replaces rows does not fit its target or its query."),

  // Expectations
  EXPECTATION_DUPLICATE_NAME(USER, "Two expectations of one dataset have the same name."),
  EXPECTATION_INVALID(USER, "An expectation's condition is not a boolean over the row."),
  EXPECTATION_VIOLATION(USER, "Rows broke an expectation that fails the update."),

  // Sources
  PATH_NOT_FOUND(USER, "A source path does not exist."),
  SOURCE_FORMAT_UNKNOWN(USER, "The format of a source cannot be told or is not supported."),
  SOURCE_OPTION_INVALID(USER, "A source has an option that is unknown or has a wrong value."),
  UNABLE_TO_INFER_SCHEMA(USER, "No schema can be inferred because there is no data."),
  UNKNOWN_FIELD_EXCEPTION(
      USER, "A file has a field that its schema lacks, and reading stops there."),
  CF_ADD_NEW_NOT_SUPPORTED(USER, "Columns are to be added to a schema that is fixed."),
  SOURCE_FILE_CORRUPT(USER, "A data file cannot be read."),
  SOURCE_FILE_CHANGED(DEPENDENCY, "A data file was changed while it was being read."),

  // Tables
  INCOMPATIBLE_SCHEMA(USER, "A query's columns do not fit the table that exists."),
  SOURCE_TABLE_CHANGED(USER, "A streamed table had rows changed or deleted, or was replaced."),
  TABLE_VERSION_NOT_FOUND(USER, "A table had no version at the time or of the number asked for."),
  CHANGE_DATA_MISSING(USER, "Which rows of a table changed was not recorded."),
  TABLE_DAMAGED(DEPENDENCY, "A Delta table's log or data cannot be read."),
  TABLE_FEATURE_UNSUPPORTED(USER, "A Delta table uses a feature that this engine cannot handle."),
  TABLE_OWNED_BY_ANOTHER(USER, "A table of that name exists and does not belong to this pipeline."),
  COMMIT_CONFLICT(DEPENDENCY, "Another writer committed to the same table at the same time."),

  // Running
  UNSUPPORTED_BY_ENGINE(USER, "The chosen engine cannot run a query."),
  SPARK_UNAVAILABLE(DEPENDENCY, "Spark could not be started, or its cluster was lost."),
  QUERY_FAILED(USER, "A query failed while it ran."),
  UPDATE_ALREADY_RUNNING(USER, "Another update of this pipeline is running."),
  DISK_FULL(RESOURCES, "The disk is full."),
  OUT_OF_MEMORY(RESOURCES, "Memory ran out."),
  IO_FAILED(DEPENDENCY, "A file operation failed."),
  STATE_DAMAGED(DEPENDENCY, "A file of the pipeline's state cannot be read."),
  INTERNAL_ERROR(BUG, "A fault in Lakeward.");

  private final ProblemKind kind;
  private final String explanation;

  ProblemCode(ProblemKind kind, String explanation) {
    this.kind = kind;
    this.explanation = explanation;
  }

  public ProblemKind kind() {
    return kind;
  }

  /** One sentence for the reference page. */
  public String explanation() {
    return explanation;
  }
}
