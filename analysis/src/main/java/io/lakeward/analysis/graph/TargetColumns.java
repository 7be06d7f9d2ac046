/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import io.lakeward.analysis.query.AnalyzedQuery;
import io.lakeward.model.pipeline.ColumnDefinition;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.TableKey;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.analysis.TypeCoercion$;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser;
import org.apache.spark.sql.catalyst.util.CharVarcharUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/**
 * Decides the columns of a stored dataset: the declared ones where there are any, otherwise those
 * that its flows give, merged by name.
 */
final class TargetColumns {
  private final Dataset target;
  private final List<Problem> problems = new ArrayList<>();

  private TargetColumns(Dataset target) {
    this.target = target;
  }

  /**
   * The columns, in order.
   *
   * @param queries where each flow's query stands, and what it gives
   * @throws ProjectException with every conflict
   */
  static StructType of(Dataset target, Map<SourceSpan, AnalyzedQuery> queries) {
    TargetColumns columns = new TargetColumns(target);
    StructType schema = columns.decide(queries);
    if (!columns.problems.isEmpty()) {
      throw new ProjectException(columns.problems);
    }
    return schema;
  }

  private StructType decide(Map<SourceSpan, AnalyzedQuery> queries) {
    queries.forEach((where, query) -> checkGiven(query.schema(), where));
    if (!problems.isEmpty()) {
      return new StructType();
    }
    StructType columns = target.columns().isEmpty() ? merged(queries) : declared(merged(queries));
    checkNames(columns, queries.keySet().iterator().next());
    checkLayout(columns);
    return columns;
  }

  /** Rows are laid out by columns that the table has. */
  private void checkLayout(StructType columns) {
    List<String> known = List.of(columns.fieldNames());
    target.partitionColumns().stream()
        .filter(this::isNumbered)
        .forEach(column -> problems.add(GraphProblems.numberedPartition(target, column)));
    List<String> layout = new ArrayList<>(target.partitionColumns());
    target.clusterColumns().stream().filter(c -> !c.contains(".")).forEach(layout::add);
    for (String column : layout) {
      if (problems.isEmpty() && known.stream().noneMatch(column::equalsIgnoreCase)) {
        problems.add(GraphProblems.layoutColumnNotFound(target, column, known));
      }
    }
    for (TableKey key : target.keys()) {
      for (String column : key.columns()) {
        if (problems.isEmpty() && known.stream().noneMatch(column::equalsIgnoreCase)) {
          problems.add(GraphProblems.keyColumnNotFound(target, key, column, known));
        }
      }
    }
    for (StructField field : columns.fields()) {
      boolean isPartition =
          target.partitionColumns().stream().anyMatch(field.name()::equalsIgnoreCase);
      if (isPartition && !StoredTypes.isPartitionable(field.dataType())) {
        problems.add(GraphProblems.partitionType(target, field));
      }
    }
  }

  private boolean isNumbered(String name) {
    return target.columns().stream()
        .anyMatch(c -> c.numbering().isPresent() && key(c.name()).equals(key(name)));
  }

  private void checkNames(StructType columns, SourceSpan where) {
    if (target.kind().isStored()) {
      for (StructField field : columns.fields()) {
        StoredTypes.notStorableName(field)
            .ifPresent(
                name -> problems.add(GraphProblems.columnNameNotStorable(target, name, where)));
      }
    }
  }

  private void checkGiven(StructType given, SourceSpan where) {
    List<String> seen = new ArrayList<>();
    for (StructField field : given.fields()) {
      String key = key(field.name());
      if (seen.contains(key)) {
        problems.add(GraphProblems.duplicateColumn(target, field.name(), where));
      }
      seen.add(key);
      boolean isTypeDeclared =
          target.columns().stream()
              .anyMatch(c -> c.type().isPresent() && key(c.name()).equals(key));
      if (!isTypeDeclared) {
        StoredTypes.notStorable(field.dataType())
            .ifPresent(
                type ->
                    problems.add(
                        GraphProblems.typeNotStorable(
                            target, field.name(), field.dataType(), where)));
      }
    }
  }

  private StructType merged(Map<SourceSpan, AnalyzedQuery> queries) {
    Map<String, StructField> fields = new LinkedHashMap<>();
    queries.forEach(
        (where, query) -> {
          for (StructField given : query.schema().fields()) {
            StructField field = StoredTypes.plain(given);
            StructField earlier = fields.get(key(field.name()));
            fields.put(key(field.name()), earlier == null ? field : widened(earlier, field, where));
          }
        });
    return new StructType(fields.values().toArray(new StructField[0]));
  }

  private StructField widened(StructField earlier, StructField later, SourceSpan where) {
    if (earlier.dataType().equals(later.dataType()) || hasDeclaredType(earlier.name())) {
      return earlier;
    }
    Option<DataType> common =
        TypeCoercion$.MODULE$.findTightestCommonType().apply(earlier.dataType(), later.dataType());
    if (common.isEmpty()) {
      problems.add(
          GraphProblems.flowsDisagree(
              target, earlier.name(), earlier.dataType(), later.dataType(), where));
      return earlier;
    }
    return new StructField(earlier.name(), common.get(), true, earlier.metadata());
  }

  private boolean hasDeclaredType(String name) {
    return target.columns().stream()
        .anyMatch(c -> c.type().isPresent() && key(c.name()).equals(key(name)));
  }

  private StructType declared(StructType given) {
    List<StructField> fields = new ArrayList<>();
    List<ColumnDefinition> columns = target.columns();
    boolean isByPosition = RowShape.isByPosition(columns, given);
    for (int i = 0; i < columns.size(); i++) {
      ColumnDefinition column = columns.get(i);
      Optional<DataType> type =
          column.type().isPresent()
              ? declaredType(column, column.type().get())
              : givenType(given, isByPosition ? given.fields()[i].name() : column.name(), column);
      if (type.isPresent()) {
        StructField field =
            new StructField(column.name(), type.get(), column.nullable(), Metadata.empty());
        fields.add(column.comment().map(field::withComment).orElse(field));
      }
    }
    return new StructType(fields.toArray(new StructField[0]));
  }

  private Optional<DataType> givenType(StructType given, String name, ColumnDefinition column) {
    for (StructField field : given.fields()) {
      if (key(field.name()).equals(key(name))) {
        return Optional.of(field.dataType());
      }
    }
    Problem wrongCount =
        GraphProblems.columnCount(
            target, target.columns().size(), given.fields().length, column.where());
    if (problems.stream().noneMatch(p -> p.message().equals(wrongCount.message()))) {
      problems.add(wrongCount);
    }
    return Optional.empty();
  }

  private Optional<DataType> declaredType(ColumnDefinition column, String text) {
    try {
      DataType type =
          CharVarcharUtils.replaceCharVarcharWithString(
              new CatalystSqlParser().parseDataType(text));
      Optional<DataType> bad = StoredTypes.notStorable(type);
      if (bad.isPresent()) {
        problems.add(GraphProblems.typeNotStorable(target, column.name(), type, column.where()));
        return Optional.empty();
      }
      return Optional.of(type);
    } catch (Exception e) { // Scala throws checked exceptions undeclared
      problems.add(GraphProblems.declaredTypeInvalid(target, column.name(), text, column.where()));
      return Optional.empty();
    }
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
