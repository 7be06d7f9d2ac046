/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.graph.Quarantine;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.WriteMode;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;

/** The table beside a dataset that takes the rows which broke its rules; there may be none. */
final class QuarantineTable {
  private final Dataset dataset;
  private final StructType columns;
  private final RefreshServices services;

  /**
   * @param columns those of the dataset
   */
  QuarantineTable(Dataset dataset, StructType columns, RefreshServices services) {
    this.dataset = dataset;
    this.columns = columns;
    this.services = services;
  }

  void checkOwns(TargetIdentity identity) {
    dataset
        .quarantine()
        .ifPresent(name -> identity.checkOwns(services.table(name).findSnapshot(), dataset, name));
  }

  /** Takes out all rows if the dataset starts over. */
  void emptyIfNeeded(TargetIdentity identity) {
    find()
        .filter(t -> identity.mustEmpty(t.findSnapshot()))
        .ifPresent(t -> commit(t, identity, WriteMode.OVERWRITE));
  }

  /** It is there after the first update, also if no row has gone into it. */
  void createIfMissing(TargetIdentity identity) {
    find().filter(t -> !t.exists()).ifPresent(t -> commit(t, identity, WriteMode.APPEND));
  }

  private Optional<DeltaTable> find() {
    Optional<TableName> name = dataset.quarantine();
    return name.map(services::table);
  }

  private void commit(DeltaTable table, TargetIdentity identity, WriteMode mode) {
    table
        .newTransaction(mode, mode == WriteMode.APPEND ? "CREATE TABLE" : "FULL REFRESH")
        .withSchema(Quarantine.schema(columns).json())
        .withProperties(identity.tableProperties(dataset))
        .withDescription("Rows that broke rules of " + dataset.name())
        .commit();
  }
}
