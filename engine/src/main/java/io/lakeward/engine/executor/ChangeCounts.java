/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

/**
 * What became of a batch of changes.
 *
 * @param upserted rows of the target that were inserted or replaced
 * @param deleted rows of the target that were deleted
 * @param late changes that arrived after a newer one of the same key
 * @param ignored changes without an effect: duplicates, and losers among changes of one key with
 *     one sequence
 */
public record ChangeCounts(long upserted, long deleted, long late, long ignored) {}
