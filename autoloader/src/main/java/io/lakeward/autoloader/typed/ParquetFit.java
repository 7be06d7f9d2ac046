/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import io.lakeward.autoloader.content.Archive;
import io.lakeward.autoloader.content.FileContent;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.autoloader.options.SourceFormat;
import io.lakeward.autoloader.options.SourceOptions;
import io.lakeward.autoloader.rows.FileSplit;
import io.lakeward.autoloader.rows.Projection;
import io.lakeward.autoloader.rows.ReadPlan;
import io.lakeward.autoloader.store.StorePath;
import io.lakeward.model.pipeline.FileSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Parquet files that hold their columns in just the types that are wanted, so that nothing has to
 * be converted or rescued and an engine's own reader gives the same rows as {@link RecordReader}.
 *
 * @param files as they were when their footers were read
 * @param rows that they have together
 * @param columns names that any of them has
 */
public record ParquetFit(List<Path> files, long rows, Set<String> columns) {
  public ParquetFit {
    files = List.copyOf(files);
    columns = Set.copyOf(columns);
  }

  /**
   * Looks into the footers; empty if records have to be read one by one.
   *
   * @param wanted columns of the schema that are read
   */
  public static Optional<ParquetFit> find(
      FileSource source,
      StructType schema,
      List<String> wanted,
      List<DiscoveredFile> found,
      VolumePaths paths,
      String sessionTimeZone) {
    if (found.isEmpty()) {
      return Optional.empty();
    }
    List<DiscoveredFile> files = found.stream().map(FileContent::asOfNow).toList();
    SourceOptions options = SourceOptions.of(source, files, sessionTimeZone);
    if (options.format() != SourceFormat.PARQUET || !isPlainReading(options)) {
      return Optional.empty();
    }
    Projection projection = new Projection(wanted, List.of());
    ReadPlan plan = new ReadPlan(options, schema, files, projection, paths, sessionTimeZone);
    if (!plan.folderColumnsOfAnyFile().isEmpty()) {
      return Optional.empty();
    }
    Check check = new Check(plan, schema, wanted);
    for (DiscoveredFile file : files) {
      // An engine's own reader knows neither the stores nor their keys.
      boolean isOnDisk = !(file.path() instanceof StorePath);
      boolean isPacked = Archive.isArchive(file.path().getFileName().toString());
      if (!isOnDisk || isPacked || !check.fits(file)) {
        return Optional.empty();
      }
    }
    return Optional.of(
        new ParquetFit(
            files.stream().map(DiscoveredFile::path).toList(), check.rows, check.columns));
  }

  private static boolean isPlainReading(SourceOptions options) {
    return options.badRecordsPath().isEmpty()
        && !options.flag("ignoreCorruptFiles", false)
        && !options.flag("ignoreMissingFiles", false)
        && !options.isLegacyRebase("datetimeRebaseMode")
        && !options.isLegacyRebase("int96RebaseMode");
  }

  private static final class Check {
    private final SourceOptions options;
    private final Map<String, DataType> types = new HashMap<>();
    private final Set<String> wanted;
    private final boolean strict;
    private final Set<String> columns = new HashSet<>();
    private long rows;

    Check(ReadPlan plan, StructType schema, List<String> wanted) {
      this.options = plan.options();
      this.wanted = new HashSet<>(wanted);
      // What is not wanted may be rescued, or be new.
      this.strict = plan.isRescuing() || options.stopsAtUnknownFields();
      for (StructField field : schema.fields()) {
        types.put(field.name(), field.dataType());
      }
      options.rescuedColumnIn(schema).ifPresent(types::remove);
    }

    boolean fits(DiscoveredFile file) {
      try (TypedFile opened =
          TypedFiles.open(options, new FileSplit(file, 0, file.size()), options.zone())) {
        StructField[] fields = opened.schema().fields();
        long names =
            Arrays.stream(fields).map(f -> f.name().toLowerCase(Locale.ROOT)).distinct().count();
        if (names < fields.length) {
          return false;
        }
        for (int i = 0; i < fields.length; i++) {
          if (!fits(opened, i, fields[i])) {
            return false;
          }
          columns.add(fields[i].name());
        }
        rows += opened.rows();
        return true;
      } catch (IOException e) {
        // Whoever reads the file will say what is wrong with it.
        return false;
      }
    }

    private boolean fits(TypedFile file, int index, StructField field) {
      DataType type = types.get(field.name());
      if (type == null) {
        // A name in other letters may still be meant, and would be found by an engine.
        boolean similar = types.keySet().stream().anyMatch(field.name()::equalsIgnoreCase);
        return !strict && !similar;
      }
      boolean read = strict || wanted.contains(field.name());
      return !read || (type.equals(field.dataType()) && file.isPlain(index));
    }
  }
}
