/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
/** Records in CSV: a fast way for plain lines, and one with all rules. */
@NullMarked
package io.lakeward.autoloader.csv;

import org.jspecify.annotations.NullMarked;
