/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
/** What is learned of columns: inferred schemas and how they grow. */
@NullMarked
package io.lakeward.autoloader.schema;

import org.jspecify.annotations.NullMarked;
