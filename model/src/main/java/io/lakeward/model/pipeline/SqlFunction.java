/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

import io.lakeward.model.name.TableName;
import java.util.List;
import java.util.Optional;

/**
 * A function whose result is an expression over its parameters.
 *
 * @param returnType as SQL; empty means the type of the expression
 * @param body the expression as SQL; a query stands in parentheses
 */
public record SqlFunction(
    TableName name,
    List<Parameter> parameters,
    Optional<String> returnType,
    String body,
    Optional<String> comment) {
  public SqlFunction {
    parameters = List.copyOf(parameters);
  }

  /**
   * @param type as SQL
   * @param defaultValue as SQL, for a call that leaves the parameter out
   */
  public record Parameter(String name, String type, Optional<String> defaultValue) {}
}
