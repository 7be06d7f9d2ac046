/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.project;

import static io.lakeward.model.problem.ProblemCode.FLOW_TARGET_NOT_FOUND;
import static io.lakeward.model.problem.ProblemCode.MATERIALIZED_VIEW_WITH_MULTIPLE_QUERIES;
import static io.lakeward.model.problem.ProblemCode.NOT_SUPPORTED_YET;
import static io.lakeward.model.problem.ProblemCode.PIPELINE_DATASET_WITHOUT_FLOW;
import static io.lakeward.model.problem.ProblemCode.PIPELINE_DUPLICATE_IDENTIFIERS;
import static io.lakeward.model.problem.ProblemCode.PROJECT_NOT_FOUND;
import static io.lakeward.model.problem.ProblemCode.RUN_EMPTY_PIPELINE;
import static io.lakeward.model.problem.ProblemCode.SETTINGS_INVALID;
import static io.lakeward.model.problem.ProblemCode.SOURCE_FILE_NOT_UTF8;
import static io.lakeward.model.problem.ProblemCode.SOURCE_FILE_UNREADABLE;

import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.FunctionDefinition;
import io.lakeward.model.problem.DidYouMean;
import io.lakeward.model.problem.FileProblems;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.source.SourceSpan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The wording of everything that can be wrong with a project folder and between its files. */
final class ProjectProblems {
  private ProjectProblems() {}

  // The folder

  static Problem folderMissing(Path folder) {
    return Problem.of(PROJECT_NOT_FOUND, "There is no project folder " + folder + ".")
        .withFix("Give the folder that holds your pipeline's SQL files.");
  }

  static Problem noSourceFile(Path folder) {
    return Problem.of(RUN_EMPTY_PIPELINE, "The folder " + folder + " holds no SQL file.")
        .withFix(
            "Add a file such as transformations/first.sql with a CREATE MATERIALIZED VIEW in it.");
  }

  static Problem fileUnreadable(String path, IOException e) {
    return Problem.of(
            SOURCE_FILE_UNREADABLE, "Cannot read " + path + ": " + FileProblems.reason(e) + ".")
        .withFix("Check that the file exists and that you may read it.");
  }

  static Problem notUtf8(SourceSpan where, int byteOffset) {
    return Problem.of(
            SOURCE_FILE_NOT_UTF8,
            where.file().path()
                + " is not UTF-8: the byte at offset "
                + byteOffset
                + " does not fit.")
        .at(where)
        .withFix("Save the file as UTF-8.");
  }

  static Problem pythonNotSupported(SourceSpan where) {
    return Problem.of(NOT_SUPPORTED_YET, "Python source files are not supported yet.")
        .at(where)
        .withFix(
            "Write the datasets in SQL, or list only SQL files under libraries in the settings.");
  }

  // Settings

  static Problem twoSettingsFiles(String used, String other) {
    return Problem.of(
            SETTINGS_INVALID,
            "The folder holds two settings files, " + used + " and " + other + ".")
        .withFix("Keep one of the two.");
  }

  static Problem settings(String message, String fix, SourceSpan where) {
    return Problem.of(SETTINGS_INVALID, message).at(where).withFix(fix);
  }

  static Problem unknownKey(String key, Optional<String> meant, SourceSpan where) {
    return settings(
        "The settings have no key " + key + ".",
        meant.map(word -> "Did you mean " + word + "?").orElse("Remove it."),
        where);
  }

  static Problem unknownAlert(String word, List<String> known, SourceSpan where) {
    return settings(
        "There is no alert " + word + ".",
        DidYouMean.closest(word, known)
            .map(near -> "Did you mean " + near + "?")
            .orElse("Write one of " + String.join(", ", known) + "."),
        where);
  }

  static Problem wrongValue(String key, String wanted, SourceSpan where) {
    return settings(key + " must be " + wanted + ".", "Correct the value at this place.", where);
  }

  static Problem valueNotReplaced(String key, String text, SourceSpan where) {
    return settings(
        "The settings are taken as they are written, and %s is %s.".formatted(key, text),
        "Write the name itself; ${…} is replaced in SQL only, by values of `configuration`.",
        where);
  }

