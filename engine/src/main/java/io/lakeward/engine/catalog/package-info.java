/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
/** What the warehouse knows besides its tables: functions, published views, dropped tables. */
@NullMarked
package io.lakeward.engine.catalog;

import org.jspecify.annotations.NullMarked;
