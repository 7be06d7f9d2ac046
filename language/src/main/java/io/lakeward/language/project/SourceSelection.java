/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.project;

import io.lakeward.model.source.SourceSpan;
import java.util.Optional;

/**
 * One entry of the source files to read.
 *
 * @param pattern a file or a glob, relative to the project folder, with forward slashes
 * @param where the entry in the settings file; absent for the default
 */
record SourceSelection(String pattern, Optional<SourceSpan> where) {}