  static Problem settingNotSupported(String key, String fix, SourceSpan where) {
    return Problem.of(NOT_SUPPORTED_YET, key + " in the settings is not supported yet.")
        .at(where)
        .withFix(fix);
  }

  static Problem sourceNotFound(String pattern, SourceSpan where) {
    return settings(
        "No SQL or Python file matches " + pattern + ".",
        "Give a path relative to the project folder; a folder's files are folder/**.",
        where);
  }

  static Problem globInvalid(String pattern, SourceSpan where) {
    return settings(pattern + " is not a valid pattern.", "Write it like folder/**.", where);
  }

  // Between declarations

  static Problem duplicateDataset(Dataset second, Dataset first) {
    return Problem.of(
            PIPELINE_DUPLICATE_IDENTIFIERS,
            "The "
                + second.kind()
                + " "
                + second.name()
                + " is defined twice; the other is at "
                + first.where()
                + ".")
        .at(second.where())
        .withFix("Rename or remove one of the two.");
  }

  static Problem duplicateFunction(FunctionDefinition second, FunctionDefinition first) {
    return Problem.of(
            PIPELINE_DUPLICATE_IDENTIFIERS,
            "The function "
                + second.function().name()
                + " is defined twice; the other is at "
                + first.where()
                + ".")
        .at(second.where())
        .withFix("Rename or remove one of the two.");
  }

  static Problem duplicateFlow(Flow second, Flow first) {
    return Problem.of(
            PIPELINE_DUPLICATE_IDENTIFIERS,
            "The flow "
                + second.name()
                + " is defined twice; the other is at "
                + first.where()
                + ".")
        .at(second.where())
        .withFix(
            "Give one of the two another name. The query of a CREATE … AS is a flow named as its"
                + " table.");
  }

  static Problem datasetWithoutFlow(Dataset dataset) {
    return Problem.of(
            PIPELINE_DATASET_WITHOUT_FLOW,
            "The " + dataset.kind() + " " + dataset.name() + " has neither a query nor a flow.")
        .at(dataset.where())
        .withFix(
            "Add AS and a query, or CREATE FLOW name AS INSERT INTO "
                + dataset.name().table()
                + " BY NAME query.");
  }

  static Problem flowTargetNotFound(Flow flow, Optional<String> meant) {
    return Problem.of(
            FLOW_TARGET_NOT_FOUND,
            "The flow "
                + flow.name()
                + " writes to "
                + flow.target()
                + ", which this pipeline does not define.")
        .at(flow.where())
        .withFix(
            meant
                .map(name -> "Did you mean " + name + "?")
                .orElse("Add CREATE STREAMING TABLE " + flow.target().table() + "."));
  }

  static Problem flowIntoView(Flow flow, Dataset target) {
    return Problem.of(
            FLOW_TARGET_NOT_FOUND,
            "The flow "
                + flow.name()
                + " writes to "
                + target.name()
                + ", which is a "
                + target.kind()
                + " ("
                + target.where()
                + ").")
        .at(flow.where())
        .withFix("Make the target a streaming table.");
  }

  static Problem flowIntoMaterializedView(Flow flow, Dataset target) {
    return Problem.of(
            MATERIALIZED_VIEW_WITH_MULTIPLE_QUERIES,
            "The flow "
                + flow.name()
                + " is a second query for the materialized view "
                + target.name()
                + " ("
                + target.where()
                + ").")
        .at(flow.where())
        .withFix("Join the queries with UNION ALL, or make the target a streaming table.");
  }

  static Problem changesIntoPlainTable(Flow flow, Dataset target) {
    return Problem.of(
            FLOW_TARGET_NOT_FOUND,
            "MANAGED_TABLE_DOES_NOT_SUPPORT_CDC: "
                + target.name()
                + " is a plain table, which an AUTO CDC flow cannot fill.")
        .at(flow.where())
        .withFix("Write CREATE STREAMING TABLE instead of CREATE TABLE.");
  }

  static Problem noTable() {
    return Problem.of(RUN_EMPTY_PIPELINE, "The project defines no table and no published view.")
        .withFix("Add a CREATE STREAMING TABLE, CREATE MATERIALIZED VIEW or CREATE VIEW.");
  }
}
