/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.scan;

import io.lakeward.autoloader.RecordReader;
import io.lakeward.autoloader.rows.MetadataField;
import io.lakeward.autoloader.rows.RecordWorker;
import io.lakeward.model.problem.ProjectException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBLogicalType;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionBuilder;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;
import org.duckdb.DuckDBTableFunctionState;
import org.jspecify.annotations.Nullable;

/**
 * The table function {@code lakeward_records(id)}: the rows of source files, parsed in Java by as
 * many threads as DuckDB offers and written straight into its vectors. DuckDB asks only for the
 * columns that its query needs.
 */
public final class RecordFunction {
  private static final String NAME = "lakeward_records";

  private final int threads;
  private final AtomicLong ids = new AtomicLong();
  // Several queries open and close their sources at the same time.
  private final Map<Long, RecordSource> sources = new ConcurrentHashMap<>();

  private RecordFunction(int threads) {
    this.threads = threads;
  }

  /** Makes the function known to the connection's database. */
  public static RecordFunction register(Connection connection, int threads) throws SQLException {
    RecordFunction function = new RecordFunction(threads);
    try (DuckDBTableFunctionBuilder builder = DuckDBFunctions.tableFunction()) {
      builder
          .withName(NAME)
          .withParameter(Long.class)
          .withProjectionPushdown()
          .withFunction(function.new Records())
          .register(connection);
    }
    return function;
  }

  /** Offers a source; the answer is its id. */
  long offer(RecordSource source) {
    long id = ids.incrementAndGet();
    sources.put(id, source);
    return id;
  }

  void withdraw(long id) {
    RecordSource source = sources.remove(id);
    if (source != null) {
      source.close();
    }
  }

  static String call(long id) {
    return NAME + "(CAST(" + id + " AS BIGINT))";
  }

  static String column(int index) {
    return "c" + index;
  }

  private record Reading(
      RecordSource source, RecordReader reader, List<VectorType> types, int[] positions) {}

  /** A thread's part of a reading; DuckDB closes it. */
  private static final class Worker implements DuckDBTableFunctionState {
    private @Nullable RecordWorker worker;
    private @Nullable VectorSink sink;

    long read(Reading reading, DuckDBDataChunkWriter chunk) {
      int capacity = (int) chunk.capacity();
      RecordWorker active = worker;
      if (active == null) {
        active = reading.reader().newWorker();
        worker = active;
      }
      VectorSink gathered = sink;
      if (gathered == null) {
        gathered = new VectorSink(reading.types(), capacity);
        sink = gathered;
      }
      int rows = active.readChunk(gathered, capacity);
      gathered.flush(chunk, reading.positions(), rows);
      return rows;
    }

    @Override
    public void close() {
      if (worker != null) {
        worker.close();
      }
    }
  }

  private final class Records implements DuckDBTableFunction<RecordSource, Reading, Worker> {
    @Override
    public RecordSource bind(DuckDBTableFunctionBindInfo info) throws SQLException {
      RecordSource source = sources.get(info.getParameter(0).getLong());
      if (source == null) {
        throw new SQLException("the records are no longer offered");
      }
      List<VectorType> columns = source.columns();
      for (int i = 0; i < columns.size(); i++) {
        try (DuckDBLogicalType type = columns.get(i).logicalType()) {
          info.addResultColumn(column(i), type);
        }
      }
      return source;
    }

    @Override
    public Reading init(DuckDBTableFunctionInitInfo info) {
      RecordSource source = info.getBindData();
      int offered = source.columns().size();
      int metadataFrom = source.indexOf(MetadataField.FILE_PATH);
      List<Integer> wanted = new ArrayList<>();
      List<Integer> positions = new ArrayList<>();
      // The reader delivers columns first and metadata after them, whatever order DuckDB wants.
      for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < info.getColumnCount(); i++) {
          long index = info.getColumnIndex(i);
          boolean known = index >= 0 && index < offered;
          if (known && (index >= metadataFrom) == (pass == 1)) {
            wanted.add((int) index);
            positions.add(i);
          }
        }
      }
      try {
        RecordReader reader = source.open(wanted);
        info.setMaxThreads(Math.max(1, Math.min(threads, reader.usefulWorkers())));
        List<VectorType> columns = source.columns();
        return new Reading(
            source,
            reader,
            wanted.stream().map(columns::get).toList(),
            positions.stream().mapToInt(Integer::intValue).toArray());
      } catch (ProjectException e) {
        source.failed(e);
        throw e;
      }
    }

    @Override
    public Worker localInit(DuckDBTableFunctionInitInfo info) {
      return new Worker();
    }

    @Override
    public long apply(DuckDBTableFunctionCallInfo call, DuckDBDataChunkWriter chunk) {
      Reading reading = call.getInitData();
      Worker worker = call.getLocalInitData();
      try {
        return worker.read(reading, chunk);
      } catch (ProjectException e) {
        reading.source().failed(e);
        throw e;
      }
    }
  }
}
