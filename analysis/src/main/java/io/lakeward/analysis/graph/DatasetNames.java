/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import io.lakeward.analysis.query.TableReference;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.PipelineDefinition;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds the dataset of the pipeline that a name in a query means. A temporary view or private
 * dataset goes before everything else of the same single name; other names are completed with the
 * catalog and schema in force. A table's quarantine counts as the table.
 */
final class DatasetNames {
  private final Map<TableName, Dataset> byName = new HashMap<>();
  private final Map<String, Dataset> hiddenBySimpleName =
      new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final String pipelineCatalog;
  private final String pipelineSchema;

  DatasetNames(PipelineDefinition definition) {
    pipelineCatalog = definition.settings().catalog();
    pipelineSchema = definition.settings().schema();
    for (Dataset dataset : definition.datasets()) {
      byName.putIfAbsent(dataset.name(), dataset);
      dataset.quarantine().ifPresent(name -> byName.putIfAbsent(name, dataset));
      if (dataset.isPrivate() || dataset.kind() == DatasetKind.TEMPORARY_VIEW) {
        hiddenBySimpleName.putIfAbsent(dataset.name().table(), dataset);
        dataset
            .quarantine()
            .ifPresent(name -> hiddenBySimpleName.putIfAbsent(name.table(), dataset));
      }
    }
  }

  Optional<Dataset> find(TableReference reference) {
    if (reference.parts().size() == 1 && hiddenBySimpleName.containsKey(reference.simpleName())) {
      return Optional.of(hiddenBySimpleName.get(reference.simpleName()));
    }
    if (reference.isLive() && reference.parts().size() == 1) {
      TableName name = new TableName(pipelineCatalog, pipelineSchema, reference.simpleName());
      return Optional.ofNullable(byName.get(name)).or(() -> byQualifiedName(reference));
    }
    return byQualifiedName(reference);
  }

  /** A temporary view has one word for a name; a longer one means a table outside the pipeline. */
  private Optional<Dataset> byQualifiedName(TableReference reference) {
    return reference
        .qualified()
        .map(byName::get)
        .filter(
            dataset ->
                dataset.kind() != DatasetKind.TEMPORARY_VIEW || reference.parts().size() == 1);
  }

  /** The temporary view that a name of more than one part would mean, if it could. */
  Optional<Dataset> temporaryView(TableReference reference) {
    return reference
        .qualified()
        .map(byName::get)
        .filter(dataset -> dataset.kind() == DatasetKind.TEMPORARY_VIEW);
  }
}
