/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.options;

import io.lakeward.autoloader.content.Archive;
import io.lakeward.autoloader.content.Compression;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Formats that this module reads. */
public enum SourceFormat {
  JSON,
  CSV,
  TEXT,
  XML,
  PARQUET,
  AVRO,
  ORC,
  BINARYFILE;

  private static final Map<String, String> BY_EXTENSION =
      Map.ofEntries(
          Map.entry("json", "json"),
          Map.entry("jsonl", "json"),
          Map.entry("ndjson", "json"),
          Map.entry("csv", "csv"),
          Map.entry("tsv", "csv"),
          Map.entry("txt", "text"),
          Map.entry("text", "text"),
          Map.entry("log", "text"),
          Map.entry("parquet", "parquet"),
          Map.entry("avro", "avro"),
          Map.entry("orc", "orc"),
          Map.entry("xml", "xml"));

  /** The format's name by a file's extension, a compression suffix aside. */
  public static Optional<String> nameByExtension(String fileName) {
    String archive = Archive.suffix(fileName);
    if (!archive.isEmpty()) {
      return nameByExtension(fileName.substring(0, fileName.length() - archive.length()));
    }
    String name = fileName.toLowerCase(Locale.ROOT);
    for (Compression compression : Compression.values()) {
      if (!compression.suffix().isEmpty() && name.endsWith(compression.suffix())) {
        name = name.substring(0, name.length() - compression.suffix().length());
        break;
      }
    }
    return Optional.ofNullable(BY_EXTENSION.get(name.substring(name.lastIndexOf('.') + 1)));
  }

  /** Whether files say of which type their values are. */
  public boolean isTyped() {
    return this == PARQUET || this == AVRO || this == ORC;
  }

  public String optionName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
