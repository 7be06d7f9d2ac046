/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.ArrayValue;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.MapValue;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.CheckpointAlreadyExistsException;
import io.delta.kernel.internal.checkpoints.CheckpointMetaData;
import io.delta.kernel.internal.checkpoints.Checkpointer;
import io.delta.kernel.internal.replay.CreateCheckpointIterator;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.lakeward.model.problem.FileProblems;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads and writes Parquet checkpoints with Delta Kernel. The only class that calls Kernel, and one
 * that a run of small tables never loads: Kernel brings Parquet's and Hadoop's classes with it,
 * which cost more to start than the whole commit.
 */
final class KernelCheckpoints {
  private static final Engine ENGINE = DefaultEngine.create(new LocalFileIO());

  private KernelCheckpoints() {}

  /** Hands out every action that makes up the table at a version, in the form of the JSON log. */
  static void replay(Path table, long version, Consumer<ObjectNode> actions) {
    try {
      Snapshot snapshot =
          TableManager.loadSnapshot(table.toString()).atVersion(version).build(ENGINE);
      try (CreateCheckpointIterator batches = snapshot.getCreateCheckpointIterator(ENGINE)) {
        while (batches.hasNext()) {
          FilteredColumnarBatch batch = batches.next();
          try (CloseableIterator<Row> rows = batch.getRows()) {
            while (rows.hasNext()) {
              actions.accept(objectOf(rows.next()));
            }
          }
        }
      }
    } catch (IOException e) {
      throw FileProblems.failure("read the log of", table, e);
    } catch (RuntimeException e) {
      throw TableProblems.kernelFailed(table, e);
    }
  }

  static void write(Path table) {
    write(table, snapshot -> snapshot.writeCheckpoint(ENGINE));
  }

  /**
   * The same for a table that numbers its rows. Kernel does not write to such tables, and sees no
   * difference to a checkpoint, which holds no row.
   */
  static void writeOfNumberedRows(Path table) {
    write(
        table,
        snapshot -> {
          Checkpointer log = new Checkpointer(new io.delta.kernel.internal.fs.Path(logOf(table)));
          long actions;
          try (CreateCheckpointIterator rows = snapshot.getCreateCheckpointIterator(ENGINE)) {
            ENGINE
                .getParquetHandler()
                .writeParquetFileAtomically(
                    logOf(table) + "/" + LogFileNames.checkpoint(snapshot.getVersion()), rows);
            actions = rows.getNumberOfAddActions();
          }
          log.writeLastCheckpointFile(
              ENGINE, new CheckpointMetaData(snapshot.getVersion(), actions, Optional.empty()));
        });
  }

  private static String logOf(Path table) {
    return table.resolve("_delta_log").toString();
  }

  private interface Writing {
    void write(Snapshot snapshot) throws IOException;
  }

  private static void write(Path table, Writing writing) {
    try {
      writing.write(TableManager.loadSnapshot(table.toString()).build(ENGINE));
    } catch (CheckpointAlreadyExistsException e) {
      // Another writer was faster; its checkpoint says the same.
    } catch (IOException e) {
      throw FileProblems.failure("write a checkpoint of", table, e);
    } catch (RuntimeException e) {
      throw TableProblems.kernelFailed(table, e);
    }
  }

  private static ObjectNode objectOf(Row row) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    StructType schema = row.getSchema();
    for (int i = 0; i < schema.length(); i++) {
      if (row.isNullAt(i)) {
        continue;
      }
      StructField field = schema.at(i);
      String name = field.getName();
      if (field.getDataType() instanceof StructType) {
        object.set(name, objectOf(row.getStruct(i)));
      } else if (field.getDataType() instanceof MapType) {
        object.set(name, objectOf(row.getMap(i)));
      } else if (field.getDataType() instanceof ArrayType) {
        object.set(name, arrayOf(row.getArray(i)));
      } else if (field.getDataType() instanceof StringType) {
        object.put(name, row.getString(i));
      } else if (field.getDataType() instanceof LongType) {
        object.put(name, row.getLong(i));
      } else if (field.getDataType() instanceof IntegerType) {
        object.put(name, row.getInt(i));
      } else if (field.getDataType() instanceof BooleanType) {
        object.put(name, row.getBoolean(i));
      }
    }
    return object;
  }

  private static ObjectNode objectOf(MapValue map) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    ColumnVector keys = map.getKeys();
    ColumnVector values = map.getValues();
    for (int i = 0; i < map.getSize(); i++) {
      String value = values.isNullAt(i) ? null : values.getString(i);
      object.put(keys.getString(i), value);
    }
    return object;
  }

  private static ArrayNode arrayOf(ArrayValue array) {
    ArrayNode node = JsonNodeFactory.instance.arrayNode();
    ColumnVector elements = array.getElements();
    for (int i = 0; i < array.getSize(); i++) {
      node.add(elements.getString(i));
    }
    return node;
  }
}
