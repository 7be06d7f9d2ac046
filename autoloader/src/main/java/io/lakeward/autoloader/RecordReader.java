/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import io.lakeward.autoloader.content.FileContent;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.autoloader.options.SourceOptions;
import io.lakeward.autoloader.rows.BadRecords;
import io.lakeward.autoloader.rows.ColumnSink;
import io.lakeward.autoloader.rows.FileSplit;
import io.lakeward.autoloader.rows.Projection;
import io.lakeward.autoloader.rows.ReadLog;
import io.lakeward.autoloader.rows.ReadPlan;
import io.lakeward.autoloader.rows.ReadSummary;
import io.lakeward.autoloader.rows.RecordWorker;
import io.lakeward.autoloader.rows.RowBuffer;
import io.lakeward.autoloader.rows.SplitReader;
import io.lakeward.autoloader.rows.UnknownFieldRule;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of files with a given schema. The files, and big ones in parts, are shared out
 * between as many workers as the caller wants to run.
 *
 * <p>Each file is read as it is when the reader is opened, which may be more than when it was
 * found. A file that is written to after that ends the reading with {@code SOURCE_FILE_CHANGED}:
 * whoever reads each path once would otherwise never see the rest. A new reader of the same files
 * starts afresh.
 */
public final class RecordReader implements AutoCloseable {
  private final ReadPlan plan;
  private final List<FileSplit> splits;
  private final ReadLog log;
  private final FileCheck check;
  private final Optional<BadRecords> bad;
  private final AtomicInteger nextSplit = new AtomicInteger();

  private RecordReader(
      ReadPlan plan, List<FileSplit> splits, ReadLog log, Optional<BadRecords> bad) {
    this.plan = plan;
    this.splits = splits;
    this.log = log;
    this.bad = bad;
    this.check = new FileCheck(plan.options(), log);
  }

  /**
   * Prepares the reading; no file is opened yet.
   *
   * @param schema as {@link SchemaInference} gave it, or with fewer or more columns
   */
  public static RecordReader open(
      FileSource source,
      StructType schema,
      List<DiscoveredFile> files,
      Projection projection,
      VolumePaths paths,
      String sessionTimeZone) {
    return open(source, schema, files, projection, paths, sessionTimeZone, FileSplit.SIZE);
  }

  static RecordReader open(
      FileSource source,
      StructType schema,
      List<DiscoveredFile> found,
      Projection projection,
      VolumePaths paths,
      String sessionTimeZone,
      long splitSize) {
    List<DiscoveredFile> files = asOfNow(found);
    SourceOptions options = options(source, files, sessionTimeZone);
    return open(
        options,
        FileSplit.of(options, files, splitSize),
        schema,
        files,
        projection,
        paths,
        sessionTimeZone);
  }

  /** The files as they are now, for a reading that several processes share. */
  public static List<DiscoveredFile> asOfNow(List<DiscoveredFile> found) {
    return found.stream().map(FileContent::asOfNow).toList();
  }

  /**
   * Into how many pieces files can be cut for {@link #openPart}.
   *
   * @param files as {@link #asOfNow} gave them
   */
  public static int countSplits(
      FileSource source, List<DiscoveredFile> files, String sessionTimeZone) {
    return FileSplit.of(options(source, files, sessionTimeZone), files, FileSplit.SIZE).size();
  }

  /**
   * Reads one of several parts of files. All parts together read each record once, if all are given
   * the same files.
   *
   * @param files all files, as {@link #asOfNow} gave them
   * @param part from 0
   * @param parts how many there are
   */
  public static RecordReader openPart(
      FileSource source,
      StructType schema,
      List<DiscoveredFile> files,
      Projection projection,
      VolumePaths paths,
      String sessionTimeZone,
      int part,
      int parts) {
    SourceOptions options = options(source, files, sessionTimeZone);
    List<FileSplit> splits = FileSplit.of(options, files, FileSplit.SIZE);
    int from = (int) ((long) splits.size() * part / parts);
    int to = (int) ((long) splits.size() * (part + 1) / parts);
    return open(
        options, splits.subList(from, to), schema, files, projection, paths, sessionTimeZone);
  }

