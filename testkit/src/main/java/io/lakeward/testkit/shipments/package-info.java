/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
/**
 * A small pipeline as its user sees it, by way of whatever runs the command: {@link
 * io.lakeward.testkit.shipments.ShipmentsProject}.
 */
@NullMarked
package io.lakeward.testkit.shipments;

import org.jspecify.annotations.NullMarked;
