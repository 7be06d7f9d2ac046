/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import static io.lakeward.model.problem.ProblemCode.ANALYSIS_ERROR;
import static io.lakeward.model.problem.ProblemCode.INCOMPATIBLE_SCHEMA;
import static io.lakeward.model.problem.ProblemCode.NOT_SUPPORTED_YET;
import static io.lakeward.model.problem.ProblemCode.SOURCE_OPTION_INVALID;
import static io.lakeward.model.problem.ProblemCode.STATEMENT_NOT_ALLOWED;
import static io.lakeward.model.problem.ProblemCode.TABLE_OR_VIEW_NOT_FOUND;
import static io.lakeward.model.problem.ProblemCode.UNRESOLVED_COLUMN;
import static io.lakeward.model.problem.ProblemCode.UNRESOLVED_ROUTINE;

import io.lakeward.model.name.SqlQuoting;
import io.lakeward.model.name.TableName;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.source.SourceSpan;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataType;

/** The texts of complaints about one query. */
final class QueryProblems {
  private QueryProblems() {}

  static Problem tableNotFound(TableReference reference, Collection<TableName> known) {
    String name =
        reference
            .qualified()
            .map(TableName::quoted)
            .orElseGet(
                () ->
                    reference.parts().stream()
                        .map(SqlQuoting::quoteIfNeeded)
                        .collect(Collectors.joining(".")));
    Problem problem =
        Problem.of(TABLE_OR_VIEW_NOT_FOUND, "Table or view " + name + " does not exist.")
            .at(reference.where());
    List<String> near =
        Suggestions.nearest(reference.simpleName(), known.stream().map(TableName::table).toList());
    List<String> full =
        known.stream()
            .distinct()
            .filter(k -> near.contains(k.table()))
            .map(TableName::quoted)
            .toList();
    return full.isEmpty()
        ? problem.withFix("Correct the name, or define a dataset of this name in the pipeline.")
        : problem.withFix("Did you mean " + String.join(" or ", full) + "?");
  }

  static Problem columnNotFound(String name, List<String> columns, SourceSpan where) {
    Problem problem =
        Problem.of(UNRESOLVED_COLUMN, "Column " + name + " cannot be resolved: no input has it.")
            .at(where);
    List<String> near = Suggestions.nearest(lastPart(name), columns);
    if (!near.isEmpty()) {
      return problem.withFix("Did you mean " + String.join(" or ", quoted(near)) + "?");
    }
    return columns.isEmpty()
        ? problem
        : problem.withFix("Use one of the columns " + String.join(", ", quoted(columns)) + ".");
  }

  static Problem functionNotFound(String name, Collection<String> known, SourceSpan where) {
    Problem problem =
        Problem.of(UNRESOLVED_ROUTINE, "Function " + name + " does not exist.").at(where);
    List<String> near = Suggestions.nearest(name, known);
    return near.isEmpty()
        ? problem
        : problem.withFix("Did you mean " + String.join(" or ", near) + "?");
  }

  static Problem setTwice(String column, SourceSpan where) {
    return Problem.of(
            ANALYSIS_ERROR,
            "The statement sets " + SqlQuoting.quoteIfNeeded(column) + ", or a part of it, twice.")
        .at(where)
        .withFix("Set each column and each field once.");
  }

  static Problem notSupported(String feature, String fix, SourceSpan where) {
    return Problem.of(NOT_SUPPORTED_YET, feature + " is not supported yet.").at(where).withFix(fix);
  }

  static Problem directFileRead(TableReference reference) {
    return notSupported(
        "Reading a Delta table by its path, delta.`" + reference.simpleName() + "`,",
        "Read a table of the warehouse by its name.",
        reference.where());
  }

  static Problem pathEmpty(TableReference reference) {
    return Problem.of(SOURCE_OPTION_INVALID, "The location name cannot be empty string.")
        .at(reference.where())
        .withFix("Write the path in back-quotes: " + reference.parts().get(0) + ".`/Volumes/…`.");
  }

  static Problem systemTable(TableReference reference) {
    String schema = reference.parts().get(reference.parts().size() - 2).toLowerCase(Locale.ROOT);
    String instead =
        switch (schema) {
          case "information_schema" ->
              "SHOW CATALOGS, SHOW SCHEMAS, SHOW TABLES and DESCRIBE tell what there is.";
          case "billing" -> "Leave it out: nothing is billed here.";
          case "lakeflow" ->
              "Ask the pipeline's own log: SELECT * FROM event_log('name of the pipeline').";
          default ->
              "Leave it out; what happens in a pipeline stands in event_log('name of the"
                  + " pipeline').";
        };
    return notSupported(
        "The system table " + String.join(".", reference.parts()), instead, reference.where());
  }

