/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.benchmarks;

/**
 * One finished process.
 *
 * @param seconds from its start to its end
 * @param peakMegabytes most memory that it held at once; 0 where the system does not tell
 * @param output what it printed to standard output
 */
record Measurement(double seconds, long peakMegabytes, String output) {}
