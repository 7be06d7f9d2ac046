/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.rows;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.spark.sql.types.DataType;

/**
 * A field with a value that no column of the read schema takes, where it was met first.
 *
 * @param line of its record, from 1; 0 if it is not known
 * @param name fields inside structs as {@code outer.inner}
 * @param type if the file itself names types
 */
public record UnknownField(Path file, long line, String name, Optional<DataType> type) {}
