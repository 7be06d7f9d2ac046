/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.scan;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.tables.DataFile;
import io.lakeward.tables.DeletionVector;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ScalaUDF;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;
import scala.Option;
import scala.runtime.AbstractFunction2;

/**
 * Tells whether a row is marked by its file's deletion vector. Tasks take along where the vectors
 * are, and read those of the files that they read.
 */
final class DeletedRows extends AbstractFunction2<Object, Object, Object> implements Serializable {
  private static final long serialVersionUID = 1L;

  private final ArrayList<Vector> vectors = new ArrayList<>();
  private transient int readFile = -1;
  private transient @Nullable RoaringBitmap read;

  private DeletedRows(List<DataFile> files) {
    files.forEach(file -> vectors.add(Vector.of(file.deletionVector().orElseThrow())));
  }

  /**
   * A BOOLEAN, never NULL.
   *
   * @param files all with a deletion vector
   * @param file an INT, the index of the row's file in the list
   * @param row a BIGINT, its number in the file, from 0
   */
  static Expression contain(List<DataFile> files, Expression file, Expression row) {
    return new ScalaUDF(
        new DeletedRows(files),
        DataTypes.BooleanType,
        Plans.seq(List.of(file, row)),
        Plans.seq(List.of()),
        Option.empty(),
        Option.apply("is_deleted"),
        false,
        true);
  }

  @Override
  public Object apply(Object file, Object row) {
    RoaringBitmap rows = read;
    if (rows == null || readFile != (int) file) {
      rows = vectors.get((int) file).vector().bitmap();
      read = rows;
      readFile = (int) file;
    }
    return rows.contains(Math.toIntExact((long) row));
  }

  private record Vector(
      String table, String storageType, String content, int offset, int size, long cardinality)
      implements Serializable {
    private static final int NONE = -1;

    static Vector of(DeletionVector vector) {
      return new Vector(
          vector.table().toString(),
          vector.storageType(),
          vector.content(),
          vector.offset().orElse(NONE),
          vector.size(),
          vector.cardinality());
    }

    DeletionVector vector() {
      return new DeletionVector(
          Path.of(table),
          storageType,
          content,
          offset == NONE ? OptionalInt.empty() : OptionalInt.of(offset),
          size,
          cardinality);
    }
  }
}
