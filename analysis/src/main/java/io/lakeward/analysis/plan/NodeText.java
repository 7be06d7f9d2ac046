/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.plan;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import scala.collection.immutable.Seq;

/** How nodes of a plan list their columns for people. */
final class NodeText {
  private NodeText() {}

  /** Columns with their ids, so many of them. */
  static String list(Seq<Attribute> columns, int maxFields) {
    List<Attribute> all = Plans.list(columns);
    String shown =
        all.stream().limit(maxFields).map(Object::toString).collect(Collectors.joining(","));
    int left = all.size() - maxFields;
    return "[" + shown + (left > 0 ? ",... " + left + " more fields" : "") + "]";
  }
}
