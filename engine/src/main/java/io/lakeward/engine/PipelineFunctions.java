/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.analysis.query.FunctionLookup;
import io.lakeward.engine.catalog.FunctionStore;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.pipeline.SqlFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The functions of the pipeline's files, then those of the warehouse. */
record PipelineFunctions(
    List<SqlFunction> declared, FunctionStore stored, FunctionLookup.Reader reader)
    implements FunctionLookup {
  private static final String USER = "lakeward.user";
  private static final String GROUPS = "lakeward.groups";

  static PipelineFunctions of(
      List<SqlFunction> declared, FunctionStore stored, PipelineSettings settings) {
    String user = settings.configuration().getOrDefault(USER, System.getProperty("user.name", ""));
    Set<String> groups =
        Arrays.stream(settings.configuration().getOrDefault(GROUPS, "").split(","))
            .map(String::strip)
            .filter(group -> !group.isEmpty())
            .collect(Collectors.toUnmodifiableSet());
    return new PipelineFunctions(declared, stored, new Reader(user, groups));
  }

  @Override
  public Optional<SqlFunction> find(TableName name) {
    return declared.stream()
        .filter(function -> function.name().equals(name))
        .findFirst()
        .or(() -> stored.find(name));
  }

  @Override
  public Collection<TableName> all() {
    List<TableName> names = new ArrayList<>();
    declared.forEach(function -> names.add(function.name()));
    stored.all().forEach(function -> names.add(function.name()));
    return names;
  }
}
