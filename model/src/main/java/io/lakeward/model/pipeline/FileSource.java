/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Files that a query reads: the arguments of one {@code read_files} call.
 *
 * @param path file, folder or glob as the user wrote it
 * @param options the named arguments; names keep their spelling and are looked up in any letter
 *     case
 */
public record FileSource(String path, Map<String, String> options) {
  public FileSource {
    Map<String, String> anyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    anyCase.putAll(options);
    options = java.util.Collections.unmodifiableMap(anyCase);
  }

  public Optional<String> option(String name) {
    return Optional.ofNullable(options.get(name));
  }

  /** The {@code format} option in lower case. */
  public Optional<String> format() {
    return option("format").map(f -> f.toLowerCase(Locale.ROOT));
  }
}
