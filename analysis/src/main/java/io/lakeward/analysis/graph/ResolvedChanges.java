/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import org.apache.spark.sql.catalyst.expressions.Expression;

/**
 * An AUTO CDC flow whose clauses have been given their meaning.
 *
 * @param target how the target is made
 * @param hasKey false for changes that cannot be applied because a key is NULL; over attributes of
 *     {@link ResolvedFlow#plan()}'s output
 * @param hasSequence likewise because the sequence is NULL
 */
public record ResolvedChanges(ChangeTarget target, Expression hasKey, Expression hasSequence) {}
