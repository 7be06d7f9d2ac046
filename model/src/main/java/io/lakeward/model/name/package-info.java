/** Names of tables and how SQL writes them. */
@NullMarked
package io.lakeward.model.name;

import org.jspecify.annotations.NullMarked;
