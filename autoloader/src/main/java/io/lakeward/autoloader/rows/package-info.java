/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
/**
 * What reading a source has in common whatever its format: splits, plans, cells, rescued data,
 * counts.
 */
@NullMarked
package io.lakeward.autoloader.rows;

import org.jspecify.annotations.NullMarked;
