/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

import java.util.List;
import java.util.Optional;

/**
 * How the rows of a flow's query, which are changes, are applied to its target.
 *
 * @param keys the columns that tell one row of the target from another
 * @param filter which rows of the query are changes; the old clause {@code WHERE}
 * @param ignoreNullUpdates the columns in which NULL means "as before"; empty if NULL is a value
 * @param deleteWhen the rows that delete; empty if none do
 * @param truncateWhen the rows that delete everything older; empty if none do
 * @param sequence orders the changes of a key; empty if the rows are no changes but a snapshot, all
 *     rows that there are
 * @param systemSequence when the source learned of a change
 * @param columns those of the query that the target has
 * @param trackHistory the columns whose change opens a new version
 * @param columnsToUpdate the column with the names of the columns that a change carries
 */
public record AutoCdc(
    List<NamedColumn> keys,
    Optional<SqlText> filter,
    Optional<ColumnSelection> ignoreNullUpdates,
    Optional<SqlText> deleteWhen,
    Optional<SqlText> truncateWhen,
    Optional<SqlText> sequence,
    Optional<SqlText> systemSequence,
    ColumnSelection columns,
    ScdType scdType,
    ColumnSelection trackHistory,
    Optional<NamedColumn> columnsToUpdate) {
  public AutoCdc {
    keys = List.copyOf(keys);
  }
}
