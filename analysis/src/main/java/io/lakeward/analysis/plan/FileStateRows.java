/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.plan;

import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The columns of {@code cloud_files_state}: a row for each file that a stream has met. */
public final class FileStateRows {
  public static final StructType SCHEMA =
      new StructType()
          .add("path", DataTypes.StringType)
          .add("size", DataTypes.LongType)
          .add("create_time", DataTypes.TimestampType)
          .add("discovery_time", DataTypes.TimestampType)
          .add("processed_time", DataTypes.TimestampType)
          .add("commit_time", DataTypes.TimestampType)
          .add("archive_time", DataTypes.TimestampType)
          .add("archive_mode", DataTypes.StringType)
          .add("move_location", DataTypes.StringType)
          .add("source_id", DataTypes.StringType)
          .add("flow_name", DataTypes.StringType)
          .add("ingestion_state", DataTypes.StringType);

  private FileStateRows() {}
}
