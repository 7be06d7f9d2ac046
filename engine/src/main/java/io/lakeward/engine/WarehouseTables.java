/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.analysis.query.TableLookup;
import io.lakeward.model.name.TableName;
import io.lakeward.tables.Warehouse;
import java.util.Collection;
import java.util.Optional;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/** The published tables, as queries find them. */
record WarehouseTables(Warehouse warehouse) implements TableLookup {
  @Override
  public Optional<StructType> find(TableName name) {
    return warehouse
        .table(name)
        .findSnapshot()
        .map(snapshot -> (StructType) DataType.fromJson(snapshot.schemaJson()));
  }

  @Override
  public Collection<TableName> all() {
    return warehouse.tables();
  }
}
