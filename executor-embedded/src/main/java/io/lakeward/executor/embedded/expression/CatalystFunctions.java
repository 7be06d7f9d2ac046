/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBLogicalType;
import org.duckdb.DuckDBScalarFunctionBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Catalyst expressions as scalar functions of one DuckDB database. Each has a name of its own;
 * equal ones share it. Safe for use by several threads.
 */
public final class CatalystFunctions {
  private static final int KEPT_FAILURES = 1000;
  private static final AtomicLong INSTANCES = new AtomicLong();
  private static final Pattern FAILURE = Pattern.compile("lakeward-failure:(\\d+):");
  private static final Pattern CONDITION =
      Pattern.compile("\\[([A-Z][A-Z0-9_]*(?:\\.[A-Z0-9_]+)*)\\] ([^\\n]*)");

  private final Connection connection;
  private final String prefix = "lw_catalyst_" + INSTANCES.incrementAndGet() + "_";
  private final Map<Object, String> names = new HashMap<>();
  private final AtomicLong failureIds = new AtomicLong();
  private final Map<Long, Throwable> failures =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Throwable> eldest) {
          return size() > KEPT_FAILURES;
        }
      };

  /** The connection must stay open as long as the functions are used; only registrations use it. */
  public CatalystFunctions(Connection connection) {
    this.connection = connection;
  }

  /** Spark's own exception if a function of this object raised this error. */
  public Optional<Throwable> failureOf(SQLException error) {
    Matcher matcher = FAILURE.matcher(String.valueOf(error.getMessage()));
    if (!matcher.find()) {
      return Optional.empty();
    }
    synchronized (failures) {
      return Optional.ofNullable(failures.get(Long.valueOf(matcher.group(1))));
    }
  }

  /**
   * The failure in Spark's terms, also for errors that DuckDB itself raised.
   *
   * @param plan what was run; DuckDB does not tell which expression of it failed
   * @param others expressions that ran beside it
   */
  public EvaluationFailure explain(SQLException error, LogicalPlan plan, List<Expression> others) {
    EvaluationFailure failure = explain(error);
    return failureOf(error).isPresent()
        ? failure
        : FailedExpressions.find(failure, plan, others)
            .<EvaluationFailure>map(
                place ->
                    new EvaluationFailure(
                        failure.condition(),
                        failure.message(),
                        new PlacedFailureException(failure, place)))
            .orElse(failure);
  }

  public EvaluationFailure explain(SQLException error) {
    Throwable cause =
        failureOf(error)
            .or(() -> DuckFailures.find(String.valueOf(error.getMessage())))
            .orElse(error);
    if (cause instanceof SparkThrowable spark && spark.getCondition() != null) {
      return new EvaluationFailure(spark.getCondition(), String.valueOf(cause.getMessage()), cause);
    }
    String message = String.valueOf(cause.getMessage());
    Matcher matcher = CONDITION.matcher(message);
    if (matcher.find()) {
      return new EvaluationFailure(matcher.group(1), matcher.group(), cause);
    }
    return new EvaluationFailure(conditionOfDuckMessage(message), message, cause);
  }

  private static String conditionOfDuckMessage(String message) {
    String text = message.toLowerCase(Locale.ROOT);
    if (text.contains("overflow") || text.contains("out of range")) {
      return "ARITHMETIC_OVERFLOW";
    }
    return text.contains("more than one row returned by a subquery")
        ? "SCALAR_SUBQUERY_TOO_MANY_ROWS"
        : "UNKNOWN";
  }

  /** The name of the function for the key, registered now if it is new. */
  String register(
      Object key, List<DataType> inputs, DataType output, Supplier<RowFunction> function) {
    synchronized (names) {
      String known = names.get(key);
      if (known != null) {
        return known;
      }
      String name = prefix + names.size();
      VectorBridge bridge = new VectorBridge(inputs, output, function.get(), this::keep);
      try (DuckDBScalarFunctionBuilder builder = DuckDBFunctions.scalarFunction()) {
        builder.withName(name);
        for (DataType input : inputs) {
          builder.withParameter(logicalType(input));
        }
        // DuckDB runs other functions over whole dictionaries, also over entries of rows that a
        // condition has left out, which would raise
        // errors that Spark does not.
        builder
            .withVolatile()
            .withReturnType(logicalType(output))
            .withVectorizedFunction(bridge::apply)
            .register(connection);
      } catch (SQLException e) {
        throw new IllegalStateException(
            "DuckDB does not take the function " + name + ": " + e.getMessage(), e);
      }
      names.put(key, name);
      return name;
    }
  }

  private static DuckDBLogicalType logicalType(DataType type) throws SQLException {
    return type instanceof DecimalType decimal
        ? DuckDBLogicalType.decimal(decimal.precision(), decimal.scale())
        : DuckDBLogicalType.of(ValueTransport.columnType(type));
  }

  private RuntimeException keep(Throwable failure) {
    long id = failureIds.incrementAndGet();
    synchronized (failures) {
      failures.put(id, failure);
    }
    return new IllegalStateException("lakeward-failure:" + id + ": " + failure.getMessage());
  }

  /** A function of one row; {@code null} is NULL. */
  interface RowFunction {
    @Nullable Object apply(Object[] values);
  }
}
