/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import java.util.Optional;

/**
 * A row that broke a rule, as JSON objects.
 *
 * @param output the row that was checked
 * @param input the record of the source that it was made of; empty where a row of the query has no
 *     single such record, as the rows of an aggregation have
 */
public record OffendingRow(String output, Optional<String> input) {}
