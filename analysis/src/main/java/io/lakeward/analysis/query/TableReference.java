/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.plan.TableReading;
import io.lakeward.model.name.TableName;
import io.lakeward.model.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * A table name in a query.
 *
 * @param parts as written, without a leading {@code LIVE}
 * @param isLive whether {@code LIVE} was written: the name is one of the pipeline's
 * @param isStreaming whether it is read with {@code STREAM}
 * @param catalog catalog for names of one or two parts
 * @param schema schema for names of one part
 */
public record TableReference(
    List<String> parts,
    boolean isLive,
    boolean isStreaming,
    String catalog,
    String schema,
    SourceSpan where,
    TableReading reading) {
  public TableReference {
    parts = List.copyOf(parts);
  }

  /** A reading of the present rows. */
  public TableReference(
      List<String> parts,
      boolean isLive,
      boolean isStreaming,
      String catalog,
      String schema,
      SourceSpan where) {
    this(parts, isLive, isStreaming, catalog, schema, where, TableReading.PRESENT);
  }

  /** The full name; empty if there are more parts than a name can have. */
  public Optional<TableName> qualified() {
    return switch (parts.size()) {
      case 1 -> Optional.of(new TableName(catalog, schema, parts.get(0)));
      case 2 -> Optional.of(new TableName(catalog, parts.get(0), parts.get(1)));
      case 3 -> Optional.of(new TableName(parts.get(0), parts.get(1), parts.get(2)));
      default -> Optional.empty();
    };
  }

  /** The last part. */
  public String simpleName() {
    return parts.get(parts.size() - 1);
  }
}
