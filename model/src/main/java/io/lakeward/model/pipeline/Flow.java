/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

import io.lakeward.model.name.TableName;
import io.lakeward.model.source.SourceSpan;
import java.util.Optional;

/**
 * A query that fills a dataset. Its name is its identity: the progress of a streaming flow is kept
 * under it.
 *
 * @param name full name; the target's own name for the query of a {@code CREATE … AS}
 * @param where the flow's name in the user's file
 */
public record Flow(
    FlowKind kind,
    TableName name,
    TableName target,
    SqlText query,
    Optional<String> comment,
    SourceSpan where) {}
