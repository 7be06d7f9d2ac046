/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.testkit.cdc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One change of a feed.
 *
 * @param kind U, D or T
 * @param carried the columns that it carries, if it tells
 */
public record Change(
    int key,
    char kind,
    int sequence,
    int system,
    @Nullable String a,
    @Nullable String b,
    Optional<List<String>> carried) {

  /** As a line of a file. */
  public String json() {
    List<String> fields = new ArrayList<>();
    if (kind != 'T') {
      fields.add("\"id\":" + key);
    }
    fields.add("\"op\":\"" + kind + "\"");
    fields.add("\"seq\":" + sequence);
    fields.add("\"sys\":" + system);
    if (a != null) {
      fields.add("\"a\":\"" + a + "\"");
    }
    if (b != null) {
      fields.add("\"b\":\"" + b + "\"");
    }
    carried.ifPresent(
        names ->
            fields.add(
                "\"cols\":["
                    + String.join(",", names.stream().map(n -> "\"" + n + "\"").toList())
                    + "]"));
    return "{" + String.join(",", fields) + "}";
  }
}
