/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

import io.lakeward.model.source.SourceSpan;
import java.util.Optional;

/**
 * A column as declared in a dataset's column list.
 *
 * @param type Spark type text such as {@code DECIMAL(10,2)}; empty where only the name was given
 */
public record ColumnDefinition(
    String name,
    Optional<String> type,
    boolean nullable,
    Optional<String> comment,
    SourceSpan where) {}
