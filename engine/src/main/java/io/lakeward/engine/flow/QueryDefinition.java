/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

/**
 * What the rows of a batch query depend on besides its sources.
 *
 * @param text changes whenever the result could change by the definition
 * @param isRepeatable false if the query gives other rows at another time, as one with {@code
 *     current_date()} does
 */
public record QueryDefinition(String text, boolean isRepeatable) {}
