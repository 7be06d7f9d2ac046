/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
/** Statements outside pipeline files: queries, changes of rows, what there is and how it is. */
@NullMarked
package io.lakeward.engine.sql;

import org.jspecify.annotations.NullMarked;
