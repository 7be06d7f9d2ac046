/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.tables.DataFile;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Changes to rows of a table that exists.
 *
 * @param query gives the rows; its output has the target's columns, as far as it has them, and
 *     {@link RowChange#COLUMN}; no two rows that update or delete have the same identity
 * @param identity names of the columns that tell one row of the target from another, never NULL as
 *     a whole; or {@link SourceRelation#POSITION}, which the query has too
 * @param replaced other rows of the target that go
 * @param candidates the files of the target that may hold rows that go or change
 * @param operation the name in the table's history
 * @param targetVersion the version of the target that the query has read
 * @param isFeedWritten whether the changes are also kept as a change data feed
 * @param deletionVectors whether files of which rows go may stay
 */
public record ApplyRequest(
    BoundPlan query,
    List<String> identity,
    Optional<RowCondition> replaced,
    List<DataFile> candidates,
    String operation,
    long targetVersion,
    boolean isFeedWritten,
    DeletionVectors deletionVectors,
    WriteTarget target,
    Optional<TransactionMark> mark) {
  public ApplyRequest {
    identity = List.copyOf(identity);
    candidates = List.copyOf(candidates);
  }

  /** Whether the query says where the rows are stored that go or change. */
  public boolean isByPosition() {
    return identity.equals(SourceRelation.POSITION);
  }

  /** The target's columns that are read to find the rows that go; all if a feed keeps them. */
  public StructType columnsToFind() {
    if (isFeedWritten) {
      return target.schema();
    }
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    replaced.ifPresentOrElse(
        rows -> Plans.list(rows.condition().references().toSeq()).forEach(a -> names.add(a.name())),
        () -> names.addAll(identity));
    return new StructType(
        Stream.of(target.schema().fields())
            .filter(field -> names.contains(field.name()))
            .toArray(StructField[]::new));
  }

  /**
   * Rows of the target that a condition holds for.
   *
   * @param condition over the target's columns, by attributes of any ids
   * @param change what it is for them, in a change data feed
   */
  public record RowCondition(Expression condition, RowChange change) {}
}
