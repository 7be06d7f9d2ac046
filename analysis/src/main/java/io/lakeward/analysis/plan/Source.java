/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.plan;

import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.FileSource;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;

/** Where the rows of a {@link SourceRelation} come from. */
public sealed interface Source {
  /** The columns that the source offers, without hidden ones. */
  StructType schema();

  /** What is read, as a plan shows it. */
  String shown();

  /** Of what kind it is, in a word. */
  String kind();

  /** A Delta table: a stored dataset of the pipeline or another table of the warehouse. */
  record Table(TableName name, StructType schema, TableReading reading) implements Source {
    /** The present rows. */
    public Table(TableName name, StructType schema) {
      this(name, schema, TableReading.PRESENT);
    }

    @Override
    public String shown() {
      return name
          + reading.at().map(point -> " " + point.shown()).orElse("")
          + (reading.readsChanges() ? " CHANGES" : "")
          + (reading.options().isEmpty() ? "" : " " + reading.options());
    }

    @Override
    public String kind() {
      return "delta";
    }
  }

  /** The events of a pipeline, as {@code event_log} gives them. */
  record Events(String pipelineId, StructType schema) implements Source {
    @Override
    public String shown() {
      return "event_log(" + pipelineId + ")";
    }

    @Override
    public String kind() {
      return "json";
    }
  }

  /**
   * What is known of the files that streams have met, as {@code cloud_files_state} gives it.
   *
   * @param table the table that is filled from them; or empty, and then a path
   * @param path as in the query that reads the files
   */
  record FileStates(Optional<TableName> table, String path, StructType schema) implements Source {
    @Override
    public String shown() {
      return "cloud_files_state(" + table.map(TableName::toString).orElse(path) + ")";
    }

    @Override
    public String kind() {
      return "json";
    }
  }

  /** Files, read by {@code read_files}. */
  record Files(FileSource files, StructType schema) implements Source {
    @Override
    public String shown() {
      return files.path();
    }

    @Override
    public String kind() {
      return files.format().orElse("files");
    }
  }
}
