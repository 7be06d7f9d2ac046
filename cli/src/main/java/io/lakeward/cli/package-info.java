/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */

/**
 * The command line. {@link io.lakeward.cli.Main} knows the commands; each is a class: {@link
 * io.lakeward.cli.RunCommand}, {@link io.lakeward.cli.ValidateCommand}, {@link
 * io.lakeward.cli.ExplainCommand}, {@link io.lakeward.cli.SqlCommand}, {@link
 * io.lakeward.cli.EventsCommand}, {@link io.lakeward.cli.InitCommand}. A command reads its
 * arguments, calls the engine once and prints what came of it.
 */
@NullMarked
package io.lakeward.cli;

import org.jspecify.annotations.NullMarked;
