/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
/** Values as text, and text as values, as Spark has them; how values are held. */
@NullMarked
package io.lakeward.autoloader.text;

import org.jspecify.annotations.NullMarked;
