/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
/**
 * Tests that several modules run on their own parts: what belongs to a port and not to one side.
 */
@NullMarked
package io.lakeward.testkit;

import org.jspecify.annotations.NullMarked;