  static Problem pipelineNotFound(String idOrName, Collection<String> known, SourceSpan where) {
    Problem problem =
        Problem.of(
                TABLE_OR_VIEW_NOT_FOUND,
                "There is no event log of a pipeline with the id or name `"
                    + idOrName
                    + "` in this project.")
            .at(where);
    List<String> near = Suggestions.nearest(idOrName, known);
    if (!near.isEmpty()) {
      return problem.withFix("Did you mean '" + String.join("' or '", near) + "'?");
    }
    return known.isEmpty()
        ? problem
        : problem.withFix("Write one of '" + String.join("', '", known) + "'.");
  }

  static Problem tableWithoutPipeline(TableName table, SourceSpan where) {
    return Problem.of(
            TABLE_OR_VIEW_NOT_FOUND, "No pipeline of this project fills the table " + table + ".")
        .at(where)
        .withFix("Name a table of the pipeline, or the pipeline itself.");
  }

  static Problem argumentNotConstant(String function, String argument, SourceSpan where) {
    return Problem.of(
            SOURCE_OPTION_INVALID,
            "Argument " + argument + " of " + function + " is not a constant.")
        .at(where)
        .withFix("Give a literal value, such as 'csv', true or 10.");
  }

  static Problem argumentsWrong(String function, String usage, SourceSpan where) {
    return Problem.of(SOURCE_OPTION_INVALID, "The arguments of " + function + " are not valid.")
        .at(where)
        .withFix("Write " + usage + ".");
  }

  static Problem invalidSetting(String message, SourceSpan where) {
    return Problem.of(ANALYSIS_ERROR, "A Spark setting in force here is not valid: " + message)
        .at(where)
        .withFix("Correct the SET statement or the pipeline's configuration.");
  }

  static Problem functionInvalid(TableName function, String reason, SourceSpan where) {
    return Problem.of(
            ANALYSIS_ERROR,
            "The function " + function.quoted() + " cannot be used: " + reason + ".")
        .at(where)
        .withFix("Correct the function with CREATE OR REPLACE FUNCTION.");
  }

  static Problem randomArgument(TableName function, String parameter, SourceSpan where) {
    return Problem.of(
            NOT_SUPPORTED_YET,
            "A random argument for `%s`, which the function %s uses more than once, is not supported yet."
                .formatted(parameter, function.quoted()))
        .at(where)
        .withFix("Give the value a name in a query below the call: FROM (SELECT rand() AS r, …).");
  }

  static Problem functionGivesRows(TableName function, SourceSpan where) {
    return Problem.of(
            ANALYSIS_ERROR, "The function " + function.quoted() + " gives rows and not one value.")
        .at(where)
        .withFix("Write it where a table stands: FROM " + function.quoted() + "(…).");
  }

  static Problem functionGivesValue(TableName function, SourceSpan where) {
    return Problem.of(
            ANALYSIS_ERROR, "The function " + function.quoted() + " gives one value and no rows.")
        .at(where)
        .withFix(
            "Write it where a value stands, such as SELECT "
                + function.quoted()
                + "(…), or let it say RETURNS TABLE.");
  }

  static Problem parameterInSubquery(Problem unresolved) {
    return Problem.of(
            NOT_SUPPORTED_YET,
            "A parameter in a subquery inside the function's query is not supported: "
                + unresolved.message())
        .withFix("Let the function's query join the tables, so that it needs no subquery.");
  }

  static Problem functionIsNoStream(TableName function, SourceSpan where) {
    return Problem.of(
            NOT_SUPPORTED_YET, "STREAM before a function that gives rows is not supported.")
        .at(where)
        .withFix(
            "Write the function's query in the place of "
                + function.quoted()
                + "(…), with STREAM before its table.");
  }

  static Problem functionArguments(TableName function, List<String> parameters, SourceSpan where) {
    return Problem.of(
            ANALYSIS_ERROR, "The arguments do not fit the function " + function.quoted() + ".")
        .at(where)
        .withFix("Its parameters are (" + String.join(", ", parameters) + ").");
  }

  static Problem policyFunctionMissing(String function, TableReference reference) {
    return Problem.of(
            UNRESOLVED_ROUTINE,
            "The function "
                + function
                + ", which protects rows or values of "
                + String.join(".", reference.parts())
                + ", does not exist; nothing of the table is shown without it.")
        .at(reference.where())
        .withFix("Create it with CREATE FUNCTION … RETURN …, in SQL or in a file of the pipeline.");
  }

