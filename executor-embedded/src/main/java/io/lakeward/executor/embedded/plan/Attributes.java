/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Small help with Catalyst's attributes and types. */
final class Attributes {
  static final Predicate<DataType> FLOATING =
      t -> t instanceof DoubleType || t instanceof FloatType;
  static final Predicate<DataType> FLOATING_OR_MAP = FLOATING.or(t -> t instanceof MapType);

  private Attributes() {}

  static Attribute fresh(String name, DataType type) {
    return new AttributeReference(
        name, type, true, Metadata.empty(), NamedExpression.newExprId(), seq(List.<String>of()));
  }

  static <T> Seq<T> seq(List<T> items) {
    return CollectionConverters.asScala(new ArrayList<>(items)).toSeq();
  }

  static boolean isNested(DataType type) {
    return type instanceof ArrayType || type instanceof MapType || type instanceof StructType;
  }

  static boolean contains(DataType type, Predicate<DataType> wanted) {
    return type.existsRecursively(
        new scala.runtime.AbstractFunction1<DataType, Object>() {
          @Override
          public Object apply(DataType part) {
            return wanted.test(part);
          }
        });
  }
}
