/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

import io.lakeward.model.name.TableName;
import io.lakeward.model.source.SourceSpan;
import java.util.Optional;

/**
 * A query that fills a dataset. Its name is its identity: the progress of a streaming flow is kept
 * under it.
 *
 * @param name full name; the target's own name for the query of a {@code CREATE … AS}
 * @param where the flow's name in the user's file
 * @param autoCdc how the query's rows are applied, if they are changes
 * @param replacement which rows of the target those of the query replace, if they do
 */
public record Flow(
    FlowKind kind,
    TableName name,
    TableName target,
    SqlText query,
    Optional<String> comment,
    SourceSpan where,
    Optional<AutoCdc> autoCdc,
    Optional<Replacement> replacement) {

  public Flow withQuery(SqlText other) {
    return new Flow(kind, name, target, other, comment, where, autoCdc, replacement);
  }

  /** A flow whose rows are rows of the target. */
  public Flow(
      FlowKind kind,
      TableName name,
      TableName target,
      SqlText query,
      Optional<String> comment,
      SourceSpan where) {
    this(kind, name, target, query, comment, where, Optional.empty(), Optional.empty());
  }

  /** A flow whose rows are changes. */
  public Flow(
      FlowKind kind,
      TableName name,
      TableName target,
      SqlText query,
      Optional<String> comment,
      SourceSpan where,
      AutoCdc autoCdc) {
    this(kind, name, target, query, comment, where, Optional.of(autoCdc), Optional.empty());
  }

  /** A flow whose rows replace others. */
  public Flow(
      TableName name,
      TableName target,
      SqlText query,
      Optional<String> comment,
      SourceSpan where,
      Replacement replacement) {
    this(
        replacement.kind(),
        name,
        target,
        query,
        comment,
        where,
        Optional.empty(),
        Optional.of(replacement));
  }
}
