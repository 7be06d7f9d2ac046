/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.options;

import io.lakeward.autoloader.discovery.IntervalText;
import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import java.nio.charset.Charset;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoublePredicate;

/** Finds what is wrong with the options of a source: names, values, and what excludes what. */
final class OptionChecks {
  private static final Set<String> FLAGS =
      Set.of(
          "inferColumnTypes",
          "readerCaseSensitive",
          "parserCaseSensitive",
          "recursiveFileLookup",
          "multiLine",
          "header",
          "allowBackslashEscapingAnyCharacter",
          "allowComments",
          "allowNonNumericNumbers",
          "allowNumericLeadingZeros",
          "allowSingleQuotes",
          "allowUnquotedControlChars",
          "allowUnquotedFieldNames",
          "dropFieldIfAllNull",
          "inferTimestamp",
          "prefersDecimal",
          "primitivesAsString",
          "ignoreLeadingWhiteSpace",
          "ignoreTrailingWhiteSpace",
          "preferDate",
          "allowOverwrites",
          "includeExistingFiles",
          "inferSchema",
          "mergeSchema",
          "enforceSchema",
          "wholeText",
          "ignoreCorruptFiles",
          "ignoreMissingFiles",
          "failOnUnknownFields",
          "failOnWidenedFields",
          "excludeAttribute",
          "ignoreSurroundingSpaces",
          "ignoreNamespace",
          "enableDateTimeParsingFallback",
          "useStrictGlobber",
          "validateOptions",
          "listOnStart",
          "useNotifications",
          "useManagedFileEvents");
  private static final Duration LEAST_FILE_AGE = Duration.ofDays(14);
  private static final Set<String> EVOLUTION_MODES =
      Set.of(
          "addnewcolumns", "addnewcolumnswithtypewidening", "rescue", "failonnewcolumns", "none");

  private final SourceOptions options;
  private final FileSource source;

  OptionChecks(SourceOptions options, FileSource source) {
    this.options = options;
    this.source = source;
  }

  List<Problem> problems() {
    List<Problem> problems = new ArrayList<>();
    for (Map.Entry<String, String> option : source.options().entrySet()) {
      String name = option.getKey();
      if (StreamReading.isMark(name)) {
        continue;
      }
      if (OptionNames.isUnsupported(name)) {
        problems.add(SourceProblems.optionUnsupported(name));
      } else if (!OptionNames.isHandled(name, options.format())
          && options.flag("validateOptions", true)) {
        problems.add(
            SourceProblems.optionUnknown(
                name, options.format().optionName(), OptionNames.nearest(name, options.format())));
      }
    }
    for (String flag : FLAGS) {
      checkValue(problems, flag, Set.of("true", "false"), "true or false");
    }
    checkValue(
        problems,
        "mode",
        Set.of("permissive", "dropmalformed", "failfast"),
        "PERMISSIVE, DROPMALFORMED or FAILFAST");
    checkValue(
        problems,
        "schemaEvolutionMode",
        EVOLUTION_MODES,
        "addNewColumns, addNewColumnsWithTypeWidening, rescue, failOnNewColumns or none");
    if (options.evolution().evolves() && source.option("schema").isPresent()) {
      problems.add(SourceProblems.addNewColumnsWithSchema(options.evolution().optionValue()));
    }
    for (String option : List.of("datetimeRebaseMode", "int96RebaseMode")) {
      checkValue(
          problems,
          option,
          Set.of("exception", "corrected", "legacy"),
          "CORRECTED, LEGACY or EXCEPTION");
    }
    checkDiscovery(problems);
    source.option("timeZone").ifPresent(z -> checkZone(problems, z));
    for (String option : List.of("encoding", "charset")) {
      source.option(option).ifPresent(name -> checkCharset(problems, option, name));
    }
    checkNumber(problems, "skipRows", n -> n >= 0 && n == Math.rint(n), "a whole number from 0");
    checkNumber(problems, "samplingRatio", n -> n > 0 && n <= 1, "a number above 0 and up to 1");
    options.singleVariantColumn().ifPresent(column -> checkSingleVariant(problems, column));
    if (source.option("lineSep").filter(String::isEmpty).isPresent()) {
      problems.add(SourceProblems.optionValue("lineSep", "", "at least one character"));
    }
    if (options.format() == SourceFormat.XML
        && source.option("rowTag").filter(t -> !t.isBlank()).isEmpty()) {
      problems.add(SourceProblems.rowTagMissing());
    }
    return problems;
  }

  private void checkSingleVariant(List<Problem> problems, String column) {
    if (column.isBlank()) {
      problems.add(
          SourceProblems.optionValue(OptionNames.SINGLE_VARIANT, column, "the name of a column"));
    }
    if (source.option("schema").isPresent()) {
      problems.add(SourceProblems.singleVariantWithSchema("schema"));
    }
    if (options.pinnedColumns().contains(column.toLowerCase(Locale.ROOT))) {
      problems.add(SourceProblems.singleVariantWithSchema("schemaHints"));
    }
  }

  private void checkValue(List<Problem> problems, String name, Set<String> allowed, String wanted) {
    source
        .option(name)
        .filter(v -> !allowed.contains(v.strip().toLowerCase(Locale.ROOT)))
        .ifPresent(v -> problems.add(SourceProblems.optionValue(name, v, wanted)));
  }

  private static void checkCharset(List<Problem> problems, String option, String name) {
    try {
      Charset.forName(name);
    } catch (IllegalArgumentException e) {
      problems.add(
          SourceProblems.optionValue(
              option, name, "an encoding that Java knows, such as UTF-8, UTF-16 or ISO-8859-1"));
    }
  }

  private void checkNumber(
      List<Problem> problems, String option, DoublePredicate allowed, String wanted) {
    source
        .option(option)
        .ifPresent(
            text -> {
              try {
                if (allowed.test(Double.parseDouble(text))) {
                  return;
                }
              } catch (NumberFormatException e) {
                // Told below.
              }
              problems.add(SourceProblems.optionValue(option, text, wanted));
            });
  }

  /** Options of how files are found and what becomes of them. */
  private void checkDiscovery(List<Problem> problems) {
    for (String option : List.of("useNotifications", "useManagedFileEvents")) {
      if (options.flag(option, false)) {
        problems.add(SourceProblems.optionUnsupported(option + " => true"));
      }
    }
    checkValue(problems, "cleanSource", Set.of("off", "delete", "move"), "OFF, DELETE or MOVE");
    checkValue(
        problems, "useIncrementalListing", Set.of("auto", "true", "false"), "auto, true or false");
    for (String option :
        List.of("cleanSource.retentionDuration", "backfillInterval", "maxFileAge")) {
      try {
        Optional<Duration> span =
            source.option(option).map(text -> IntervalText.duration(option, text));
        if (option.equals("maxFileAge")
            && span.filter(age -> age.compareTo(LEAST_FILE_AGE) < 0).isPresent()) {
          problems.add(
              SourceProblems.optionValue(
                  option, source.option(option).orElse(""), "14 days or more"));
        }
      } catch (ProjectException e) {
        problems.addAll(e.problems());
      }
    }
  }

  private static void checkZone(List<Problem> problems, String zone) {
    try {
      ZoneId.of(zone);
    } catch (DateTimeException e) {
      problems.add(SourceProblems.optionValue("timeZone", zone, "a zone such as Europe/Berlin"));
    }
  }
}
