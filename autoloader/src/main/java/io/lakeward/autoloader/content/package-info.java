/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
/** The bytes of a file: archives, compression, encodings, lines. */
@NullMarked
package io.lakeward.autoloader.content;

import org.jspecify.annotations.NullMarked;
