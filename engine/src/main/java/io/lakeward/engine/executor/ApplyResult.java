/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import java.util.OptionalLong;

/**
 * What applying changes did.
 *
 * @param version the Delta version it committed; empty if there was nothing to change
 * @param rowsUpserted rows that were inserted or replaced
 * @param bytesWritten size of the new data files
 */
public record ApplyResult(
    OptionalLong version, long rowsUpserted, long rowsDeleted, long bytesWritten) {}
