/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import static io.lakeward.model.problem.ProblemCode.INVALID_FLOW_QUERY_TYPE;
import static io.lakeward.model.problem.ProblemCode.NOT_SUPPORTED_YET;
import static io.lakeward.model.problem.ProblemCode.REPLACE_FLOW_INVALID;
import static io.lakeward.model.problem.ProblemCode.UNRESOLVED_COLUMN;

import io.lakeward.model.name.SqlQuoting;
import io.lakeward.model.pipeline.ColumnDefinition;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.Expectation;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.NamedColumn;
import io.lakeward.model.problem.DidYouMean;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.source.SourceSpan;
import java.util.List;
import org.apache.spark.sql.types.DataType;

/** The texts of complaints about flows that replace rows. */
final class ReplacementProblems {
  private ReplacementProblems() {}

  static Problem streamingQuery(Flow flow, Dataset target, SourceSpan where) {
    return Problem.of(
            INVALID_FLOW_QUERY_TYPE,
            "Flow "
                + flow.name().quoted()
                + " replaces rows of "
                + target.name().quoted()
                + " by a condition, but its query is a stream.")
        .at(where)
        .withFix("Remove STREAM: the flow replaces by what the query gives at each update.");
  }

  static Problem severalFlows(Flow other, Flow replacing, Dataset target) {
    return Problem.of(
            REPLACE_FLOW_INVALID,
            "Flow "
                + other.name().quoted()
                + " writes into "
                + target.name().quoted()
                + ", whose rows "
                + replacing.name().quoted()
                + " ("
                + replacing.where()
                + ") replaces.")
        .at(other.where())
        .withFix("Give one of the two flows a target of its own.");
  }

  static Problem plainTable(Flow flow, Dataset target) {
    return Problem.of(
            REPLACE_FLOW_INVALID,
            "REPLACE WHERE is not allowed on the plain table " + target.name().quoted() + ".")
        .at(flow.where())
        .withFix("Make it a streaming table.");
  }

  static Problem expectation(Expectation rule, Dataset target) {
    return Problem.of(
            REPLACE_FLOW_INVALID,
            target.name().quoted() + " has expectations, which REPLACE WHERE does not allow.")
        .at(rule.condition().span())
        .withFix("Put them on a temporary view that the flow reads.");
  }

  static Problem numbered(ColumnDefinition column, Dataset target) {
    return Problem.of(
            NOT_SUPPORTED_YET,
            "An IDENTITY column of "
                + target.name().quoted()
                + ", whose rows a flow replaces, is not supported yet.")
        .at(column.where())
        .withFix("Take a key from the data, or hash its columns.");
  }

  static Problem quarantine(Flow flow, Dataset target) {
    return Problem.of(
            NOT_SUPPORTED_YET,
            "A quarantine of "
                + target.name().quoted()
                + ", whose rows a flow replaces, is not supported yet.")
        .at(flow.where())
        .withFix("Write ON VIOLATION DROP ROW, or put the quarantine on a table that it reads.");
  }

  static Problem keyNotFound(NamedColumn key, List<String> known) {
    return Problem.of(
            UNRESOLVED_COLUMN,
            "REPLACE USING names column " + name(key) + ", which the query does not give.")
        .at(key.where())
        .withFix(
            DidYouMean.closest(key.name(), known)
                .map(word -> "Did you mean " + SqlQuoting.quoteIfNeeded(word) + "?")
                .orElse("It gives " + String.join(", ", known) + "."));
  }

  static Problem keyType(NamedColumn key, DataType type) {
    return Problem.of(
            REPLACE_FLOW_INVALID,
            "The key " + name(key) + " has type " + type.sql() + ", by which no row can be found.")
        .at(key.where())
        .withFix("Use a number, text, date, time or boolean as the key.");
  }

  static Problem sequenceNotOrderable(DataType type, SourceSpan where) {
    return Problem.of(
            REPLACE_FLOW_INVALID,
            "SEQUENCE BY has type " + type.sql() + ", whose values cannot be ordered.")
        .at(where)
        .withFix("Use a number, a time, or STRUCT(…) of such values.");
  }

  private static String name(NamedColumn column) {
    return SqlQuoting.quoteIfNeeded(column.name());
  }
}
