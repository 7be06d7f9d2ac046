/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.analysis.query.PipelineLookup;
import io.lakeward.model.name.TableName;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** The pipeline of a project folder; all of the folder's tables are filled by it. */
record ProjectPipelines(String id, String name, Optional<String> declaredId)
    implements PipelineLookup {

  @Override
  public Optional<String> find(String idOrName) {
    return known().stream().anyMatch(idOrName::equalsIgnoreCase)
        ? Optional.of(id)
        : Optional.empty();
  }

  @Override
  public Optional<String> ownerOf(TableName table) {
    return Optional.of(id);
  }

  @Override
  public Collection<String> known() {
    Set<String> known = new LinkedHashSet<>();
    known.add(name);
    declaredId.ifPresent(known::add);
    known.add(id);
    return known;
  }
}
