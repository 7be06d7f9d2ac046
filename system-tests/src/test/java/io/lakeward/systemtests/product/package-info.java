/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
/** The packed product, run as a user runs it: a command line, a folder, an exit code. */
@NullMarked
package io.lakeward.systemtests.product;

import org.jspecify.annotations.NullMarked;
