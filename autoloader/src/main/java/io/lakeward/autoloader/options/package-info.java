/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
/** The arguments of a source, checked: each is handled, refused by name, or unknown. */
@NullMarked
package io.lakeward.autoloader.options;

import org.jspecify.annotations.NullMarked;
