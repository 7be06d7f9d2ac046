/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an enum's constant in any letter case, by the rules of no country. */
final class Words {

  private Words() {}

  static <T extends Enum<T>> ITypeConverter<T> converter(Class<T> type) {
    return text ->
        Stream.of(type.getEnumConstants())
            .filter(constant -> word(constant).equals(text.toLowerCase(Locale.ROOT)))
            .findFirst()
            .orElseThrow(
                () ->
                    new TypeConversionException(
                        "'"
                            + text
                            + "' is none of "
                            + Stream.of(type.getEnumConstants())
                                .map(Words::word)
                                .collect(Collectors.joining(", "))));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
