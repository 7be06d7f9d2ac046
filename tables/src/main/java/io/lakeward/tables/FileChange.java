/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

/**
 * A file that a commit added or removed.
 *
 * @param dataChange false if the table's rows stayed the same, as when files are compacted
 */
public record FileChange(DataFile file, boolean dataChange) {}
