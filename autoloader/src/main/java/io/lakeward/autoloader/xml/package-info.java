/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
/** Records in XML. */
@NullMarked
package io.lakeward.autoloader.xml;

import org.jspecify.annotations.NullMarked;
