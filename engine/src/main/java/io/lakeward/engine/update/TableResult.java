/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.problem.Problem;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an update did to one table, so far or at its end.
 *
 * @param changed true if a new version of the table was committed
 * @param version the table's newest version, if it exists
 */
public record TableResult(
    TableName name,
    DatasetKind kind,
    FlowState state,
    boolean changed,
    int batches,
    RowCounts counts,
    OptionalLong version,
    Duration duration,
    Optional<Problem> problem) {}
