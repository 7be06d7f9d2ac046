/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.model.name.TableName;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The pipelines whose event logs can be read. */
public interface PipelineLookup {
  /** The id of the pipeline that has this id or name. */
  Optional<String> find(String idOrName);

  /** The id of the pipeline that fills a table. */
  Optional<String> ownerOf(TableName table);

  /** Ids and names, for suggestions. */
  Collection<String> known();

  /** No pipelines at all. */
  static PipelineLookup none() {
    return new PipelineLookup() {
      @Override
      public Optional<String> find(String idOrName) {
        return Optional.empty();
      }

      @Override
      public Optional<String> ownerOf(TableName table) {
        return Optional.empty();
      }

      @Override
      public Collection<String> known() {
        return List.of();
      }
    };
  }
}