  private static SourceOptions options(
      FileSource source, List<DiscoveredFile> files, String sessionTimeZone) {
    if (files.isEmpty()) {
      // Without files the format may be untold, and it does not matter.
      SourceOptions.checkBeforeListing(source, sessionTimeZone);
      source = new FileSource(source.path(), java.util.Map.of("format", "json"));
    }
    return SourceOptions.of(source, files, sessionTimeZone);
  }

  private static RecordReader open(
      SourceOptions options,
      List<FileSplit> splits,
      StructType schema,
      List<DiscoveredFile> files,
      Projection projection,
      VolumePaths paths,
      String sessionTimeZone) {
    ReadPlan plan = new ReadPlan(options, schema, files, projection, paths, sessionTimeZone);
    Optional<BadRecords> bad =
        options
            .badRecordsPath()
            .map(path -> new BadRecords(paths.resolve(path), Clock.systemUTC()));
    ReadLog.Reports reports =
        new ReadLog.Reports(
            UnknownFieldRule.of(options, schema),
            options.flag("failOnUnknownFields", false),
            options.flag("failOnWidenedFields", false),
            bad,
            file -> paths.display(file.shown()));
    return new RecordReader(plan, splits, new ReadLog(options.layout(), reports), bad);
  }

  /** A worker for the thread that calls it; workers may be made at any time. */
  public RecordWorker newWorker() {
    return new Worker(plan.newRow(), new SplitOpener(plan, log));
  }

  /** More workers than this would find nothing to do. */
  public int usefulWorkers() {
    return splits.size();
  }

  /** What has been read so far; complete when every worker has come to the end. */
  public ReadSummary summary() {
    return log.summary();
  }

  /** Gives no further files to the workers. */
  @Override
  public void close() {
    nextSplit.set(splits.size());
    bad.ifPresent(BadRecords::close);
  }

  private @Nullable FileSplit takeSplit() {
    if (nextSplit.get() >= splits.size()) {
      return null;
    }
    int taken = nextSplit.getAndIncrement();
    return taken < splits.size() ? splits.get(taken) : null;
  }

  private final class Worker implements RecordWorker {
    private final RowBuffer row;
    private final SplitOpener opener;
    private @Nullable FileSplit split;
    private @Nullable SplitReader current;

    Worker(RowBuffer row, SplitOpener opener) {
      this.row = row;
      this.opener = opener;
    }

    @Override
    public int readChunk(ColumnSink sink, int maxRows) {
      Thread thread = Thread.currentThread();
      if (thread.getContextClassLoader() == null) {
        // Threads of a database have none, and libraries look for their settings with it.
        thread.setContextClassLoader(RecordReader.class.getClassLoader());
      }
      int rows = 0;
      try {
        while (rows < maxRows && !sink.isFull()) {
          SplitReader reader = current == null ? openNext() : current;
          if (reader == null) {
            break;
          }
          if (reader.next(row)) {
            row.deliver(sink, rows++);
          } else {
            close();
          }
        }
      } catch (IOException e) {
        throw failure(e);
      } catch (UncheckedIOException e) {
        throw failure(new IOException(String.valueOf(e.getMessage()), e));
      }
      log.addRecords(rows);
      return rows;
    }

    private ProjectException failure(IOException e) {
      FileSplit failed = split;
      if (failed == null) {
        throw new UncheckedIOException(e);
      }
      return FileContent.failure(failed.file(), e);
    }

    private @Nullable SplitReader openNext() throws IOException {
      FileSplit taken = takeSplit();
      while (taken != null && check.isLeftOut(taken.file())) {
        taken = takeSplit();
      }
      if (taken == null) {
        return null;
      }
      split = taken;
      row.clear();
      plan.startSplit(taken, row);
      current = opener.open(taken);
      return current;
    }

    @Override
    public void close() {
      SplitReader open = current;
      current = null;
      if (open != null) {
        try {
          open.close();
        } catch (IOException e) {
          throw failure(e);
        }
      }
    }
  }
}
