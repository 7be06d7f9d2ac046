/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.Expectation;
import io.lakeward.model.pipeline.PipelineDefinition;
import io.lakeward.model.pipeline.ViolationAction;

/** What the rules of a pipeline do on a violation. */
record RuleActions(PipelineDefinition definition) {

  ViolationAction of(TableName dataset, String rule) {
    return definition.datasets().stream()
        .filter(d -> d.name().equals(dataset))
        .map(Dataset::expectations)
        .flatMap(rules -> rules.stream())
        .filter(e -> e.name().equals(rule))
        .map(Expectation::action)
        .findFirst()
        .orElse(ViolationAction.WARN);
  }
}
