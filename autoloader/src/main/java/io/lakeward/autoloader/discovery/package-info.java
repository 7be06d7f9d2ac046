/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
/** Which files there are: paths and volumes, patterns, listing, values in folder names. */
@NullMarked
package io.lakeward.autoloader.discovery;

import org.jspecify.annotations.NullMarked;
