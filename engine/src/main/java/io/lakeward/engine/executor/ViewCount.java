/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import io.lakeward.model.name.TableName;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a write found about the rules of a view that its query reads. Several readings of the view
 * in one query are added up.
 *
 * @param dropped rows that the view's rules left out, each counted once
 */
public record ViewCount(TableName view, long dropped, List<RuleCount> rules) {
  public ViewCount {
    rules = List.copyOf(rules);
  }

  /** The counts of other rows of the same view added. */
  public ViewCount plus(ViewCount other) {
    List<RuleCount> sums =
        IntStream.range(0, rules.size())
            .mapToObj(i -> rules.get(i).plus(other.rules.get(i)))
            .toList();
    return new ViewCount(view, dropped + other.dropped, sums);
  }
}
