/**
 * The warm process: a copy of the program that stays after a run in development mode and does the
 * next run of the same project, so that this starts at once. The program itself is the client; it
 * does the work alone if there is no warm process or if it belongs to another build.
 */
@NullMarked
package io.lakeward.cli.warm;

import org.jspecify.annotations.NullMarked;
