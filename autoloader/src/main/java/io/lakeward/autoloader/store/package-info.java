/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
/** Object stores, and whatever else Hadoop has a file system for, as file systems of java.nio. */
@NullMarked
package io.lakeward.autoloader.store;

import org.jspecify.annotations.NullMarked;
