/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.autoloader.RecordReader;
import io.lakeward.autoloader.discovery.CleanSource;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.discovery.FileDiscovery;
import io.lakeward.autoloader.discovery.FileListing;
import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.engine.executor.ChosenEngine;
import io.lakeward.engine.flow.FileAddresses;
import io.lakeward.engine.flow.FileStates;
import io.lakeward.engine.flow.RefreshServices;
import io.lakeward.engine.flow.StateNames;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.Warehouse;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.spark.sql.types.StructType;

/**
 * A project's tables, files and executor, as refreshers need them.
 *
 * @param engines what runs each flow
 * @param privateTables names of tables that are stored, but not published
 */
record ProjectServices(
    Map<TableName, ChosenEngine> engines,
    Warehouse warehouse,
    Warehouse privateWarehouse,
    Set<TableName> privateTables,
    FileDiscovery discovery,
    SourceSchemas schemas,
    FileAddresses addresses,
    Path state,
    Clock clock,
    String updateId)
    implements RefreshServices {

  @Override
  public ChosenEngine engine(ResolvedFlow flow) {
    ChosenEngine engine = engines.get(flow.flow().name());
    if (engine == null) {
      throw new IllegalStateException("no engine for flow " + flow.flow().name());
    }
    return engine;
  }

  @Override
  public DeltaTable table(TableName name) {
    return (privateTables.contains(name) ? privateWarehouse : warehouse).table(name);
  }

  @Override
  public List<DiscoveredFile> list(FileSource source) {
    return discovery.list(source);
  }

  @Override
  public FileListing list(
      FileSource source, Predicate<Path> isKnown, Predicate<DiscoveredFile> isWanted) {
    return discovery.list(source, isKnown, isWanted);
  }

  @Override
  public void watchFolders(boolean isWatching) {
    discovery.watchFolders(isWatching);
  }

  @Override
  public FileListing unlessQuiet(FileSource source, Path reader, Supplier<FileListing> listing) {
    return discovery.unlessQuiet(source, reader, listing);
  }

  @Override
  public CleanSource cleaning(FileSource source) {
    return CleanSource.of(
        source, new VolumePaths(addresses.volumes(), addresses.project(), addresses.stores()));
  }

  @Override
  public DiscoveredFile fileStates(Optional<TableName> table, String path) {
    String name = StateNames.exactFileName(table.map(TableName::toString).orElse(path));
    Path file =
        state.resolve("file-states").resolve(name + "-" + ProcessHandle.current().pid() + ".json");
    FileStates states = new FileStates(addresses);
    table.ifPresentOrElse(
        t -> states.ofTable(stateOf(t), file),
        () -> states.ofPath(state.resolve("flows"), path, file));
    file.toFile().deleteOnExit();
    return RecordReader.asOfNow(List.of(new DiscoveredFile(file, 0, 0))).get(0);
  }

  @Override
  public boolean learn(FileSource source, StructType columns, List<DiscoveredFile> files) {
    return schemas.learn(source, columns, files);
  }

  @Override
  public Path eventsOf(String pipelineId) {
    return state.resolveSibling(pipelineId).resolve("events");
  }

  @Override
  public Path stateOf(TableName table) {
    return state.resolve("flows").resolve(StateNames.fileName(table.toString()));
  }
}
