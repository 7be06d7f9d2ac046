/** Finds source files, learns their schema and reads their records; knows no engine. */
@NullMarked
package io.lakeward.autoloader;

import org.jspecify.annotations.NullMarked;
