/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.schema;

import io.lakeward.model.name.TableName;
import io.lakeward.model.problem.DidYouMean;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The learned schemas of a pipeline, for people who look at them or put one back. */
public final class SchemaCatalog {
  private final SchemaVersions versions;
  private final Map<String, List<TableName>> readers;

  /**
   * @param readers for the key of a source the tables that are filled from it
   */
  public SchemaCatalog(SchemaVersions versions, Map<String, List<TableName>> readers) {
    this.versions = versions;
    this.readers = readers;
  }

  public List<StoredSource> all() {
    return versions.stored(readers);
  }

  /**
   * The source of a name.
   *
   * @param name a path as in the query, or a table that is filled from it
   */
  public StoredSource find(String name) {
    List<StoredSource> all = all();
    List<StoredSource> found = all.stream().filter(source -> isMeant(source, name)).toList();
    if (found.size() == 1) {
      return found.get(0);
    }
    if (found.size() > 1) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.COMMAND_INVALID,
                  "`" + name + "` stands for " + found.size() + " sources.")
              .withFix(
                  "Name one of them by its key: "
                      + String.join(", ", found.stream().map(StoredSource::key).toList())
                      + "."));
    }
    List<String> known = new ArrayList<>();
    all.forEach(
        source -> {
          known.add(source.path());
          source.tables().forEach(table -> known.add(table.table()));
        });
    Problem unknown =
        Problem.of(
            ProblemCode.COMMAND_INVALID,
            "No schema was learned for `" + name + "` in this project.");
    Optional<String> near = DidYouMean.closest(name, known);
    throw new ProjectException(
        unknown.withFix(
            near.map(n -> "Did you mean " + n + "?")
                .orElse("`lakeward schema show` lists the sources that have one.")));
  }

  private static boolean isMeant(StoredSource source, String name) {
    return source.key().equals(name)
        || source.path().equals(name)
        || source.tables().stream()
            .anyMatch(t -> t.table().equalsIgnoreCase(name) || t.toString().equalsIgnoreCase(name));
  }

  /** One version of a source. */
  public SchemaVersion version(StoredSource source, long number) {
    return source.versions().stream()
        .filter(v -> v.number() == number)
        .findFirst()
        .orElseThrow(
            () ->
                new ProjectException(
                    Problem.of(
                            ProblemCode.COMMAND_INVALID,
                            "The source `"
                                + source.path()
                                + "` has no schema version "
                                + number
                                + ".")
                        .withFix(
                            "There are the versions "
                                + source.versions().get(0).number()
                                + " to "
                                + source.newest().number()
                                + ".")));
  }

  /** Makes an older schema the newest, as a version of its own. */
  public SchemaVersion rollback(StoredSource source, long number) {
    SchemaVersion wanted = version(source, number);
    return versions.add(
        source.key(), source.path(), wanted.schema(), "rollback to " + wanted.number());
  }
}
