/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.autoloader.discovery.CleanSource;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.discovery.FileListing;
import io.lakeward.engine.executor.ChosenEngine;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.tables.DeltaTable;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.spark.sql.types.StructType;

/** What refreshers need from around them. */
public interface RefreshServices {
  /** What runs a flow. */
  ChosenEngine engine(ResolvedFlow flow);

  /** A table by name, whether published or private; it may not exist yet. */
  DeltaTable table(TableName name);

  /** The source's files that are there now. */
  List<DiscoveredFile> list(FileSource source);

  /**
   * Those of the files that are of interest.
   *
   * @param isKnown asked first, by the path alone
   * @param isWanted asked about each other file
   */
  default FileListing list(
      FileSource source, Predicate<Path> isKnown, Predicate<DiscoveredFile> isWanted) {
    return new FileListing(
        list(source).stream().filter(f -> !isKnown.test(f.path()) && isWanted.test(f)).toList(),
        0,
        0);
  }

  /** Whether {@link #unlessQuiet} goes by what the file system tells. */
  default void watchFolders(boolean isWatching) {}

  /**
   * The files that a listing of the source finds, or none without it if nothing has happened to
   * them.
   *
   * @param reader who lists; one reader's known files are not another's
   */
  default FileListing unlessQuiet(FileSource source, Path reader, Supplier<FileListing> listing) {
    return listing.get();
  }

  /** What becomes of the source's files when they have been loaded. */
  default CleanSource cleaning(FileSource source) {
    return new CleanSource(CleanSource.Mode.OFF, Duration.ZERO, Path.of(""), Optional.empty());
  }

  /**
   * A file with what is known of the files of streams, see {@link FileStates}.
   *
   * @param table the table that is filled from them; without it they are told by their path
   */
  default DiscoveredFile fileStates(Optional<TableName> table, String path) {
    throw new UnsupportedOperationException("no state is kept here");
  }

  default Clock clock() {
    return Clock.systemUTC();
  }

  /**
   * Learns the columns that files have beyond a stream's schema.
   *
   * @param columns those with which the stream reads now
   * @return true if it has to read with others from now on
   */
  default boolean learn(FileSource source, StructType columns, List<DiscoveredFile> files) {
    return false;
  }

  FileAddresses addresses();

  /** The folder of a pipeline's event log; it may not exist yet. */
  Path eventsOf(String pipelineId);

  /** The update that runs; empty if none does. */
  default String updateId() {
    return "";
  }

  /** The folder in which the pipeline remembers things about one of its tables. */
  Path stateOf(TableName table);
}
