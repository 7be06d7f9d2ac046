/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */

/**
 * What people and programs see: problems, progress, tables of numbers, rows of queries. Nothing
 * here opens a project or runs one; everything takes values and returns or prints text.
 */
@NullMarked
package io.lakeward.cli.view;

import org.jspecify.annotations.NullMarked;
