/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

import io.lakeward.model.name.TableName;
import java.util.List;
import java.util.Optional;

/**
 * A function whose result is an expression over its parameters, or the rows of a query over them.
 *
 * @param returnType of a value, as SQL; empty means the type of the expression
 * @param rows the columns of a function that gives rows; an empty list means those of its query
 * @param body the expression as SQL; a query that gives one value stands in parentheses
 */
public record SqlFunction(
    TableName name,
    List<Parameter> parameters,
    Optional<String> returnType,
    Optional<List<ResultColumn>> rows,
    String body,
    Optional<String> comment) {
  public SqlFunction {
    parameters = List.copyOf(parameters);
    rows = rows.map(List::copyOf);
  }

  /** Whether it stands where a table can stand. */
  public boolean givesRows() {
    return rows.isPresent();
  }

  /**
   * @param type as SQL
   */
  public record ResultColumn(String name, String type) {}

  /**
   * @param type as SQL
   * @param defaultValue as SQL, for a call that leaves the parameter out
   */
  public record Parameter(String name, String type, Optional<String> defaultValue) {}
}
