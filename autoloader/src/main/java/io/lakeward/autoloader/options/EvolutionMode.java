/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.options;

import io.lakeward.model.pipeline.FileSource;
import java.util.Locale;

/** What becomes of a field that a stream's schema does not have: {@code schemaEvolutionMode}. */
public enum EvolutionMode {
  /** Reading stops, the column is learned, and the batch is read again with it. */
  ADD_NEW_COLUMNS("addNewColumns"),
  /** The same, and columns get wider types. */
  ADD_NEW_COLUMNS_WITH_TYPE_WIDENING("addNewColumnsWithTypeWidening"),
  /** The schema stays; the field goes to the rescued data. */
  RESCUE("rescue"),
  /** Reading stops until a person changes the schema or removes the file. */
  FAIL_ON_NEW_COLUMNS("failOnNewColumns"),
  /** The schema stays; the field is left out. */
  NONE("none");

  private final String optionValue;

  EvolutionMode(String optionValue) {
    this.optionValue = optionValue;
  }

  /** The word for it in a query. */
  public String optionValue() {
    return optionValue;
  }

  /** Whether the schema grows by itself. */
  public boolean evolves() {
    return this == ADD_NEW_COLUMNS || this == ADD_NEW_COLUMNS_WITH_TYPE_WIDENING;
  }

  /** The mode of a source whose options are known to be right. */
  public static EvolutionMode of(FileSource source) {
    String word = source.option("schemaEvolutionMode").orElse("").strip().toLowerCase(Locale.ROOT);
    for (EvolutionMode mode : values()) {
      if (mode.optionValue.toLowerCase(Locale.ROOT).equals(word)) {
        return mode;
      }
    }
    return source.option("schema").isPresent() ? NONE : ADD_NEW_COLUMNS;
  }
}
