/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.analysis.plan.TableReading;
import io.lakeward.analysis.query.PipelineLookup;
import io.lakeward.analysis.query.TableLookup;
import io.lakeward.engine.catalog.DroppedTables;
import io.lakeward.engine.catalog.TableNotes;
import io.lakeward.engine.flow.RefreshServices;
import io.lakeward.engine.state.StateFile;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.PipelineDefinition;
import io.lakeward.model.pipeline.RowPolicy;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.TableSnapshot;
import io.lakeward.tables.Warehouse;
import io.lakeward.tables.WriteMode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.StructType;

/**
 * The tables that this pipeline has made. One whose definition is gone is inactive: it stays as it
 * is, is read with {@code lakeward sql} only, and goes on where it stopped once it is defined
 * again.
 */
final class OwnTables {
  private final Warehouse warehouse;
  private final RefreshServices services;

  OwnTables(Warehouse warehouse, RefreshServices services) {
    this.warehouse = warehouse;
    this.services = services;
  }

  private boolean isOwn(TableName name, TableSnapshot table) {
    return Optional.ofNullable(table.properties().get(TableNotes.IDENTITY))
        .map(
            owner ->
                StateFile.read(services.stateOf(name).resolve("identity.json"))
                    .map(json -> json.path("id").asText().equals(owner))
                    .orElse(false))
        .orElse(false);
  }

  /** The tables that queries of this pipeline can read besides its own datasets. */
  TableLookup others(TableLookup all) {
    return new TableLookup() {
      @Override
      public Optional<StructType> find(TableName name) {
        return find(name, TableReading.PRESENT);
      }

      @Override
      public Optional<StructType> find(TableName name, TableReading reading) {
        Optional<StructType> columns = all.find(name, reading);
        Optional<TableSnapshot> table = warehouse.table(name).findSnapshot();
        boolean isOlder = reading.at().isPresent() && reading.options().isEmpty();
        if (table.isPresent() && !isOlder && isOwn(name, table.get())) {
          throw new ProjectException(inactive(name));
        }
        return columns;
      }

      @Override
      public RowPolicy policyOf(TableName name) {
        return all.policyOf(name);
      }

      @Override
      public PipelineLookup pipelines() {
        return all.pipelines();
      }

      @Override
      public Collection<TableName> all() {
        return all.all();
      }
    };
  }

  private static Problem inactive(TableName name) {
    return Problem.of(
            ProblemCode.TABLE_OR_VIEW_NOT_FOUND,
            "Table or view "
                + name.quoted()
                + " is not defined in this pipeline any more; its table is inactive.")
        .withFix("Put its definition back, or do not read it here; lakeward sql still reads it.");
  }

  /** The definition, with what ALTER has hidden of the stored tables. */
  PipelineDefinition altered(PipelineDefinition definition) {
    List<Dataset> datasets =
        definition.datasets().stream()
            .map(
                dataset ->
                    dataset.kind().isStored() && !dataset.isPrivate()
                        ? dataset.withAltered(alteredPolicy(dataset.name()))
                        : dataset)
            .toList();
    return new PipelineDefinition(
        definition.settings(), datasets, definition.flows(), definition.functions());
  }

  private RowPolicy alteredPolicy(TableName name) {
    try {
      return warehouse
          .table(name)
          .findSnapshot()
          .map(table -> TableNotes.alteredIn(table.properties()))
          .orElse(RowPolicy.NONE);
    } catch (ProjectException e) {
      // A damaged table is told where it is refreshed or read, and stops nothing else.
      return RowPolicy.NONE;
    }
  }

  List<TableName> all() {
    return warehouse.tables().stream()
        .filter(name -> isOwn(name, warehouse.table(name).snapshot()))
        .toList();
  }

  /**
   * Marks the tables that the pipeline does not define any more.
   *
   * @param dropped takes them, if they are to be dropped
   */
  List<TableName> settle(PipelineDefinition definition, Optional<DroppedTables> dropped) {
    Set<TableName> defined =
        definition.datasets().stream().map(Dataset::name).collect(Collectors.toUnmodifiableSet());
    List<TableName> inactive =
        warehouse.tables().stream()
            .filter(name -> !defined.contains(name))
            .filter(name -> isOwn(name, warehouse.table(name).snapshot()))
            .toList();
    for (TableName name : inactive) {
      DeltaTable table = warehouse.table(name);
      if (dropped.isPresent()) {
        dropped.get().drop(name, table.path(), services.stateOf(name));
      } else if (!table.snapshot().properties().containsKey(TableNotes.INACTIVE)) {
        table
            .newTransaction(WriteMode.APPEND, "SET TBLPROPERTIES")
            .withProperties(Map.of(TableNotes.INACTIVE, "true"))
            .commit();
      }
    }
    return inactive;
  }
}
