/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.testkit.cdc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a target has to look like, written down from the rules one key at a time, without any of the
 * means by which it is made.
 *
 * @param type 1, 2 or 3 for bitemporal
 * @param tracked whether a change of b opens a version too
 */
public record ReferenceModel(int type, boolean tracksB, boolean ignoresNulls, boolean isPartial) {

  /** A state of a key, from a change on. */
  private record State(int sequence, boolean isDeleted, @Nullable String a, @Nullable String b) {}

  private record Version(
      @Nullable String a, @Nullable String b, int start, @Nullable Integer end) {}

  /** The rows of the target, values with blanks in between, sorted. */
  public List<String> rows(Collection<Change> changes) {
    int floor =
        changes.stream().filter(c -> c.kind() == 'T').mapToInt(Change::sequence).max().orElse(-1);
    Map<Integer, List<Change>> byKey = new TreeMap<>();
    for (Change change : changes) {
      if (change.kind() != 'T' && change.sequence() >= floor) {
        byKey.computeIfAbsent(change.key(), k -> new ArrayList<>()).add(change);
      }
    }
    Set<String> rows = new TreeSet<>();
    byKey.forEach((key, own) -> rows.addAll(rows(key, own)));
    return List.copyOf(rows);
  }

  private List<String> rows(int key, List<Change> changes) {
    return switch (type) {
      case 1 -> newest(key, states(changes));
      case 2 ->
          versions(states(changes)).stream()
              .map(v -> "%d %s %s %d %s".formatted(key, v.a(), v.b(), v.start(), v.end()))
              .toList();
      default -> beliefs(key, changes);
    };
  }

  private static List<String> newest(int key, List<State> states) {
    State last = states.get(states.size() - 1);
    return last.isDeleted() ? List.of() : List.of("%d %s %s".formatted(key, last.a(), last.b()));
  }

  /** The state after each sequence value, in order. */
  private List<State> states(List<Change> changes) {
    Map<Integer, Change> winners = new TreeMap<>();
    for (Change change : changes) {
      winners.merge(change.sequence(), change, this::winner);
    }
    List<State> states = new ArrayList<>();
    State before = new State(-1, true, null, null);
    for (Change change : winners.values()) {
      State state = after(before, change);
      states.add(state);
      before = state;
    }
    return states;
  }

  private Change winner(Change one, Change other) {
    if (type == 3 && one.system() != other.system()) {
      return one.system() > other.system() ? one : other;
    }
    if (one.kind() != other.kind()) {
      return one.kind() == 'D' ? one : other;
    }
    // The feeds have no two upserts of one key and sequence that differ.
    return one;
  }

  private State after(State before, Change change) {
    if (change.kind() == 'D') {
      return new State(change.sequence(), true, null, null);
    }
    return new State(
        change.sequence(),
        false,
        value("a", change.a(), before.a(), change),
        value("b", change.b(), before.b(), change));
  }

  private @Nullable String value(
      String name, @Nullable String given, @Nullable String before, Change change) {
    if (isPartial && change.carried().isPresent()) {
      return change.carried().get().contains(name) ? given : before;
    }
    return ignoresNulls && given == null ? before : given;
  }

  private List<Version> versions(List<State> states) {
    List<Version> versions = new ArrayList<>();
    Version open = null;
    for (State state : states) {
      if (state.isDeleted()) {
        if (open != null) {
          versions.add(new Version(open.a(), open.b(), open.start(), state.sequence()));
        }
        open = null;
      } else if (open == null) {
        open = new Version(state.a(), state.b(), state.sequence(), null);
      } else if (Objects.equals(open.a(), state.a())
          && (!tracksB || Objects.equals(open.b(), state.b()))) {
        open = new Version(state.a(), state.b(), open.start(), null);
      } else {
        versions.add(new Version(open.a(), open.b(), open.start(), state.sequence()));
        open = new Version(state.a(), state.b(), state.sequence(), null);
      }
    }
    if (open != null) {
      versions.add(open);
    }
    return versions;
  }

  /** What was believed from each moment on; a version that stays is one row. */
  private List<String> beliefs(int key, List<Change> changes) {
    List<Integer> moments =
        changes.stream().map(Change::system).distinct().sorted(Comparator.naturalOrder()).toList();
    Map<Version, Integer> since = new java.util.HashMap<>();
    List<String> rows = new ArrayList<>();
    for (int moment : moments) {
      List<Change> known = changes.stream().filter(c -> c.system() <= moment).toList();
      List<Version> believed = versions(states(known));
      for (Version old : List.copyOf(since.keySet())) {
        if (!believed.contains(old)) {
          rows.add(row(key, old, Objects.requireNonNull(since.remove(old)), moment));
        }
      }
      believed.forEach(v -> since.putIfAbsent(v, moment));
    }
    since.forEach((version, moment) -> rows.add(row(key, version, moment, null)));
    return rows;
  }

  private static String row(int key, Version v, int from, @Nullable Integer to) {
    return "%d %s %s %d %s %d %s".formatted(key, v.a(), v.b(), v.start(), v.end(), from, to);
  }
}
