/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.write;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBReadableVector;
import org.duckdb.DuckDBScalarFunctionBuilder;
import org.duckdb.DuckDBWritableVector;

/**
 * The function {@code lakeward_check(id, passed)}: counts the rules that a row keeps and breaks
 * while it passes on its way to the file, and says whether it may pass. So rules need neither a
 * second reading of the input nor a copy of the rows.
 */
public final class RowChecks {
  private static final String NAME = "lakeward_check";

  private final AtomicLong ids = new AtomicLong();
  // Several writes run at the same time.
  private final Map<Long, RuleCounter> counters = new ConcurrentHashMap<>();

  private RowChecks() {}

  /** Makes the function known to the connection's database. */
  public static RowChecks register(Connection connection) throws SQLException {
    RowChecks checks = new RowChecks();
    try (DuckDBScalarFunctionBuilder builder = DuckDBFunctions.scalarFunction()) {
      builder
          .withName(NAME)
          .withParameter(DuckDBColumnType.BIGINT)
          .withParameter(DuckDBColumnType.BIGINT)
          .withReturnType(DuckDBColumnType.BOOLEAN)
          .withVolatile()
          .withVectorizedFunction(checks::check)
          .register(connection);
    }
    return checks;
  }

  private void check(DuckDBDataChunkReader input, DuckDBWritableVector result) {
    long rows = input.rowCount();
    if (rows == 0) {
      return;
    }
    RuleCounter counter = counters.get(input.vector(0).getLong(0));
    if (counter == null) {
      throw new IllegalArgumentException("the check is over");
    }
    DuckDBReadableVector passed = input.vector(1);
    RuleCounter.Batch batch = counter.newBatch();
    for (long row = 0; row < rows; row++) {
      result.setBoolean(row, batch.add(passed.getLong(row)));
    }
    batch.finish();
  }

  /** Starts to count for one write; the answer is its id. */
  long begin(RuleCounter counter) {
    long id = ids.incrementAndGet();
    counters.put(id, counter);
    return id;
  }

  void end(long id) {
    counters.remove(id);
  }

  static String call(long id, String passed) {
    return NAME + "(CAST(" + id + " AS BIGINT), " + passed + ")";
  }
}
