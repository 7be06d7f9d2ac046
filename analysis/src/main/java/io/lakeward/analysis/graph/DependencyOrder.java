/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Puts things after those that they depend on. Things that depend on each other in a circle form
 * one group (a strongly connected component, found with Tarjan's algorithm).
 */
final class DependencyOrder<T> {
  private final Function<T, Collection<T>> dependencies;
  private final Map<T, Integer> index = new HashMap<>();
  private final Map<T, Integer> low = new HashMap<>();
  private final Deque<T> stack = new ArrayDeque<>();
  private final Set<T> onStack = new HashSet<>();
  private final List<List<T>> groups = new ArrayList<>();

  private DependencyOrder(Function<T, Collection<T>> dependencies) {
    this.dependencies = dependencies;
  }

  /** The groups, dependencies first; a group of more than one thing is a circle. */
  static <T> List<List<T>> groups(Collection<T> all, Function<T, Collection<T>> dependencies) {
    DependencyOrder<T> order = new DependencyOrder<>(dependencies);
    for (T thing : all) {
      if (!order.index.containsKey(thing)) {
        order.visit(thing);
      }
    }
    return order.groups;
  }

  private void visit(T thing) {
    int number = index.size();
    index.put(thing, number);
    low.put(thing, number);
    stack.push(thing);
    onStack.add(thing);
    for (T dependency : dependencies.apply(thing)) {
      if (!index.containsKey(dependency)) {
        visit(dependency);
        low.merge(thing, low.getOrDefault(dependency, number), Math::min);
      } else if (onStack.contains(dependency)) {
        low.merge(thing, index.getOrDefault(dependency, number), Math::min);
      }
    }
    if (low.getOrDefault(thing, number) == number) {
      groups.add(popGroup(thing));
    }
  }

  private List<T> popGroup(T last) {
    List<T> group = new ArrayList<>();
    T popped;
    do {
      popped = stack.pop();
      onStack.remove(popped);
      group.add(popped);
    } while (!popped.equals(last));
    return group;
  }

  /** One way around a circle, from a member back to itself. */
  static <T> List<T> circle(List<T> group, Function<T, Collection<T>> dependencies) {
    List<T> path = new ArrayList<>();
    T at = group.get(group.size() - 1);
    while (!path.contains(at)) {
      path.add(at);
      at = dependencies.apply(at).stream().filter(group::contains).findFirst().orElse(at);
    }
    List<T> circle = new ArrayList<>(path.subList(path.indexOf(at), path.size()));
    circle.add(at);
    return circle;
  }
}
