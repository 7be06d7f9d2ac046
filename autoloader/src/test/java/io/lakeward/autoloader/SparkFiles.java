/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import io.lakeward.autoloader.json.SparkJson;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Files as Spark itself writes and reads them. One Spark serves all tests. */
public final class SparkFiles {
  private static @Nullable SparkSession session;

  private SparkFiles() {}

  /** Spark has its reader of Avro on board, but not under its name. */
  private static String source(String format) {
    return format.equals("avro") ? "org.apache.spark.sql.avro.AvroFileFormat" : format;
  }

  public static synchronized SparkSession session() {
    SparkSession active = session;
    if (active == null) {
      active =
          SparkSession.builder()
              .master("local[1]")
              .config("spark.ui.enabled", "false")
              .config("spark.sql.session.timeZone", "UTC")
              .config("spark.sql.shuffle.partitions", "1")
              // Files here are small, so that compiling a query takes most of its time.
              .config("spark.sql.codegen.wholeStage", "false")
              .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
              .config("spark.sql.adaptive.enabled", "false")
              .getOrCreate();
      session = active;
    }
    return active;
  }

  public static void write(
      String format, Path folder, StructType schema, List<Row> rows, Map<String, String> options) {
    session()
        .createDataFrame(rows, schema)
        .coalesce(1)
        .write()
        .format(source(format))
        .options(options)
        .mode("overwrite")
        .save(folder.toString());
  }

  /** Spark's rows of files, in the form in which rows are delivered. */
  public static List<List<@Nullable Object>> read(
      String format, Path path, StructType schema, Map<String, String> options) {
    Dataset<Row> rows =
        session()
            .read()
            .format(source(format))
            .schema(schema)
            .options(options)
            .load(path.toString());
    List<List<@Nullable Object>> result = new ArrayList<>();
    for (InternalRow row :
        ((org.apache.spark.sql.classic.Dataset<Row>) rows)
            .queryExecution()
            .executedPlan()
            .executeCollect()) {
      List<@Nullable Object> values = new ArrayList<>();
      for (int i = 0; i < schema.length(); i++) {
        values.add(
            row.isNullAt(i) ? null : SparkJson.delivered(schema.fields()[i].dataType(), row, i));
      }
      result.add(values);
    }
    return result;
  }

  /** The schema that Spark sees in files. */
  public static StructType schema(String format, Path path, Map<String, String> options) {
    return session().read().format(source(format)).options(options).load(path.toString()).schema();
  }
}
