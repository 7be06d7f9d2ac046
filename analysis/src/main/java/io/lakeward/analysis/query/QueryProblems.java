/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import static io.lakeward.model.problem.ProblemCode.ANALYSIS_ERROR;
import static io.lakeward.model.problem.ProblemCode.NOT_SUPPORTED_YET;
import static io.lakeward.model.problem.ProblemCode.SOURCE_OPTION_INVALID;
import static io.lakeward.model.problem.ProblemCode.TABLE_OR_VIEW_NOT_FOUND;
import static io.lakeward.model.problem.ProblemCode.UNRESOLVED_COLUMN;
import static io.lakeward.model.problem.ProblemCode.UNRESOLVED_ROUTINE;

import io.lakeward.model.name.SqlQuoting;
import io.lakeward.model.name.TableName;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.source.SourceSpan;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
        known.stream().filter(k -> near.contains(k.table())).map(TableName::quoted).toList();
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

  static Problem notSupported(String feature, String fix, SourceSpan where) {
    return Problem.of(NOT_SUPPORTED_YET, feature + " is not supported yet.").at(where).withFix(fix);
  }

  static Problem directFileRead(TableReference reference) {
    String format = reference.parts().get(0);
    String path = reference.simpleName();
    return notSupported(
        "Reading files by " + format + ".`" + path + "`",
        "Write read_files('" + path + "', format => '" + format + "').",
        reference.where());
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

  private static String lastPart(String name) {
    String plain = name.replace("`", "");
    return plain.substring(plain.lastIndexOf('.') + 1);
  }

  private static List<String> quoted(List<String> columns) {
    Stream<String> first = columns.stream().limit(20).map(SqlQuoting::quoteIfNeeded);
    return columns.size() > 20 ? Stream.concat(first, Stream.of("…")).toList() : first.toList();
  }
}
