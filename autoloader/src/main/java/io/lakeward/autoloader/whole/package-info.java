/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
/**
 * Files that are one record, or lines that are one value: text, binary files, members of archives.
 */
@NullMarked
package io.lakeward.autoloader.whole;

import org.jspecify.annotations.NullMarked;
