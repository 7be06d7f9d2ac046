/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.event;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Which events to show; an empty set stands for all. Letter case does not matter. */
public record EventFilter(Set<String> types, Set<String> levels, Set<String> datasets) {
  public EventFilter {
    types = lowerCase(types);
    levels = lowerCase(levels);
    datasets = lowerCase(datasets);
  }

  public static EventFilter all() {
    return new EventFilter(Set.of(), Set.of(), Set.of());
  }

  boolean accepts(PipelineEvent event) {
    return (types.isEmpty() || types.contains(event.eventType().toLowerCase(Locale.ROOT)))
        && (levels.isEmpty() || levels.contains(event.level().name().toLowerCase(Locale.ROOT)))
        && (datasets.isEmpty() || event.dataset().filter(this::namesDataset).isPresent());
  }

  /** A dataset is named by its full name or by its last part. */
  private boolean namesDataset(String fullName) {
    String name = fullName.toLowerCase(Locale.ROOT);
    return datasets.contains(name) || datasets.contains(name.substring(name.lastIndexOf('.') + 1));
  }

  private static Set<String> lowerCase(Set<String> words) {
    return words.stream()
        .map(w -> w.toLowerCase(Locale.ROOT))
        .collect(Collectors.toUnmodifiableSet());
  }
}
