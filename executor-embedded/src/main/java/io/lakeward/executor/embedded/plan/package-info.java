/**
 * From an analyzed plan to one DuckDB query: {@link
 * io.lakeward.executor.embedded.plan.PlanTranslator}. What is not known here is refused by name,
 * never guessed.
 */
@NullMarked
package io.lakeward.executor.embedded.plan;

import org.jspecify.annotations.NullMarked;
