/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.model.name.TableName;
import io.lakeward.tables.DataFile;
import io.lakeward.tables.PropertyNames;
import io.lakeward.tables.TableSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a materialized view will be refreshed.
 *
 * @param issues why not with less work, as far as that is known
 * @param sources the tables that its query reads
 * @param target the view's table as it is; empty before the first refresh
 */
public record RefreshPlan(
    RefreshTechnique technique,
    List<Issue> issues,
    List<Involved> sources,
    Optional<Involved> target) {
  public RefreshPlan {
    issues = List.copyOf(issues);
    sources = List.copyOf(sources);
  }

  /**
   * Why the stored rows are not right any more.
   *
   * @param type Lakeflow's word for it
   * @param details further fields by Lakeflow's names
   */
  public record Issue(String type, Map<String, String> details) {
    public Issue {
      details = Map.copyOf(details);
    }
  }

  /**
   * A table that takes part in a refresh.
   *
   * @param id Delta's
   * @param bytes size of its files
   */
  public record Involved(
      TableName name,
      String id,
      List<String> partitionColumns,
      long bytes,
      boolean hasRowIds,
      boolean hasChangeFeed,
      boolean hasDeletionVectors) {
    public Involved {
      partitionColumns = List.copyOf(partitionColumns);
    }

    static Involved of(TableName name, TableSnapshot snapshot) {
      Map<String, String> properties = snapshot.properties();
      List<DataFile> files = snapshot.files();
      return new Involved(
          name,
          snapshot.id(),
          snapshot.partitionColumns(),
          files.stream().mapToLong(DataFile::size).sum(),
          "true".equalsIgnoreCase(properties.get(PropertyNames.ROW_TRACKING)),
          "true".equalsIgnoreCase(properties.get(PropertyNames.CHANGE_DATA_FEED)),
          files.stream().anyMatch(DataFile::hasDeletionVector));
    }
  }
}
