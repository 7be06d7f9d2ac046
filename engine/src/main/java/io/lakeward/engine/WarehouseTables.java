/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.analysis.plan.TableReading;
import io.lakeward.analysis.query.PipelineLookup;
import io.lakeward.analysis.query.TableLookup;
import io.lakeward.engine.catalog.TableNotes;
import io.lakeward.engine.flow.TablePoints;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.RowPolicy;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.TableSnapshot;
import io.lakeward.tables.Warehouse;
import java.util.Collection;
import java.util.Optional;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/** The published tables, for queries to read. */
record WarehouseTables(Warehouse warehouse, PipelineLookup pipelines) implements TableLookup {
  @Override
  public Optional<StructType> find(TableName name) {
    return warehouse.table(name).findSnapshot().map(WarehouseTables::columns);
  }

  @Override
  public Optional<StructType> find(TableName name, TableReading reading) {
    Optional<TableSnapshot> newest = warehouse.table(name).findSnapshot();
    boolean isOlder = reading.at().isPresent() && reading.options().isEmpty();
    if (newest.isEmpty() || !isOlder) {
      return newest.map(WarehouseTables::columns);
    }
    boolean isView =
        DatasetKind.MATERIALIZED_VIEW.name().equals(newest.get().properties().get(TableNotes.KIND));
    if (isView) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.STATEMENT_NOT_ALLOWED,
                  "The materialized view " + name.quoted() + " cannot be read as it was earlier.")
              .withFix("Read it without AS OF, or read an older version of a table behind it."));
    }
    return reading
        .at()
        .map(point -> TablePoints.snapshot(name, warehouse.table(name), point))
        .map(WarehouseTables::columns);
  }

  @Override
  public RowPolicy policyOf(TableName name) {
    return warehouse
        .table(name)
        .findSnapshot()
        .map(snapshot -> TableNotes.policyIn(snapshot.properties()))
        .orElse(RowPolicy.NONE);
  }

  private static StructType columns(TableSnapshot snapshot) {
    return (StructType) DataType.fromJson(snapshot.schemaJson());
  }

  @Override
  public Collection<TableName> all() {
    return warehouse.tables();
  }
}
