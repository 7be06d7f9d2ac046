/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
/** Checks that need the whole repository or the packed product. */
@NullMarked
package io.lakeward.systemtests;

import org.jspecify.annotations.NullMarked;
