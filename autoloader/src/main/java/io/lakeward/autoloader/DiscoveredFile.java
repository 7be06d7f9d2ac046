/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import java.nio.file.Path;

/**
 * A source file as it was when it was found.
 *
 * @param size in bytes
 * @param modifiedMillis milliseconds since 1970-01-01 UTC
 */
public record DiscoveredFile(Path path, long size, long modifiedMillis) {}
