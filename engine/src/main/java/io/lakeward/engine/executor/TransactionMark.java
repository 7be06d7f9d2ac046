/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

/**
 * A flow's progress, committed with the rows it stands for.
 *
 * @param appId the flow's identity
 * @param version the batch number
 */
public record TransactionMark(String appId, long version) {}
