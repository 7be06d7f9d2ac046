/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
/** What can be wrong with a source, in words; used by every other package. */
@NullMarked
package io.lakeward.autoloader.problem;

import org.jspecify.annotations.NullMarked;
