/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.engine.catalog.TableNotes;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.PropertyNames;
import io.lakeward.tables.TableSnapshot;
import io.lakeward.tables.TableTransaction;
import io.lakeward.tables.WriteMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    Map<String, String> wanted = new HashMap<>();
    dataset.properties().forEach((key, value) -> wanted.put(PropertyNames.canonical(key), value));
    wanted.putAll(TableNotes.of(dataset));
    List<String> obsolete =
        stored.properties().keySet().stream()
            .filter(key -> !key.startsWith("delta."))
            .filter(
                key ->
                    !key.startsWith("lakeward.")
                        || key.startsWith(TableNotes.PREFIX)
                        || isNowAskedFor(key, wanted)
                        || TableNotes.isContradicted(key, wanted))
            .filter(key -> !wanted.containsKey(key))
            .toList();
    boolean same =
        obsolete.isEmpty()
            && columns.equals(columnsOf(stored))
            && dataset.comment().orElse("").equals(stored.description().orElse(""))
            && stored.properties().entrySet().containsAll(wanted.entrySet());
    if (same) {
      return OptionalLong.empty();
    }
    TableTransaction transaction =
        table
            .newTransaction(WriteMode.APPEND, "CHANGE TABLE")
            .withSchema(columns.json())
            .withProperties(wanted)
            .withoutProperties(obsolete)
            .withDescription(dataset.comment().orElse(""));
    return OptionalLong.of(transaction.commit());
  }

  private static boolean isNowAskedFor(String key, Map<String, String> wanted) {
    return key.equals(PropertyNames.DELETION_VECTORS_UNASKED)
        && wanted.containsKey(PropertyNames.DELETION_VECTORS);
  }

  static StructType columnsOf(TableSnapshot table) {
    return (StructType) DataType.fromJson(table.schemaJson());
  }
}
