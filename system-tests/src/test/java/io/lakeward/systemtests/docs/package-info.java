/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
/** The docs say what is true: links lead somewhere, classes exist, tables are complete. */
@NullMarked
package io.lakeward.systemtests.docs;

import org.jspecify.annotations.NullMarked;
