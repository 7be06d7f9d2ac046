/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

/** A point in time that is finer than Spark's timestamps, since 1970-01-01. */
public record Nanoseconds(long value) {}
