/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import static io.lakeward.model.problem.ProblemCode.EXPECTATION_DUPLICATE_NAME;
import static io.lakeward.model.problem.ProblemCode.INCOMPATIBLE_SCHEMA;
import static io.lakeward.model.problem.ProblemCode.NOT_SUPPORTED_YET;
import static io.lakeward.model.problem.ProblemCode.PARAMETER_UNDEFINED;
import static io.lakeward.model.problem.ProblemCode.PARSE_SYNTAX_ERROR;
import static io.lakeward.model.problem.ProblemCode.STATEMENT_NOT_ALLOWED;

import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.problem.DidYouMean;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.source.SourceSpan;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** The wording of everything that can be wrong in the text of a statement. */
final class SqlProblems {
  private static final List<String> STATEMENT_WORDS = List.of("CREATE", "SET", "USE", "APPLY");

  private SqlProblems() {}

  // Syntax

  static Problem syntax(String found, String expected, SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "Found " + found + " where " + expected + " should be.")
        .at(where);
  }

  static Problem missingAs(String found, SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "AS is missing before `" + found + "`.")
        .at(where)
        .withFix("Write AS between the clauses and the query.");
  }

  static Problem missingByName(String found, SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "BY NAME is missing before `" + found + "`.")
        .at(where)
        .withFix("Write BY NAME before the query: a flow matches columns by their names.");
  }

  static Problem rowsWithoutQuery(SourceSpan where) {
    return Problem.of(
            PARSE_SYNTAX_ERROR, "A function that RETURNS TABLE has no query after RETURN.")
        .at(where)
        .withFix("Write RETURN SELECT …, or RETURNS and a type for a function that gives a value.");
  }

  static Problem replaceKind(SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "REPLACE does not say which rows are replaced.")
        .at(where)
        .withFix("Write REPLACE WHERE condition, or REPLACE USING (key, …) SEQUENCE BY value.");
  }

  static Problem replaceKey(SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "REPLACE USING needs names of columns here.")
        .at(where)
        .withFix("Write the columns as (a, b). A field of a column has to be a column first.");
  }

  static Problem replaceSequenceMissing(SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "REPLACE USING has no SEQUENCE BY.")
        .at(where)
        .withFix("Add SEQUENCE BY and the column that tells which rows of a key are the newest.");
  }

  static Problem replaceQueryMissing(String clause, SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "The query is missing after " + clause + ".")
        .at(where)
        .withFix("Write BY NAME and the query whose rows replace the others.");
  }

  static Problem onceAndReplace(SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "ONCE does not go with REPLACE.")
        .at(where)
        .withFix("Remove ONCE: a flow that replaces rows does so at every update.");
  }

  static Problem settingWithoutEnd(String key, String word, SourceSpan where) {
    return Problem.of(
            PARSE_SYNTAX_ERROR,
            "The value of " + key + " goes on over " + word + " in a later line.")
        .at(where)
        .withFix("Is a semicolon missing before " + word + "? If not, put the value in quotes.");
  }

  static Problem notClosed(String what, SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "The " + what + " that begins here has no end.")
        .at(where)
        .withFix("Close the " + what + ".");
  }

  static Problem unknownStatement(String word, SourceSpan where) {
    String meant =
        DidYouMean.closest(word, STATEMENT_WORDS).map(w -> " Did you mean " + w + "?").orElse("");
    return Problem.of(PARSE_SYNTAX_ERROR, "No statement begins with `" + word + "`.")
        .at(where)
        .withFix("Begin the statement with CREATE, SET or USE." + meant);
  }

  static Problem tooManyNameParts(String name, SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "The name " + name + " has more than three parts.")
        .at(where)
        .withFix("Write table, schema.table or catalog.schema.table.");
  }

  static Problem emptyName(SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "A part of the name is empty.")
        .at(where)
        .withFix("Give each part of the name at least one character.");
  }

  static Problem useNameTooLong(String form, SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "The name after USE has too many parts.")
        .at(where)
        .withFix("Write a name of the form " + form + ".");
  }

  static Problem computedNameInvalid(String value, SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "IDENTIFIER gives `" + value + "`, which is not a name.")
        .at(where)
        .withFix("Give a value of the form table, schema.table or catalog.schema.table.");
  }

  static Problem wrongKindWords(String written, SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "CREATE " + written + " is not a kind of dataset.")
        .at(where)
        .withFix("Use STREAMING TABLE, MATERIALIZED VIEW, TEMPORARY VIEW or VIEW.");
  }

  static Problem replaceStoredTable(String kind, SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "A " + kind + " cannot be created with OR REPLACE.")
        .at(where)
        .withFix("Write OR REFRESH: the table keeps its rows and is brought up to date.");
  }

  static Problem queryMissing(String kind, String name, SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "The " + kind + " " + name + " has no query.")
        .at(where)
        .withFix("Add AS and a query at the end of the statement.");
  }

  static Problem flowClauseNotHere(String kind, SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "A " + kind + " takes its query after AS, not FLOW.")
        .at(where)
        .withFix("Write AS and the query, or make it a streaming table.");
  }

  static Problem clauseNotHere(String clause, String kind, SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "A " + kind + " has no " + clause + ".")
        .at(where)
        .withFix("Remove " + clause + ", or make it a materialized view.");
  }

  static Problem clauseTwice(String clause, SourceSpan where, SourceSpan first) {
    return Problem.of(
            PARSE_SYNTAX_ERROR, clause + " is given twice; the other is at " + first + ".")
        .at(where)
        .withFix("Keep one of the two.");
  }

  static Problem partitionAndCluster(SourceSpan where) {
    return Problem.of(
            PARSE_SYNTAX_ERROR,
            "SPECIFY_CLUSTER_BY_WITH_PARTITIONED_BY_IS_NOT_ALLOWED: PARTITIONED BY and CLUSTER BY"
                + " cannot be used on one table.")
        .at(where)
        .withFix("Keep one of the two; CLUSTER BY is the one that can be changed later.");
  }

  static Problem temporaryViewName(String name, SourceSpan where) {
    return Problem.of(
            PARSE_SYNTAX_ERROR,
            "MULTIPART_TEMPORARY_VIEW_NAME_NOT_SUPPORTED: the temporary view "
                + name
                + " has a name of more than one part.")
        .at(where)
        .withFix("Drop the catalog and schema: a temporary view is known by one word.");
  }

  static Problem flowNameParts(String name, SourceSpan where) {
    return Problem.of(
            PARSE_SYNTAX_ERROR,
            "MULTIPART_FLOW_NAME_NOT_SUPPORTED: the flow "
                + name
                + " has a name of more than one part.")
        .at(where)
        .withFix("Give the flow a name of one part; it lives in the pipeline only.");
  }

  static Problem keyColumnNullable(String column, SourceSpan where) {
    return Problem.of(INCOMPATIBLE_SCHEMA, "The primary key's column " + column + " may be NULL.")
        .at(where)
        .withFix("Declare the column NOT NULL.");
  }

  static Problem identityType(String type, SourceSpan where) {
    return Problem.of(
            INCOMPATIBLE_SCHEMA,
            "IDENTITY_COLUMNS_UNSUPPORTED_DATA_TYPE: an IDENTITY column is a BIGINT, not "
                + (type.isEmpty() ? "a column without a type" : type)
                + ".")
        .at(where)
        .withFix("Declare the column as BIGINT.");
  }

  static Problem identityOptions(SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "What stands behind IDENTITY was not understood.")
        .at(where)
        .withFix("Write (START WITH number INCREMENT BY number), or nothing.");
  }

  static Problem identityStep(SourceSpan where) {
    return Problem.of(
            PARSE_SYNTAX_ERROR,
            "IDENTITY_COLUMNS_ILLEGAL_STEP: with INCREMENT BY 0 all rows would get one number.")
        .at(where)
        .withFix("Write a number above or below 0.");
  }

  static Problem valueNotOnView(DatasetKind kind, String what, SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "A " + kind + " has no " + what + ".")
        .at(where)
        .withFix("Compute the column in the query, or make it a streaming table.");
  }

  static Problem collation(String written, SourceSpan where) {
    return notSupported(
        "DEFAULT COLLATION " + written, "Remove it; UTF8_BINARY is the rule.", where);
  }

  static Problem refreshPolicy(String written, SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "There is no REFRESH POLICY " + written + ".")
        .at(where)
        .withFix("Write AUTO, INCREMENTAL, INCREMENTAL STRICT or FULL.");
  }

  static Problem resetAllowedValue(String value, SourceSpan where) {
    return Problem.of(
            PARSE_SYNTAX_ERROR,
            "The table property pipelines.reset.allowed is '" + value + "', not true or false.")
        .at(where)
        .withFix("Write true or false.");
  }

  static Problem expectationOnView(String expectation, SourceSpan where) {
    return Problem.of(
            PARSE_SYNTAX_ERROR, "The expectation " + expectation + " stands on a published view.")
        .at(where)
        .withFix("Make it a temporary view or a materialized view; those can have expectations.");
  }

  static Problem duplicateColumn(String column, SourceSpan where, SourceSpan first) {
    return Problem.of(
            PARSE_SYNTAX_ERROR,
            "The column " + column + " is declared twice; the other is at " + first + ".")
        .at(where)
        .withFix("Remove or rename one of the two.");
  }

  static Problem duplicateExpectation(String name, SourceSpan where, SourceSpan first) {
    return Problem.of(
            EXPECTATION_DUPLICATE_NAME,
            "The expectation " + name + " is declared twice; the other is at " + first + ".")
        .at(where)
        .withFix("Give one of the two another name.");
  }

  static Problem duplicateProperty(String key, SourceSpan where, SourceSpan first) {
    return Problem.of(
            PARSE_SYNTAX_ERROR,
            "The table property " + key + " is set twice; the other is at " + first + ".")
        .at(where)
        .withFix("Keep one of the two.");
  }

  // Parameters

  static Problem configurationUndefined(String key, Collection<String> known, SourceSpan where) {
    return Problem.of(PARAMETER_UNDEFINED, "No value is set for ${" + key + "}.")
        .at(where)
        .withFix(
            "Add "
                + key
                + " to configuration in the pipeline settings, or SET it earlier in this file."
                + meant(key, known));
  }

  static Problem configurationCircle(String key, SourceSpan where) {
    return Problem.of(PARAMETER_UNDEFINED, "The value of ${" + key + "} refers to itself.")
        .at(where)
        .withFix("Give " + key + " a value that does not lead back to it.");
  }

  static Problem parameterUndefined(String name, Collection<String> known, SourceSpan where) {
    return Problem.of(PARAMETER_UNDEFINED, "The parameter :" + name + " has no value.")
        .at(where)
        .withFix("Add " + name + " to parameters in the pipeline settings." + meant(name, known));
  }

  private static String meant(String wrong, Collection<String> known) {
    return DidYouMean.closest(wrong, new TreeSet<>(known))
        .map(word -> " Did you mean " + word + "?")
        .orElse("");
  }

  // Statements without a place here

  static Problem queryNotAllowed(SourceSpan where) {
    return Problem.of(STATEMENT_NOT_ALLOWED, "A query on its own has no effect in a pipeline.")
        .at(where)
        .withFix("Put CREATE OR REFRESH MATERIALIZED VIEW name AS before it, or remove it.");
  }

  static Problem commandNotAllowed(String word, SourceSpan where) {
    String fix =
        switch (word) {
          case "INSERT" -> "Write CREATE FLOW name AS before it to fill a streaming table.";
          case "REFRESH" -> "Remove it: every update of the pipeline refreshes its tables.";
          case "DROP" -> "Remove it. To drop a dataset, take its CREATE statement away.";
          default -> "Remove it, and run it outside the pipeline.";
        };
    return Problem.of(STATEMENT_NOT_ALLOWED, "A pipeline file cannot hold " + word + ".")
        .at(where)
        .withFix(fix);
  }

  static Problem createNotAllowed(String object, SourceSpan where) {
    return Problem.of(STATEMENT_NOT_ALLOWED, "A pipeline file cannot create " + object + ".")
        .at(where)
        .withFix("Create it outside the pipeline.");
  }

  static Problem plainTableNotAllowed(SourceSpan where) {
    return Problem.of(STATEMENT_NOT_ALLOWED, "A pipeline cannot define a plain table.")
        .at(where)
        .withFix(
            "Write CREATE OR REFRESH MATERIALIZED VIEW, or STREAMING TABLE if the query streams.");
  }

  // Statements of a session

  static Problem definedInPipeline(String words, SourceSpan where) {
    return Problem.of(
            STATEMENT_NOT_ALLOWED, "Tables and views are defined in the files of a pipeline.")
        .at(where)
        .withFix("Put the statement (" + words + " …) into a file of the pipeline and run it.");
  }

  static Problem columnsAndQuery(SourceSpan where) {
    return Problem.of(
            PARSE_SYNTAX_ERROR, "A table that is made from a query takes its columns from it.")
        .at(where)
        .withFix("Leave the column list out, or make the table first and INSERT the query's rows.");
  }

  static Problem alterNotAllowed(SourceSpan where) {
    return Problem.of(
            STATEMENT_NOT_ALLOWED,
            "ALTER_NOT_ALLOWED_FOR_PIPELINE_TABLE: a table of a pipeline is changed where it is"
                + " defined.")
        .at(where)
        .withFix("Change the CREATE statement in the pipeline's file and run the pipeline.");
  }

  static Problem notOnPipelineTables(String word, SourceSpan where) {
    return Problem.of(STATEMENT_NOT_ALLOWED, word + " is not allowed on the tables of a pipeline.")
        .at(where)
        .withFix(
            "Change the table's definition, or its rows with INSERT, UPDATE, DELETE or MERGE.");
  }

  static Problem unknownCommand(String word, SourceSpan where) {
    List<String> known =
        List.of(
            "SELECT",
            "WITH",
            "INSERT",
            "UPDATE",
            "DELETE",
            "MERGE",
            "DESCRIBE",
            "SHOW",
            "EXPLAIN",
            "USE",
            "SET",
            "CREATE",
            "DROP",
            "UNDROP",
            "REFRESH",
            "VALUES");
    String meant = DidYouMean.closest(word, known).map(w -> "Did you mean " + w + "?").orElse("");
    return Problem.of(PARSE_SYNTAX_ERROR, "No statement begins with `" + word + "`.")
        .at(where)
        .withFix(meant.isEmpty() ? "Begin with SELECT, or with another word of SQL." : meant);
  }

  // Not built yet

  static Problem notSupported(String what, String fix, SourceSpan where) {
    return Problem.of(NOT_SUPPORTED_YET, what + " is not supported yet.").at(where).withFix(fix);
  }
}
