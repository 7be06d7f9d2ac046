/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */

/**
 * The program's own log: warnings and worse go to {@code .lakeward/logs/lakeward.log}, and nothing
 * to the console. A small SLF4J provider, because a logging library's start would take longer than
 * a small update.
 */
@NullMarked
package io.lakeward.cli.log;

import org.jspecify.annotations.NullMarked;
