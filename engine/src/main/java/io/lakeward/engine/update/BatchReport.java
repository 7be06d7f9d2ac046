/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.flow.Backlog;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A committed batch, for the event log.
 *
 * @param inputBytes size of the files that it was given
 * @param backlogs what each source had left when the batch began
 * @param planningMillis how long it took to find out what to do; 0 for batches after the first
 * @param runningMillis how long it took to read, compute and commit it
 * @param processorMillis how long processors worked for that, if it can be told
 */
record BatchReport(
    long number,
    WriteResult result,
    long inputBytes,
    Map<String, Backlog> backlogs,
    long planningMillis,
    long runningMillis,
    OptionalLong processorMillis) {}
