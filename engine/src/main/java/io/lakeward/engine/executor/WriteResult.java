/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import io.lakeward.autoloader.SkippedFile;
import java.util.List;
import java.util.Optional;

/**
 * What a write did.
 *
 * @param version the Delta version it committed
 * @param rowsRead rows that came from the sources
 * @param rowsMalformed records of source files that could not be read as rows and were kept out
 * @param rowsDropped rows left out by {@code DROP_ROW} rules of the target and of views, each
 *     counted once
 * @param bytesWritten size of the new data files
 * @param rules counts of the target's rules
 * @param views counts of the rules of views that the query reads
 * @param changes what became of the rows, if they were changes
 * @param rowsQuarantined rows that went into the table's quarantine; 0 from an executor
 * @param skippedFiles source files that were left out because they could not be read
 */
public record WriteResult(
    long version,
    long rowsRead,
    long rowsMalformed,
    long rowsWritten,
    long rowsDropped,
    long bytesWritten,
    List<RuleCount> rules,
    List<ViewCount> views,
    Optional<ChangeCounts> changes,
    long rowsQuarantined,
    List<SkippedFile> skippedFiles) {
  public WriteResult {
    rules = List.copyOf(rules);
    views = List.copyOf(views);
    skippedFiles = List.copyOf(skippedFiles);
  }

  /** The result of a write that read all files. */
  public WriteResult(
      long version,
      long rowsRead,
      long rowsMalformed,
      long rowsWritten,
      long rowsDropped,
      long bytesWritten,
      List<RuleCount> rules,
      List<ViewCount> views,
      Optional<ChangeCounts> changes,
      long rowsQuarantined) {
    this(
        version,
        rowsRead,
        rowsMalformed,
        rowsWritten,
        rowsDropped,
        bytesWritten,
        rules,
        views,
        changes,
        rowsQuarantined,
        List.of());
  }

  /** The same result with the files that were left out. */
  public WriteResult withSkippedFiles(List<SkippedFile> skipped) {
    return new WriteResult(
        version,
        rowsRead,
        rowsMalformed,
        rowsWritten,
        rowsDropped,
        bytesWritten,
        rules,
        views,
        changes,
        rowsQuarantined,
        skipped);
  }

  /** The result of a write of changes. */
  public WriteResult(
      long version,
      long rowsRead,
      long rowsMalformed,
      long rowsWritten,
      long rowsDropped,
      long bytesWritten,
      List<RuleCount> rules,
      List<ViewCount> views,
      Optional<ChangeCounts> changes) {
    this(
        version,
        rowsRead,
        rowsMalformed,
        rowsWritten,
        rowsDropped,
        bytesWritten,
        rules,
        views,
        changes,
        0);
  }

  /** The result of a write that quarantines nothing. */
  public WriteResult(
      long version,
      long rowsRead,
      long rowsMalformed,
      long rowsWritten,
      long rowsDropped,
      long bytesWritten,
      List<RuleCount> rules,
      List<ViewCount> views) {
    this(
        version,
        rowsRead,
        rowsMalformed,
        rowsWritten,
        rowsDropped,
        bytesWritten,
        rules,
        views,
        Optional.empty(),
        0);
  }

  /** The result of a query that reads no views with rules. */
  public WriteResult(
      long version,
      long rowsRead,
      long rowsMalformed,
      long rowsWritten,
      long rowsDropped,
      long bytesWritten,
      List<RuleCount> rules) {
    this(
        version, rowsRead, rowsMalformed, rowsWritten, rowsDropped, bytesWritten, rules, List.of());
  }
}
