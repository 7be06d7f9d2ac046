/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.options;

import io.lakeward.autoloader.content.Archive;
import io.lakeward.autoloader.content.FileContent;
import io.lakeward.autoloader.content.TextLayout;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.discovery.IntervalText;
import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoublePredicate;
import javax.xml.XMLConstants;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.apache.spark.sql.catalyst.csv.CSVOptions;
import org.apache.spark.sql.catalyst.json.JSONOptions;
import org.apache.spark.sql.catalyst.xml.XmlOptions;
import org.apache.spark.sql.types.StructType;
import org.xml.sax.SAXException;
import scala.jdk.javaapi.CollectionConverters;

/** The checked arguments of one source, for one format. */
public final class SourceOptions {
  /** The column of rescued data, unless the source names another. */
  public static final String RESCUED_DATA = "_rescued_data";

  private static final Set<String> UNSUPPORTED_FORMATS = Set.of("delta", "excel", "file");
  private static final Set<String> FLAGS =
      Set.of(
          "inferColumnTypes",
          "readerCaseSensitive",
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
  private static final Set<String> HANDLED_BEFORE =
      Set.of("encoding", "charset", "linesep", "ignorecorruptfiles", "ignoremissingfiles");
  private static final Duration LEAST_FILE_AGE = Duration.ofDays(14);
  private static final Set<String> EVOLUTION_MODES =
      Set.of(
          "addnewcolumns", "addnewcolumnswithtypewidening", "rescue", "failonnewcolumns", "none");

  private final FileSource source;
  private final SourceFormat format;
  private final String zone;

  private SourceOptions(FileSource source, SourceFormat format, String zone) {
    this.source = source;
    this.format = format;
    this.zone = zone;
  }

  /** The format by its option, else by the files' names; checks every option. */
  public static SourceOptions of(
      FileSource source, List<DiscoveredFile> files, String sessionTimeZone) {
    SourceFormat format = formatOf(source).orElseGet(() -> formatOf(source.path(), files));
    SourceOptions options = new SourceOptions(source, format, sessionTimeZone);
    options.check();
    return options;
  }

  /** Checks what can be checked before the files are known. */
  public static void checkBeforeListing(FileSource source, String sessionTimeZone) {
    formatOf(source).ifPresent(f -> new SourceOptions(source, f, sessionTimeZone).check());
  }

  private static Optional<SourceFormat> formatOf(FileSource source) {
    return source.format().map(SourceOptions::byName);
  }

  private static SourceFormat formatOf(String path, List<DiscoveredFile> files) {
    String found = null;
    for (DiscoveredFile file : files) {
      Optional<String> name = SourceFormat.nameByExtension(file.path().getFileName().toString());
      if (name.isPresent()) {
        if (found != null && !found.equals(name.get())) {
          throw new ProjectException(SourceProblems.formatsMixed(path, found, name.get()));
        }
        found = name.get();
      }
    }
    if (found == null) {
      throw new ProjectException(SourceProblems.formatUnknown(path));
    }
    return byName(found);
  }

  private static SourceFormat byName(String name) {
    for (SourceFormat format : SourceFormat.values()) {
      if (format.optionName().equals(name)) {
        return format;
      }
    }
    if (UNSUPPORTED_FORMATS.contains(name)) {
      throw new ProjectException(SourceProblems.formatUnsupported(name));
    }
    throw new ProjectException(
        SourceProblems.formatInvalid(
            name,
            OptionNames.nearest(
                name,
                Arrays.stream(SourceFormat.values()).map(SourceFormat::optionName).toList())));
  }

  private void check() {
    List<Problem> problems = new ArrayList<>();
    for (Map.Entry<String, String> option : source.options().entrySet()) {
      String name = option.getKey();
      if (StreamReading.isMark(name)) {
        continue;
      }
      if (OptionNames.isUnsupported(name)) {
        problems.add(SourceProblems.optionUnsupported(name));
      } else if (!OptionNames.isHandled(name, format) && flag("validateOptions", true)) {
        problems.add(
            SourceProblems.optionUnknown(
                name, format.optionName(), OptionNames.nearest(name, format)));
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
    if (evolution().evolves() && source.option("schema").isPresent()) {
      problems.add(SourceProblems.addNewColumnsWithSchema(evolution().optionValue()));
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
    if (flag("failOnWidenedFields", false)) {
      problems.add(SourceProblems.optionUnsupported("failOnWidenedFields => true"));
    }
    if (source.option("lineSep").filter(String::isEmpty).isPresent()) {
      problems.add(SourceProblems.optionValue("lineSep", "", "at least one character"));
    }
    if (format == SourceFormat.XML && source.option("rowTag").filter(t -> !t.isBlank()).isEmpty()) {
      problems.add(SourceProblems.rowTagMissing());
    }
    if (!problems.isEmpty()) {
      throw new ProjectException(problems);
    }
    try {
      if (format == SourceFormat.JSON) {
        json();
      } else if (format == SourceFormat.CSV) {
        csv();
      } else if (format == SourceFormat.XML) {
        xml(true);
      }
    } catch (RuntimeException e) {
      throw new ProjectException(
          SourceProblems.optionsRejected(format.optionName(), String.valueOf(e.getMessage())), e);
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
      if (flag(option, false)) {
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

  public SourceFormat format() {
    return format;
  }

  /** The option's zone, or the session's. */
  public String zone() {
    return source.option("timeZone").orElse(zone);
  }

  public boolean isLegacyRebase(String option) {
    return source.option(option).filter(m -> m.equalsIgnoreCase("legacy")).isPresent();
  }

  /** Whether a part of a file can be read without the rest. */
  public boolean isSplittable(DiscoveredFile file) {
    return switch (format) {
      case JSON -> !flag("multiLine", false) && isCutByLines(file);
      case CSV -> !flag("multiLine", false) && skippedRows() == 0 && isCutByLines(file);
      case TEXT -> !flag("wholeText", false) && isCutByLines(file);
      case PARQUET, AVRO, ORC -> !Archive.isArchive(file.path().getFileName().toString());
      case XML, BINARYFILE -> false;
    };
  }

  private boolean isCutByLines(DiscoveredFile file) {
    TextLayout layout = layout();
    return FileContent.isSplittable(file)
        && layout.isUtf8()
        && layout.separator().length <= 1
        && !(layout.charset().isEmpty() && FileContent.hasWideCharacters(file));
  }

  /** How text is written. */
  public TextLayout layout() {
    byte[] separator =
        source.option("lineSep").map(s -> s.getBytes(StandardCharsets.UTF_8)).orElse(new byte[0]);
    return new TextLayout(
        source.option("encoding").or(() -> source.option("charset")).map(Charset::forName),
        separator);
  }

  /** Lines at the start of a CSV file that are not looked at. */
  public int skippedRows() {
    return source.option("skipRows").map(n -> (int) Double.parseDouble(n)).orElse(0);
  }

  public Sample sample() {
    return new Sample(source.option("samplingRatio").map(Double::parseDouble).orElse(1.0));
  }

  public Optional<String> badRecordsPath() {
    return source.option("badRecordsPath");
  }

  public Optional<String> option(String name) {
    return source.option(name);
  }

  public String path() {
    return source.path();
  }

  public boolean flag(String name, boolean otherwise) {
    return source.option(name).map(v -> v.equalsIgnoreCase("true")).orElse(otherwise);
  }

  /** What is done with malformed records, unless {@code badRecordsPath} takes them. */
  public ParseMode mode() {
    if (badRecordsPath().isPresent()) {
      return ParseMode.PERMISSIVE;
    }
    return source
        .option("mode")
        .map(m -> ParseMode.valueOf(m.toUpperCase(Locale.ROOT)))
        .orElse(ParseMode.PERMISSIVE);
  }

  /** The schema that the user fixed. */
  public Optional<StructType> schema() {
    return source.option("schema").map(ddl -> parseSchema("schema", ddl));
  }

  public Optional<String> schemaHints() {
    return source.option("schemaHints");
  }

  public Optional<List<String>> partitionColumns() {
    return source
        .option("partitionColumns")
        .map(
            names ->
                List.of(names.split(",")).stream()
                    .map(String::strip)
                    .filter(n -> !n.isEmpty())
                    .toList());
  }

  public EvolutionMode evolution() {
    return EvolutionMode.of(source);
  }

  /** Whether reading ends at a field that the schema lacks. */
  public boolean stopsAtUnknownFields() {
    return StreamReading.stops(source);
  }

  /** The columns whose whole type is hinted at, in lower case. */
  public Set<String> pinnedColumns() {
    return schemaHints().map(text -> new SchemaHints(text).wholeColumns()).orElse(Set.of());
  }

  public Optional<String> rescuedDataColumn() {
    return source.option("rescuedDataColumn");
  }

  /** The column that takes what was rescued, if the schema has it. */
  public Optional<String> rescuedColumnIn(StructType schema) {
    String name = rescuedDataColumn().orElse(RESCUED_DATA);
    return List.of(schema.fieldNames()).contains(name) ? Optional.of(name) : Optional.empty();
  }

  public String corruptRecordColumn() {
    return source.option("columnNameOfCorruptRecord").orElse("_corrupt_record");
  }

  public static StructType parseSchema(String option, String ddl) {
    try {
      return StructType.fromDDL(ddl);
    } catch (RuntimeException e) {
      throw new ProjectException(
          SourceProblems.optionValue(option, ddl, "columns as in CREATE TABLE: name TYPE, …"), e);
    } catch (Exception e) {
      // Scala code throws Spark's checked ParseException undeclared.
      throw new ProjectException(
          SourceProblems.optionValue(option, ddl, "columns as in CREATE TABLE: name TYPE, …"), e);
    }
  }

  public JSONOptions json() {
    return new JSONOptions(scalaOptions(Map.of()), zone, corruptRecordColumn());
  }

  /** Spark's options; a header is handled here and not by Spark. */
  public CSVOptions csv() {
    return new CSVOptions(
        scalaOptions(Map.of("header", "false", "inferSchema", "true")),
        false,
        zone,
        corruptRecordColumn());
  }

  /**
   * @param typed whether inference tells types
   */
  public XmlOptions xml(boolean typed) {
    return new XmlOptions(
        scalaOptions(
            Map.of(
                "inferSchema",
                Boolean.toString(typed && flag("inferSchema", true)),
                "nullValue",
                source.option("nullValue").orElse("null"))),
        zone,
        corruptRecordColumn(),
        true);
  }

  public XmlOptions xml() {
    return xml(true);
  }

  /** What each XML record must obey. */
  public Optional<Schema> rowValidation(VolumePaths paths) {
    return source.option("rowValidationXSDPath").map(path -> xsd(paths.resolve(path)));
  }

  private static Schema xsd(Path file) {
    try {
      SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      return factory.newSchema(file.toFile());
    } catch (SAXException e) {
      throw new ProjectException(
          SourceProblems.optionUnusable(
              "rowValidationXSDPath",
              file + " is not a readable XSD, " + e.getMessage(),
              "Give the path of an XSD file."),
          e);
    }
  }

  private scala.collection.immutable.Map<String, String> scalaOptions(Map<String, String> forced) {
    Map<String, String> options = new HashMap<>();
    source.options().forEach((name, value) -> options.put(name.toLowerCase(Locale.ROOT), value));
    // Files are decoded and cut into lines before Spark's classes see them, and damage is found
    // here.
    HANDLED_BEFORE.forEach(options::remove);
    options.put("encoding", "UTF-8");
    forced.forEach((name, value) -> options.put(name.toLowerCase(Locale.ROOT), value));
    return scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(options));
  }
}
