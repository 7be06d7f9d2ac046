/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

import io.lakeward.model.source.SourceSpan;

/**
 * An old spelling that still works.
 *
 * @param what the words
 * @param instead what to write today, as a sentence
 */
public record Deprecation(String what, String instead, SourceSpan where) {}
