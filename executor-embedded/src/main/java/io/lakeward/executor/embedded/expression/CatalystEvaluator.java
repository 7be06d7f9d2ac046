/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.internal.SQLConf;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates one bound Catalyst expression. Expressions may hold state while they evaluate (lambda
 * variables, buffers), so each is used by one thread at a time: further threads get copies.
 */
final class CatalystEvaluator implements CatalystFunctions.RowFunction {
  private final SQLConf conf;
  private final byte[] serialized;
  private final ConcurrentLinkedQueue<Expression> idle = new ConcurrentLinkedQueue<>();

  CatalystEvaluator(Expression bound, SQLConf conf) {
    this.conf = conf;
    this.serialized = serialize(bound);
    idle.add(copy());
  }

  @Override
  public @Nullable Object apply(Object[] values) {
    Expression taken = idle.poll();
    Expression expression = taken == null ? copy() : taken;
    try {
      return evaluate(expression, new GenericInternalRow(values), conf);
    } finally {
      idle.add(expression);
    }
  }

  static @Nullable Object evaluate(Expression expression, InternalRow row, SQLConf conf) {
    return SQLConf.withExistingConf(conf, () -> expression.eval(row));
  }

  private Expression copy() {
    try (ObjectInputStream in = new SparkInput(new ByteArrayInputStream(serialized))) {
      return (Expression) in.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException("A Catalyst expression cannot be copied.", e);
    }
  }

  private static byte[] serialize(Expression expression) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(expression);
    } catch (IOException e) {
      throw new UnsupportedExpressionException(
          "Expression " + expression.sql() + " is not supported by the embedded engine: " + e);
    }
    return bytes.toByteArray();
  }

  /** Finds Spark's classes also on DuckDB's threads. */
  private static final class SparkInput extends ObjectInputStream {
    SparkInput(InputStream in) throws IOException {
      super(in);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
      try {
        return Class.forName(
            description.getName(), false, CatalystEvaluator.class.getClassLoader());
      } catch (ClassNotFoundException e) {
        return super.resolveClass(description);
      }
    }
  }
}
