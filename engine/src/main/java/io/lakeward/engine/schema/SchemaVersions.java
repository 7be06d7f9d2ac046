/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.schema;

import io.lakeward.autoloader.options.EvolutionMode;
import io.lakeward.autoloader.schema.LearnedSchema;
import io.lakeward.engine.flow.StateNames;
import io.lakeward.engine.state.StateFile;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.problem.FileProblems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The schemas that streamed files have had: a folder for each source, in it a file for each
 * version. A source is its path with those options that say what its columns are; the others may
 * change, and the schema stays. Streams whose schemas change in different ways do not share one, so
 * that the columns that one learns stay away from another that must not change.
 */
public final class SchemaVersions {
  /** Options that leave the columns of records as they are. Hints are applied when reading. */
  private static final Set<String> WITHOUT_MEANING =
      anyCase(
          "allowOverwrites",
          "backfillInterval",
          "badRecordsPath",
          "cleanSource",
          "cleanSource.moveDestination",
          "cleanSource.retentionDuration",
          "columnNameOfCorruptRecord",
          "fetchParallelism",
          "ignoreCorruptFiles",
          "ignoreMissingFiles",
          "includeExistingFiles",
          "listOnStart",
          "maxBytesPerTrigger",
          "maxFileAge",
          "maxFilesPerTrigger",
          "mode",
          "modifiedAfter",
          "modifiedBefore",
          "readerCaseSensitive",
          "rescuedDataColumn",
          "schemaEvolutionMode",
          "schemaHints",
          "useIncrementalListing",
          "useManagedFileEvents",
          "useNotifications",
          "useStrictGlobber",
          "validateOptions");

  private final Path folder;
  private final Clock clock;

  public SchemaVersions(Path folder, Clock clock) {
    this.folder = folder;
    this.clock = clock;
  }

  /** The same for all readings that share a schema. */
  public static String key(FileSource source) {
    Map<String, String> meaning = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    source
        .options()
        .forEach(
            (option, value) -> {
              if (!WITHOUT_MEANING.contains(option)) {
                meaning.put(option.toLowerCase(java.util.Locale.ROOT), value);
              }
            });
    change(EvolutionMode.of(source)).ifPresent(word -> meaning.put("schemaevolutionmode", word));
    String path = source.path().strip();
    while (path.length() > 1 && path.endsWith("/")) {
      path = path.substring(0, path.length() - 1);
    }
    return StateNames.exactFileName(path + meaning);
  }

  /** How the schema changes by itself, if not as most do. */
  private static Optional<String> change(EvolutionMode mode) {
    return switch (mode) {
      case ADD_NEW_COLUMNS -> Optional.empty();
      case ADD_NEW_COLUMNS_WITH_TYPE_WIDENING -> Optional.of("widening");
      case RESCUE, FAIL_ON_NEW_COLUMNS, NONE -> Optional.of("none");
    };
  }

  /**
   * The newest schema of the same files under another {@code schemaEvolutionMode}: what a stream
   * goes on with whose mode was changed.
   */
  public Optional<SchemaVersion> newestOfOtherMode(FileSource source) {
    return Stream.of(EvolutionMode.values())
        .map(
            mode -> {
              Map<String, String> options = new HashMap<>(source.options());
              options.keySet().removeIf("schemaEvolutionMode"::equalsIgnoreCase);
              options.put("schemaEvolutionMode", mode.optionValue());
              return new FileSource(source.path(), options);
            })
        .flatMap(other -> newest(other).stream())
        .max(Comparator.comparing(SchemaVersion::made));
  }

  /** All versions, oldest first. */
  public List<SchemaVersion> all(FileSource source) {
    return ofKey(key(source));
  }

  public Optional<SchemaVersion> newest(FileSource source) {
    List<SchemaVersion> versions = all(source);
    return versions.isEmpty() ? Optional.empty() : Optional.of(versions.get(versions.size() - 1));
  }

  /** Makes a schema the newest. */
  public SchemaVersion add(FileSource source, LearnedSchema schema, String reason) {
    return add(key(source), source.path(), schema, reason);
  }

  /** The same for a source that is known by its key. */
  SchemaVersion add(String key, String path, LearnedSchema schema, String reason) {
    SchemaVersion next =
        new SchemaVersion(
            ofKey(key).stream().mapToLong(SchemaVersion::number).max().orElse(-1) + 1,
            clock.instant(),
            reason,
            schema);
    write(key, path, next);
    return next;
  }

  /**
   * Every source that has versions.
   *
   * @param readers for the key of a source the tables that are filled from it
   */
  List<StoredSource> stored(Map<String, List<TableName>> readers) {
    List<StoredSource> sources = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> own = Files.list(folder)) {
        for (Path source : own.filter(Files::isDirectory).sorted().toList()) {
          String key = source.getFileName().toString();
          List<SchemaVersion> versions = ofKey(key);
          if (!versions.isEmpty()) {
            sources.add(
                new StoredSource(
                    key, path(source, versions), readers.getOrDefault(key, List.of()), versions));
          }
        }
      } catch (IOException e) {
        throw FileProblems.failure("read", folder, e);
      }
    }
    return sources;
  }

  private static String path(Path source, List<SchemaVersion> versions) {
    return StateFile.read(source.resolve(versions.get(0).number() + ".json"))
        .map(json -> json.path("path").asText())
        .orElse("");
  }

  private List<SchemaVersion> ofKey(String key) {
    List<SchemaVersion> versions = new ArrayList<>();
    Path own = folder.resolve(key);
    if (Files.isDirectory(own)) {
      try (Stream<Path> files = Files.list(own)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".json")).toList()) {
          StateFile.read(file).map(SchemaVersion::fromJson).ifPresent(versions::add);
        }
      } catch (IOException e) {
        throw FileProblems.failure("read", own, e);
      }
    }
    versions.sort(Comparator.comparingLong(SchemaVersion::number));
    return versions;
  }

  private void write(String key, String path, SchemaVersion version) {
    StateFile.write(folder.resolve(key).resolve(version.number() + ".json"), version.toJson(path));
  }

  private static Set<String> anyCase(String... names) {
    Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    set.addAll(List.of(names));
    return set;
  }
}
