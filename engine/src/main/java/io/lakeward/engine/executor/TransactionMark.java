package io.lakeward.engine.executor;

/**
 * A flow's progress, committed with the rows it stands for.
 *
 * @param appId the flow's identity
 * @param version the batch number
 */
public record TransactionMark(String appId, long version) {}
