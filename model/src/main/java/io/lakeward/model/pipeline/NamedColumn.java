/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

import io.lakeward.model.source.SourceSpan;

/** A column that a clause names, and where it names it. */
public record NamedColumn(String name, SourceSpan where) {}