  static Problem viewHasNoHistory(TableReference reference) {
    return Problem.of(
            ANALYSIS_ERROR,
            String.join(".", reference.parts())
                + " is a view and keeps no rows: it has no older versions, no changes and no options.")
        .at(reference.where())
        .withFix("Read a table that the view reads.");
  }

  static Problem changeOfView(TableReference reference) {
    return Problem.of(
            STATEMENT_NOT_ALLOWED,
            String.join(".", reference.parts()) + " is a view, and a view has no rows to change.")
        .at(reference.where())
        .withFix("Change the rows of a table that it reads.");
  }

  static Problem insertArity(List<String> wanted, int given, SourceSpan where) {
    return Problem.of(
            INCOMPATIBLE_SCHEMA,
            "The statement gives "
                + given
                + " values for "
                + wanted.size()
                + " columns: "
                + String.join(", ", quoted(wanted))
                + ".")
        .at(where)
        .withFix("Name the columns, INSERT INTO t (a, b) …, or write INSERT INTO t BY NAME.");
  }

  static Problem assignmentType(String column, DataType given, DataType wanted, SourceSpan where) {
    return Problem.of(
            INCOMPATIBLE_SCHEMA,
            "Column "
                + SqlQuoting.quoteIfNeeded(column)
                + " is "
                + wanted.sql()
                + ", but the statement gives "
                + given.sql()
                + ".")
        .at(where)
        .withFix("Cast the value.");
  }

  static Problem generatedGiven(TableName table, String column, SourceSpan where) {
    return Problem.of(
            INCOMPATIBLE_SCHEMA,
            "Column "
                + SqlQuoting.quoteIfNeeded(column)
                + " of "
                + table.quoted()
                + " is generated and takes no value.")
        .at(where)
        .withFix("Leave the column out: INSERT INTO t (the other columns) ….");
  }

  static Problem policyReadsItself(TableReference reference) {
    return Problem.of(
            ANALYSIS_ERROR,
            "A row filter or mask looks up rows in "
                + String.join(".", reference.parts())
                + ", whose own row filter or mask looks there too.")
        .at(reference.where())
        .withFix("Let the function read a table without such a filter or mask.");
  }

  static Problem numberChanged(TableName table, String column, SourceSpan where) {
    return Problem.of(
            INCOMPATIBLE_SCHEMA,
            "IDENTITY_COLUMNS_UPDATE_NOT_SUPPORTED: "
                + table.quoted()
                + " numbers its rows in column "
                + SqlQuoting.quoteIfNeeded(column)
                + ", and a row keeps its number.")
        .at(where)
        .withFix("Leave the column out of SET.");
  }

  static Problem pointInvalid(String clause, SourceSpan where) {
    return Problem.of(ANALYSIS_ERROR, "What follows " + clause + " is not a point in time.")
        .at(where)
        .withFix("Write VERSION AS OF 3, or TIMESTAMP AS OF '2026-01-31 12:00:00'.");
  }

  static Problem optionOfBatchRead(String option, SourceSpan where) {
    return Problem.of(
            SOURCE_OPTION_INVALID,
            "The option "
                + option
                + " belongs to a streaming read, and this table is read in batch.")
        .at(where)
        .withFix("Write STREAM before the table, or leave WITH (…) out.");
  }

  static Problem streamOptionUnknown(String option, Optional<String> meant, SourceSpan where) {
    return Problem.of(
            SOURCE_OPTION_INVALID, "A streaming read of a table has no option " + option + ".")
        .at(where)
        .withFix(
            meant
                .map(word -> "Did you mean " + word + "?")
                .orElse("Use an option such as skipChangeCommits or startingVersion."));
  }

  static Problem streamOptionInvalid(String option, String reason, SourceSpan where) {
    return Problem.of(
            SOURCE_OPTION_INVALID, "The option " + option + " does not fit: " + reason + ".")
        .at(where)
        .withFix("Correct the value in WITH (…).");
  }

  private static String lastPart(String name) {
    String plain = name.replace("`", "");
    return plain.substring(plain.lastIndexOf('.') + 1);
  }

  private static List<String> quoted(List<String> columns) {
    Stream<String> first = columns.stream().limit(20).map(SqlQuoting::quoteIfNeeded);
    return columns.size() > 20 ? Stream.concat(first, Stream.of("…")).toList() : first.toList();
  }
}
