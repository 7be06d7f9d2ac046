/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.options;

import io.lakeward.autoloader.content.Archive;
import io.lakeward.autoloader.content.FileContent;
import io.lakeward.autoloader.content.TextLayout;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
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
  private static final Set<String> HANDLED_BEFORE =
      Set.of("encoding", "charset", "linesep", "ignorecorruptfiles", "ignoremissingfiles");

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
    formatOf(source)
        .ifPresentOrElse(
            f -> new SourceOptions(source, f, sessionTimeZone).check(), () -> checkNames(source));
  }

  /** While only the files will tell their format: options that no format has. */
  private static void checkNames(FileSource source) {
    if (source.option("validateOptions").filter("false"::equalsIgnoreCase).isPresent()) {
      return;
    }
    List<Problem> problems =
        source.options().keySet().stream()
            .filter(name -> !StreamReading.isMark(name))
            .filter(name -> Arrays.stream(SourceFormat.values()).noneMatch(f -> knows(f, name)))
            .map(
                name ->
                    SourceProblems.optionUnknown(
                        name, "any", OptionNames.nearest(name, SourceFormat.CSV)))
            .toList();
    if (!problems.isEmpty()) {
      throw new ProjectException(problems);
    }
  }

  private static boolean knows(SourceFormat format, String option) {
    return OptionNames.isHandled(option, format) || OptionNames.isUnsupported(option);
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
    List<Problem> problems = new OptionChecks(this, source).problems();
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

  /** Whether a field belongs to a column only if they are spelled alike. */
  public boolean isCaseSensitive() {
    return flag("readerCaseSensitive", flag("parserCaseSensitive", true));
  }

  /** The column that takes whole documents, if there are no others from records. */
  public Optional<String> singleVariantColumn() {
    return source.option(OptionNames.SINGLE_VARIANT);
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

  /** Whether reading ends at a value that its column's type cannot hold. */
  public boolean stopsAtValues() {
    return flag("failOnWidenedFields", false)
        || (stopsAtUnknownFields()
            && evolution() == EvolutionMode.ADD_NEW_COLUMNS_WITH_TYPE_WIDENING);
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
      try (InputStream in = Files.newInputStream(file)) {
        // The place counts for what the schema includes.
        return factory.newSchema(new StreamSource(in, file.toUri().toString()));
      }
    } catch (SAXException | IOException e) {
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
