/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import io.lakeward.model.pipeline.ColumnSelection;
import io.lakeward.model.pipeline.ScdType;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * How a target is made from recorded changes. All flows into it agree on this.
 *
 * @param keys names of the key columns, as the target spells them
 * @param columns the target's columns without those that AUTO CDC adds
 * @param sequenceType type of SEQUENCE BY
 * @param systemType type of SYSTEM SEQUENCE BY; there for a bitemporal target
 * @param trackHistory the columns whose change opens a new version
 * @param ignoreNullUpdates the columns in which NULL means "as before"; empty if NULL is a value
 * @param isPartial whether each change names the columns that it carries
 * @param truncates whether changes may delete everything older
 * @param origin where the changes come from
 */
public record ChangeTarget(
    List<String> keys,
    ScdType scdType,
    StructType columns,
    DataType sequenceType,
    Optional<DataType> systemType,
    ColumnSelection trackHistory,
    Optional<ColumnSelection> ignoreNullUpdates,
    boolean isPartial,
    boolean truncates,
    Origin origin) {
  /** Where changes come from. */
  public enum Origin {
    /** Streams of changes. */
    STREAMS,
    /** One snapshot after the other, which are compared. */
    SNAPSHOTS,
    /** Snapshots, whose numbers are low sequences, and streams. */
    BOTH
  }

  public ChangeTarget {
    keys = List.copyOf(keys);
  }

  /** The columns of the record of changes. */
  public StructType record() {
    StructType record = new StructType();
    for (StructField field : columns.fields()) {
      record = record.add(field.name(), field.dataType(), true);
    }
    record = record.add(ChangeColumns.SEQUENCE, sequenceType, true);
    if (systemType.isPresent()) {
      record = record.add(ChangeColumns.SYSTEM, systemType.get(), true);
    }
    record =
        record
            .add(ChangeColumns.KIND, DataTypes.IntegerType, true)
            .add(ChangeColumns.TIE, DataTypes.LongType, true);
    if (origin != Origin.STREAMS) {
      record = record.add(ChangeColumns.SNAPSHOT, DataTypes.BooleanType, true);
    }
    return isPartial ? record.add(ChangeColumns.CARRIED, DataTypes.StringType, true) : record;
  }

  /** Whether a change of a column opens a new version. */
  public boolean tracks(String column) {
    return !isKey(column) && trackHistory.includes(column);
  }

  /** Whether NULL in a column means "as before". */
  public boolean ignoresNulls(String column) {
    return !isKey(column) && ignoreNullUpdates.filter(some -> some.includes(column)).isPresent();
  }

  public boolean isKey(String column) {
    return keys.stream().anyMatch(column::equalsIgnoreCase);
  }
}
