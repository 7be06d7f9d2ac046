/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
/** Rules about the shape of the code, each with a fixture that breaks it. */
@NullMarked
package io.lakeward.systemtests.structure;

import org.jspecify.annotations.NullMarked;
