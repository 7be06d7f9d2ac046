/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.model.pipeline.Dataset;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.TableSnapshot;
import io.lakeward.tables.TableTransaction;
import io.lakeward.tables.WriteMode;
import java.util.List;
import java.util.OptionalLong;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/** Columns, comment and properties of a table, kept in line with its definition. */
final class TableMetadata {
  private TableMetadata() {}

  /**
   * Commits what differs, without touching a row. What the definition no longer says is removed;
   * Delta's own properties and those of Lakeward stay.
   *
   * @return the new version, or empty if nothing differs
   */
  static OptionalLong settle(DeltaTable table, Dataset dataset, StructType columns) {
    TableSnapshot stored = table.snapshot();
    List<String> obsolete =
        stored.properties().keySet().stream()
            .filter(key -> !key.startsWith("delta.") && !key.startsWith("lakeward."))
            .filter(key -> !dataset.properties().containsKey(key))
            .toList();
    boolean same =
        obsolete.isEmpty()
            && columns.equals(columnsOf(stored))
            && dataset.comment().orElse("").equals(stored.description().orElse(""))
            && stored.properties().entrySet().containsAll(dataset.properties().entrySet());
    if (same) {
      return OptionalLong.empty();
    }
    TableTransaction transaction =
        table
            .newTransaction(WriteMode.APPEND, "CHANGE TABLE")
            .withSchema(columns.json())
            .withProperties(dataset.properties())
            .withoutProperties(obsolete)
            .withDescription(dataset.comment().orElse(""));
    return OptionalLong.of(transaction.commit());
  }

  static StructType columnsOf(TableSnapshot table) {
    return (StructType) DataType.fromJson(table.schemaJson());
  }
}
