/** What was learned of the columns of streamed files, version after version. */
@NullMarked
package io.lakeward.engine.schema;

import org.jspecify.annotations.NullMarked;
