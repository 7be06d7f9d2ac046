/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.plan;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns of an event log as a table: Lakeflow's, and in {@code origin} two of ours. */
public final class EventLogRows {
  private static final StructType SEQUENCE =
      new StructType()
          .add(
              "data_plane_id",
              new StructType()
                  .add("instance", DataTypes.StringType)
                  .add("seq_no", DataTypes.LongType))
          .add("control_plane_seq_no", DataTypes.LongType);

  /** {@code engine} and {@code user} come after Lakeflow's fields. */
  private static final StructType ORIGIN =
      joined(
          texts("cloud", "region"),
          new StructType().add("org_id", DataTypes.LongType),
          texts(
              "host",
              "pipeline_id",
              "pipeline_type",
              "pipeline_name",
              "cluster_id",
              "update_id",
              "maintenance_id",
              "request_id",
              "graph_id",
              "table_id",
              "uc_resource_id",
              "table_name",
              "dataset_name",
              "sink_name",
              "flow_id",
              "flow_name"),
          new StructType().add("batch_id", DataTypes.LongType),
          texts(
              "materialization_name",
              "ingestion_source_catalog_name",
              "ingestion_source_schema_name",
              "ingestion_source_table_name",
              "ingestion_source_connection_name"),
          new StructType().add("ingestion_source_table_version", DataTypes.LongType),
          texts("engine", "user"));

  private static final StructType STACK_FRAME =
      texts("declaring_class", "method_name", "file_name").add("line_number", DataTypes.LongType);

  private static final StructType EXCEPTION =
      texts("class_name", "message", "error_class", "sql_state").add("stack", arrayOf(STACK_FRAME));

  private static final StructType ERROR =
      new StructType().add("fatal", DataTypes.BooleanType).add("exceptions", arrayOf(EXCEPTION));

  public static final StructType SCHEMA =
      new StructType()
          .add("id", DataTypes.StringType)
          .add("sequence", SEQUENCE)
          .add("origin", ORIGIN)
          .add("timestamp", DataTypes.TimestampType)
          .add("message", DataTypes.StringType)
          .add("level", DataTypes.StringType)
          .add("maturity_level", DataTypes.StringType)
          .add("error", ERROR)
          .add("details", DataTypes.StringType)
          .add("event_type", DataTypes.StringType);

  private EventLogRows() {}

  private static DataType arrayOf(DataType element) {
    return DataTypes.createArrayType(element);
  }

  private static StructType texts(String... names) {
    StructType struct = new StructType();
    for (String name : names) {
      struct = struct.add(name, DataTypes.StringType);
    }
    return struct;
  }

  private static StructType joined(StructType... parts) {
    StructType all = new StructType();
    for (StructType part : parts) {
      for (StructField field : part.fields()) {
        all = all.add(field);
      }
    }
    return all;
  }
}
