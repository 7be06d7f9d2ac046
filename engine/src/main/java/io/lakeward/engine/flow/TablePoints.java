/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.plan.TablePoint;
import io.lakeward.model.name.TableName;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.TableSnapshot;
import java.util.OptionalLong;

/** Finds versions of tables by number or by time. */
public final class TablePoints {
  private TablePoints() {}

  /**
   * The table as it was.
   *
   * @throws ProjectException if it was not there then
   */
  public static TableSnapshot snapshot(TableName name, DeltaTable table, TablePoint point) {
    return table.snapshot(version(name, table, point));
  }

  static long version(TableName name, DeltaTable table, TablePoint point) {
    if (point instanceof TablePoint.Version version) {
      return version.number();
    }
    TablePoint.Time time = (TablePoint.Time) point;
    TableSnapshot newest = table.snapshot();
    if (time.instant().isAfter(newest.timestamp())) {
      throw outside(name, time, "its newest version is of " + newest.timestamp());
    }
    OptionalLong version = table.versionAt(time.instant());
    if (version.isEmpty()) {
      throw outside(name, time, "its oldest version is younger");
    }
    return version.getAsLong();
  }

  /** The first version that was committed at or after a time. */
  static long firstSince(DeltaTable table, TablePoint.Time time) {
    OptionalLong before = table.versionAt(time.instant().minusMillis(1));
    return before.isPresent() ? before.getAsLong() + 1 : 0;
  }

  private static ProjectException outside(TableName name, TablePoint.Time time, String reason) {
    return new ProjectException(
        Problem.of(
                ProblemCode.TABLE_VERSION_NOT_FOUND,
                "The table %s had no version at %s: %s."
                    .formatted(name.quoted(), time.instant(), reason))
            .withFix("DESCRIBE HISTORY " + name.quoted() + " lists the versions and their times."));
  }
}
