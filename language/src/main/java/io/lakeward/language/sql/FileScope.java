/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import java.util.HashMap;
import java.util.Map;

/**
 * What {@code USE} and {@code SET} put in force at one place of a file.
 *
 * @param catalog catalog for names of one or two parts
 * @param schema schema for names of one part
 * @param conf what {@code SET} statements of this file said so far
 */
record FileScope(String catalog, String schema, Map<String, String> conf) {
  FileScope {
    conf = Map.copyOf(conf);
  }

  /** After {@code USE CATALOG}: the schema falls back to the catalog's default, as in Spark. */
  FileScope withCatalog(String newCatalog) {
    return new FileScope(newCatalog, "default", conf);
  }

  FileScope withSchema(String newCatalog, String newSchema) {
    return new FileScope(newCatalog, newSchema, conf);
  }

  FileScope withSettings(Map<String, String> settings) {
    return new FileScope(catalog, schema, settings);
  }

  FileScope withSetting(String key, String value) {
    Map<String, String> more = new HashMap<>(conf);
    more.put(key, value);
    return new FileScope(catalog, schema, more);
  }
}
