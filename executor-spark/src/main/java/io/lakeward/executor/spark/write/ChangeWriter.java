/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.write;

import io.lakeward.engine.executor.ApplyRequest;
import io.lakeward.engine.executor.ApplyResult;
import io.lakeward.engine.executor.RowChange;
import io.lakeward.engine.executor.RowChangeCounts;
import io.lakeward.engine.executor.TableCommits;
import io.lakeward.engine.executor.TableCommits.NewFiles;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.executor.spark.scan.SliceScans;
import io.lakeward.executor.spark.scan.TableFilesScan;
import io.lakeward.tables.DataFile;
import io.lakeward.tables.NewDataFile;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Inserts, replaces and deletes rows of a table. Files that hold none of the rows stay; the others
 * are written anew without them. If anything fails before the commit, the new files are deleted.
 */
public final class ChangeWriter {
  private final TableCommits commits = new TableCommits();

  /**
   * Writes and commits.
   *
   * @param scans read what the request's query reads
   */
  public ApplyResult apply(
      SparkSession session, SliceScans scans, ApplyRequest request, WriteListener listener) {
    FileJob.requirePartitionable(request.target());
    try (RowCache cache = new RowCache(session);
        FileSet files = FileSet.ofRows(request.target());
        FileSet feed = FileSet.ofChanges(request.target())) {
      return new Applying(session, scans, request, cache, files, feed).run(listener);
    }
  }

  /** One request on its way. */
  private final class Applying {
    private final SparkSession session;
    private final SliceScans scans;
    private final ApplyRequest request;
    private final WriteTarget target;
    private final RowCache cache;
    private final FileSet files;
    private final FileSet feed;
    private final ChangedRows plans;

    Applying(
        SparkSession session,
        SliceScans scans,
        ApplyRequest request,
        RowCache cache,
        FileSet files,
        FileSet feed) {
      this.session = session;
      this.scans = scans;
      this.request = request;
      this.target = request.target();
      this.cache = cache;
      this.files = files;
      this.feed = feed;
      this.plans =
          new ChangedRows(
              request,
              new TableFilesScan(session),
              session.sessionState().conf().sessionLocalTimeZone());
    }

    ApplyResult run(WriteListener listener) {
      KeptRows changes =
          cache.keep(
              plans.changes(scans.bind(request.query().plan())),
              "changes of " + target.name() + " were computed",
              plans.changeAndFileInChanges());
      RuleOutcome rules = RuleOutcome.of(List.of(), List.of(), TableWriter.views(scans::views));
      rules.failIfBroken(target.name().toString());
      RowChangeCounts counts = counts(changes);
      Hits hits =
          request.candidates().isEmpty() || (counts.isNothing() && request.replaced().isEmpty())
              ? new Hits(Optional.empty(), List.of(), 0)
              : findHits(changes, counts);
      if (counts.isNothing() && hits.files().isEmpty()) {
        return new ApplyResult(
            OptionalLong.empty(), scans.reads(), 0, 0, 0, rules.dropped(), rules.views());
      }
      List<NewDataFile> written = writeRows(changes, hits);
      List<NewDataFile> told = request.isFeedWritten() ? writeFeed(changes, hits) : List.of();
      listener.filesWritten();
      long version =
          commits.commit(
              request,
              new NewFiles(written, files),
              new NewFiles(told, feed),
              hits.files(),
              Map.of());
      return new ApplyResult(
          OptionalLong.of(version),
          scans.reads(),
          counts.upserted(),
          counts.deleted() + hits.replaced(),
          written.stream().mapToLong(NewDataFile::size).sum(),
          rules.dropped(),
          rules.views());
    }

    private RowChangeCounts counts(KeptRows changes) {
      RowChangeCounts counts = RowChangeCounts.NONE;
      for (Map.Entry<List<Object>, Long> entry : changes.counts().entrySet()) {
        counts = counts.plus((Integer) entry.getKey().get(0), entry.getValue());
      }
      return counts;
    }

    /** The files that may hold rows that go or change. */
    private List<DataFile> candidates(KeptRows changes) {
      if (!request.isByPosition()) {
        return request.candidates();
      }
      Set<String> told = new HashSet<>();
      changes.counts().keySet().forEach(values -> told.add(String.valueOf(values.get(1))));
      return filesOf(told);
    }

    private List<DataFile> filesOf(Set<String> paths) {
      return request.candidates().stream()
          .filter(file -> paths.contains(file.path().toString()))
          .toList();
    }

    private Hits findHits(KeptRows changes, RowChangeCounts counts) {
      KeptRows rows =
          cache.keep(
              plans.hits(changes, counts, candidates(changes)),
              "rows of " + target.name() + " that change were looked up",
              plans.fileAndChangeInHits());
      Set<String> hit = new HashSet<>();
      long replaced = 0;
      for (Map.Entry<List<Object>, Long> entry : rows.counts().entrySet()) {
        hit.add((String) entry.getKey().get(0));
        if (entry.getKey().get(1).equals(RowChange.REPLACE.ordinal())) {
          replaced += entry.getValue();
        }
      }
      return new Hits(hit.isEmpty() ? Optional.empty() : Optional.of(rows), filesOf(hit), replaced);
    }

    private List<NewDataFile> writeRows(KeptRows changes, Hits hits) {
      FileJob job = new FileJob(session, target, target.schema(), files, WriteTask.FileLimit.SMALL);
      return job.finish(job.run(plans.rows(changes, hits.rows(), hits.files())));
    }

    /** Where no row goes, the new data files tell what came. */
    private List<NewDataFile> writeFeed(KeptRows changes, Hits hits) {
      if (hits.rows().isEmpty()) {
        return List.of();
      }
      StructType columns = ChangedRows.feedColumns(target.schema());
      FileJob job = new FileJob(session, target, columns, feed, WriteTask.FileLimit.USUAL);
      return job.finish(job.run(plans.feed(changes, hits.rows().get())));
    }
  }

  /**
   * The rows that go or change.
   *
   * @param rows with their places; empty if there are none
   * @param files those that hold them
   * @param replaced how many go with others in their place
   */
  private record Hits(Optional<KeptRows> rows, List<DataFile> files, long replaced) {}
}
