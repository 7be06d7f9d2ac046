/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

import io.lakeward.model.name.TableName;
import io.lakeward.model.source.SourceSpan;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A table or view that the pipeline defines. What fills it is a {@link Flow}.
 *
 * @param columns the declared column list; empty if the query decides
 * @param partitionColumns names from {@code PARTITIONED BY}
 * @param clusterColumns names from {@code CLUSTER BY}
 * @param isPrivate stored, but visible inside the pipeline only
 * @param where the dataset's name in the user's file
 * @param keys informational ones
 * @param altered what ALTER has hidden of the stored table
 */
public record Dataset(
    DatasetKind kind,
    TableName name,
    List<ColumnDefinition> columns,
    List<Expectation> expectations,
    Optional<String> comment,
    Map<String, String> properties,
    List<String> partitionColumns,
    List<String> clusterColumns,
    boolean isPrivate,
    SourceSpan where,
    Optional<RowPolicy.PolicyCall> rowFilter,
    List<TableKey> keys,
    RowPolicy altered) {
  public Dataset {
    keys = List.copyOf(keys);
    columns = List.copyOf(columns);
    expectations = List.copyOf(expectations);
    properties = Map.copyOf(properties);
    partitionColumns = List.copyOf(partitionColumns);
    clusterColumns = List.copyOf(clusterColumns);
  }

  /** A dataset as its definition says it, without keys. */
  public Dataset(
      DatasetKind kind,
      TableName name,
      List<ColumnDefinition> columns,
      List<Expectation> expectations,
      Optional<String> comment,
      Map<String, String> properties,
      List<String> partitionColumns,
      List<String> clusterColumns,
      boolean isPrivate,
      SourceSpan where,
      Optional<RowPolicy.PolicyCall> rowFilter) {
    this(
        kind,
        name,
        columns,
        expectations,
        comment,
        properties,
        partitionColumns,
        clusterColumns,
        isPrivate,
        where,
        rowFilter,
        List.of(),
        RowPolicy.NONE);
  }

  /** The same with what ALTER has hidden of its table. */
  public Dataset withAltered(RowPolicy policy) {
    return new Dataset(
        kind,
        name,
        columns,
        expectations,
        comment,
        properties,
        partitionColumns,
        clusterColumns,
        isPrivate,
        where,
        rowFilter,
        keys,
        policy);
  }

  /** The same with keys. */
  public Dataset withKeys(List<TableKey> some) {
    return new Dataset(
        kind,
        name,
        columns,
        expectations,
        comment,
        properties,
        partitionColumns,
        clusterColumns,
        isPrivate,
        where,
        rowFilter,
        some,
        altered);
  }

  /** What readers of the dataset do not get to see; the definition wins over ALTER. */
  public RowPolicy policy() {
    return definedPolicy().or(altered);
  }

  /** The part of the policy that the definition says. */
  public RowPolicy definedPolicy() {
    Map<String, RowPolicy.PolicyCall> masks = new HashMap<>();
    columns.forEach(
        column ->
            column
                .mask()
                .ifPresent(mask -> masks.put(column.name().toLowerCase(Locale.ROOT), mask)));
    return new RowPolicy(rowFilter, masks);
  }

  /** The table that takes the rows that broke a rule, if there is a rule that sends them there. */
  public Optional<TableName> quarantine() {
    return expectations.stream().anyMatch(e -> e.action() == ViolationAction.QUARANTINE)
        ? Optional.of(new TableName(name.catalog(), name.schema(), name.table() + "_quarantine"))
        : Optional.empty();
  }
}
