/** Files that users write, and places in them. */
@NullMarked
package io.lakeward.model.source;

import org.jspecify.annotations.NullMarked;
