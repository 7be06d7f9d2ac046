/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import io.lakeward.analysis.query.FunctionLookup;
import io.lakeward.analysis.query.ValueAnalyzer;
import io.lakeward.model.pipeline.ColumnDefinition;
import io.lakeward.model.pipeline.Dataset;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The values of a dataset's columns that its definition gives: defaults and generated ones. */
final class ColumnValues {
  private final Dataset target;
  private final StructType shape;
  private final FunctionLookup functions;

  ColumnValues(Dataset target, StructType shape, FunctionLookup functions) {
    this.target = target;
    this.shape = shape;
    this.functions = functions;
  }

  boolean isGenerated(StructField field) {
    return value(field).map(ColumnDefinition.ColumnValue::isGenerated).orElse(false);
  }

  /** How rows are numbered in the column, if they are. */
  Optional<ColumnDefinition.Numbering> numbering(StructField field) {
    return definition(field).flatMap(ColumnDefinition::numbering);
  }

  boolean hasGenerated() {
    for (StructField field : shape.fields()) {
      if (isGenerated(field)) {
        return true;
      }
    }
    return false;
  }

  /** The value of a row that does not have the column. */
  Optional<Expression> defaultOf(StructField field) {
    return value(field)
        .filter(value -> !value.isGenerated())
        .map(
            value ->
                ValueAnalyzer.constant(
                    value.expression(), field.dataType(), subject(field), functions));
  }

  /** The value that a generated column has in a row. */
  Expression generated(StructField field, List<Attribute> row) {
    ColumnDefinition.ColumnValue value =
        value(field).orElseThrow(() -> new IllegalStateException(field.name()));
    List<Attribute> others =
        row.stream().filter(column -> !isGenerated(shape.apply(column.name()))).toList();
    return ValueAnalyzer.ofRow(
        value.expression(), others, field.dataType(), subject(field), functions);
  }

  private String subject(StructField field) {
    return (isGenerated(field) ? "The generated column `" : "The default of column `")
        + field.name()
        + "` of "
        + target.name().quoted();
  }

  private Optional<ColumnDefinition.ColumnValue> value(StructField field) {
    return definition(field).flatMap(ColumnDefinition::value);
  }

  private Optional<ColumnDefinition> definition(StructField field) {
    return target.columns().stream()
        .filter(column -> column.name().equalsIgnoreCase(field.name()))
        .findFirst();
  }
}
