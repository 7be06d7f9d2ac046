/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
/**
 * Pipelines that apply changes, on whatever engines a test has: {@link
 * io.lakeward.testkit.cdc.ChangeProject}.
 */
@NullMarked
package io.lakeward.testkit.cdc;

import org.jspecify.annotations.NullMarked;
