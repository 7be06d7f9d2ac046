/**
 * One query: from text to a typed plan whose leaves are {@link
 * io.lakeward.analysis.plan.SourceRelation}s. Start at {@link QueryAnalyzer}; {@link NameScope}
 * says what a table name means, {@link FileSchemas} what columns files have. Every complaint names
 * a place in the user's file.
 */
@NullMarked
package io.lakeward.analysis.query;

import org.jspecify.annotations.NullMarked;
