/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.scan;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.duckdb.DuckDBWritableVector;

/**
 * The memory of a vector, to be filled with whole columns. The driver's own methods set one value
 * at a time, with checks of row, type and buffer for each, which costs more than parsing the value;
 * for texts they take one array for each. What is reached here is not public in the driver, whose
 * version is pinned.
 */
final class VectorMemory {
  private static final VarHandle DATA;
  private static final VarHandle VALIDITY;
  private static final VarHandle REFERENCE;
  private static final MethodHandle ASSIGN_TEXTS;

  static {
    Class<?> vector = DuckDBWritableVector.class;
    try {
      MethodHandles.Lookup inside = MethodHandles.privateLookupIn(vector, MethodHandles.lookup());
      DATA = inside.findVarHandle(vector, "data", ByteBuffer.class);
      VALIDITY = inside.findVarHandle(vector, "validity", ByteBuffer.class);
      REFERENCE = inside.findVarHandle(vector, "vectorRef", ByteBuffer.class);
      ASSIGN_TEXTS =
          inside.findStatic(
              inside.findClass("org.duckdb.DuckDBBindings"),
              "duckdb_vector_assign_string_elements",
              MethodType.methodType(
                  void.class, ByteBuffer.class, long.class, byte[].class, long[].class, int.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final DuckDBWritableVector vector;

  VectorMemory(DuckDBWritableVector vector) {
    this.vector = vector;
  }

  /** The values, in the order of bytes of this machine. */
  ByteBuffer data() {
    return ((ByteBuffer) DATA.get(vector)).duplicate().order(ByteOrder.nativeOrder());
  }

  /**
   * Tells which rows have a value.
   *
   * @param valid a bit for each row, from the lowest of the first word on
   */
  void putValidity(long[] valid) {
    ByteBuffer words = ((ByteBuffer) VALIDITY.get(vector)).duplicate();
    words.order(ByteOrder.nativeOrder()).asLongBuffer().put(0, valid);
  }

  /**
   * Sets the texts of the first rows.
   *
   * @param texts UTF-8, one behind the other
   * @param lengths of each text; -1 for NULL
   * @param size bytes of all texts
   */
  void putTexts(byte[] texts, long[] lengths, int size) {
    try {
      ASSIGN_TEXTS.invokeExact((ByteBuffer) REFERENCE.get(vector), 0L, texts, lengths, size);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("DuckDB did not take the texts of a column", e);
    }
  }
}
