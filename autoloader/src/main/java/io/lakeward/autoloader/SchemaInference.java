/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import io.lakeward.autoloader.content.TextLayout;
import io.lakeward.autoloader.content.UnpackedFiles;
import io.lakeward.autoloader.csv.CsvHeader;
import io.lakeward.autoloader.csv.CsvSchemaLearner;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.discovery.FileDiscovery;
import io.lakeward.autoloader.discovery.PartitionFolders;
import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.autoloader.json.JsonSchemaLearner;
import io.lakeward.autoloader.options.EvolutionMode;
import io.lakeward.autoloader.options.SampleLimits;
import io.lakeward.autoloader.options.SchemaHints;
import io.lakeward.autoloader.options.SourceFormat;
import io.lakeward.autoloader.options.SourceOptions;
import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.autoloader.rows.ReadLog;
import io.lakeward.autoloader.schema.LearnedSchema;
import io.lakeward.autoloader.schema.SchemaGrowth;
import io.lakeward.autoloader.typed.TypedSchemaLearner;
import io.lakeward.autoloader.whole.BinarySplitReader;
import io.lakeward.autoloader.xml.XmlSchemaLearner;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.problem.ProjectException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Learns the columns of files: those of the records by Spark's rules, those of the folders, and the
 * column for rescued data, in this order.
 */
public final class SchemaInference {
  /** The column that takes what does not fit, unless it is renamed. */
  private final VolumePaths paths;

  private final String sessionTimeZone;
  private final SampleLimits limits;

  public SchemaInference(VolumePaths paths, String sessionTimeZone) {
    this(paths, sessionTimeZone, SampleLimits.DEFAULT);
  }

  public SchemaInference(VolumePaths paths, String sessionTimeZone, SampleLimits limits) {
    this.paths = paths;
    this.sessionTimeZone = sessionTimeZone;
    this.limits = limits;
  }

  /** The schema of the files, or the one that the user fixed. */
  public StructType infer(FileSource source, List<DiscoveredFile> files) {
    return fixed(source).orElseGet(() -> readSchema(source, learn(source, files)));
  }

  /** The schema that the user fixed. */
  public Optional<StructType> fixed(FileSource source) {
    SourceOptions.checkBeforeListing(source, sessionTimeZone);
    Optional<StructType> columns =
        source.option("schema").map(ddl -> SourceOptions.parseSchema("schema", ddl));
    if (source.format().filter("binaryfile"::equals).isPresent()) {
      columns.ifPresent(BinarySplitReader::check);
    }
    return columns.map(given -> withRescuedData(given, source.option("rescuedDataColumn")));
  }

  /** What the files, or as many as the limits of a sample allow, tell about their columns. */
  public LearnedSchema learn(FileSource source, List<DiscoveredFile> files) {
    SourceOptions.checkBeforeListing(source, sessionTimeZone);
    Path root = paths.resolve(FileDiscovery.fixedPart(source.path()));
    if (files.isEmpty()) {
      throw new ProjectException(SourceProblems.nothingToInfer(source.path(), root));
    }
    SourceOptions options = SourceOptions.of(source, files, sessionTimeZone);
    boolean typed = options.flag("inferColumnTypes", true);
    StructType partitions =
        new PartitionFolders(root).infer(files, options.partitionColumns(), typed);
    StructType columns =
        concat(recordColumns(options, sample(options, files), typed, Set.of()), partitions);
    if (columns.isEmpty() && options.schemaHints().isEmpty()) {
      throw new ProjectException(
          SourceProblems.nothingInFiles(
              source.path(),
              files.size(),
              source.option("rowTag").filter(tag -> options.format() == SourceFormat.XML)));
    }
    return new LearnedSchema(options.format().optionName(), columns);
  }

  /**
   * The known columns and, after them, those of records that only these files have. Folders are no
   * part of it: their columns are what they were.
   */
  public LearnedSchema grown(FileSource source, LearnedSchema known, List<DiscoveredFile> files) {
    SourceOptions options =
        SourceOptions.of(withFormat(source, known.format()), files, sessionTimeZone);
    boolean typed = options.flag("inferColumnTypes", true);
    boolean widens = options.evolution() == EvolutionMode.ADD_NEW_COLUMNS_WITH_TYPE_WIDENING;
    SchemaGrowth growth =
        new SchemaGrowth(
            options.pinnedColumns(),
            name ->
                name.equals(options.rescuedDataColumn().orElse(SourceOptions.RESCUED_DATA))
                    || (options.format() == SourceFormat.CSV && CsvHeader.isPositional(name)),
            widens);
    Set<String> settled = widens ? Set.of() : settled(known.columns());
    return new LearnedSchema(
        known.format(),
        growth.grown(known.columns(), recordColumns(options, files, typed, settled)));
  }

