/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.rows;

import java.nio.file.Path;

/**
 * The place of a record that could not be parsed.
 *
 * @param line from 1; 0 if it is not known
 * @param byteOffset from 0, in the file's decompressed content
 */
public record MalformedRecord(Path file, long line, long byteOffset) {}