  /** The columns that a reading offers: the learned ones, with hints, and that of rescued data. */
  public StructType readSchema(FileSource source, LearnedSchema learned) {
    SourceOptions options =
        SourceOptions.of(withFormat(source, learned.format()), List.of(), sessionTimeZone);
    StructType columns = learned.columns();
    if (options.schemaHints().isPresent()) {
      columns = new SchemaHints(options.schemaHints().get()).apply(columns);
    }
    return withRescuedData(columns, rescuedColumn(options));
  }

  private static FileSource withFormat(FileSource source, String format) {
    Map<String, String> options = new LinkedHashMap<>(source.options());
    options.putIfAbsent("format", format);
    return new FileSource(source.path(), options);
  }

  private static Set<String> settled(StructType columns) {
    return Arrays.stream(columns.fieldNames())
        .map(name -> name.toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }

  /**
   * @param settled columns in lower case whose type is known, whatever the files say
   */
  private StructType recordColumns(
      SourceOptions options, List<DiscoveredFile> files, boolean typed, Set<String> settled) {
    if (options.format() == SourceFormat.BINARYFILE || options.format() == SourceFormat.TEXT) {
      return learned(options, files, typed, settled);
    }
    try (UnpackedFiles unpacked = UnpackedFiles.of(files)) {
      return learned(options, unpacked.files(), typed, settled);
    }
  }

  private StructType learned(
      SourceOptions options, List<DiscoveredFile> files, boolean typed, Set<String> settled) {
    Optional<String> whole = options.singleVariantColumn();
    if (whole.isPresent()) {
      return new StructType().add(whole.get(), DataTypes.VariantType);
    }
    return switch (options.format()) {
      case JSON -> new JsonSchemaLearner(options, typed).learn(files);
      case CSV -> new CsvSchemaLearner(options, typed).learn(files);
      case TEXT -> new StructType().add("value", DataTypes.StringType);
      case XML -> new XmlSchemaLearner(options, options.rowValidation(paths), typed).learn(files);
      case PARQUET, AVRO, ORC ->
          new TypedSchemaLearner(options, settledOrHinted(options, settled)).learn(files);
      case BINARYFILE -> BinarySplitReader.SCHEMA;
    };
  }

  private static Set<String> settledOrHinted(SourceOptions options, Set<String> settled) {
    Set<String> all = new HashSet<>(settled);
    options.schemaHints().ifPresent(hints -> all.addAll(new SchemaHints(hints).columns()));
    return all;
  }

  private static Optional<String> rescuedColumn(SourceOptions options) {
    if (options.format() == SourceFormat.TEXT || options.format() == SourceFormat.BINARYFILE) {
      return Optional.empty();
    }
    return options.evolution() == EvolutionMode.NONE || options.singleVariantColumn().isPresent()
        ? options.rescuedDataColumn()
        : Optional.of(options.rescuedDataColumn().orElse(SourceOptions.RESCUED_DATA));
  }

  private static StructType withRescuedData(StructType columns, Optional<String> name) {
    return name.isEmpty() || Set.of(columns.fieldNames()).contains(name.get())
        ? columns
        : columns.add(name.get(), DataTypes.StringType);
  }

  /** A folder's value wins over a field of the same name. */
  private static StructType concat(StructType records, StructType partitions) {
    List<StructField> fields = new ArrayList<>(Arrays.asList(records.fields()));
    for (StructField partition : partitions.fields()) {
      fields.removeIf(f -> f.name().equalsIgnoreCase(partition.name()));
    }
    fields.addAll(Arrays.asList(partitions.fields()));
    return new StructType(fields.toArray(StructField[]::new));
  }

  private List<DiscoveredFile> sample(SourceOptions options, List<DiscoveredFile> files) {
    FileCheck check = new FileCheck(options, new ReadLog(TextLayout.PLAIN));
    List<DiscoveredFile> sample = new ArrayList<>();
    long bytes = 0;
    for (DiscoveredFile file : files) {
      if (sample.size() == limits.files() || bytes > limits.bytes()) {
        break;
      }
      if (check.isLeftOut(file)) {
        continue;
      }
      sample.add(file);
      bytes += file.size();
    }
    return sample;
  }
}
