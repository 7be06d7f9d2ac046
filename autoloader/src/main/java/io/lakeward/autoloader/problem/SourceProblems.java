/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.problem;

import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import java.nio.file.Path;
import java.util.Optional;

/** The wording of everything that can be wrong with source files. */
public final class SourceProblems {
  private static final String FORMATS =
      "Formats read now: json, csv, xml, text, parquet, avro, orc, binaryFile.";

  private SourceProblems() {}

  public static Problem pathNotFound(String path, Path mapped) {
    return Problem.of(
            ProblemCode.PATH_NOT_FOUND,
            "The path `" + path + "` does not exist" + meaning(path, mapped) + ".")
        .withFix("Create " + mapped + " and put the files there, or correct the path.");
  }

  private static String meaning(String path, Path mapped) {
    boolean isSame = path.replaceFirst("/+$", "").equals(mapped.toString());
    return isSame ? "" : "; on this machine it stands for " + mapped;
  }

  /** A scheme with one slash or none has no bucket. */
  public static Problem addressWithoutStore(String path, String scheme) {
    return Problem.of(
            ProblemCode.PATH_NOT_FOUND,
            "The path `" + path + "` names no bucket or container of " + scheme + ".")
        .withFix("Write the whole address, such as " + scheme + "://bucket/folder.");
  }

  public static Problem storeWithoutConnector(String address, String scheme, String reason) {
    return Problem.of(
            ProblemCode.NOT_SUPPORTED_YET,
            "Nothing here can read "
                + address
                + ": Hadoop's file system for "
                + scheme
                + " cannot be made, "
                + reason
                + ".")
        .withFix(
            "Put Hadoop's connector for it and what it needs into the folder lib/ext of the"
                + " installation, for s3:// hadoop-aws and the AWS SDK; or copy the files to a"
                + " folder under /Volumes or in the project.");
  }

  public static Problem addressInvalid(String address, String reason) {
    return Problem.of(
            ProblemCode.PATH_NOT_FOUND,
            "The address `" + address + "` names no bucket or container: " + reason + ".")
        .withFix("Write the bucket's name as the store has it, such as s3://bucket/folder.");
  }

  public static Problem webAddress(String address) {
    return Problem.of(
            ProblemCode.NOT_SUPPORTED_YET,
            "Files of the web cannot be read from `" + address + "`: it lists no folders.")
        .withFix(
            "Copy the files to a folder under /Volumes or in the project, or read them from an"
                + " object store.");
  }

  public static Problem volumePathTooShort(String path) {
    return Problem.of(
            ProblemCode.PATH_NOT_FOUND,
            "The path `" + path + "` names no volume: /Volumes/<catalog>/<schema>/<volume>/…")
        .withFix("Write the catalog, the schema and the volume into the path.");
  }

  public static Problem globInvalid(String glob, String reason) {
    return Problem.of(
            ProblemCode.SOURCE_OPTION_INVALID,
            "The pattern `" + glob + "` is broken: " + reason + ".")
        .withFix("Close every [ and { or put a backslash before it.");
  }

  public static Problem formatUnknown(String path) {
    return Problem.of(
            ProblemCode.SOURCE_FORMAT_UNKNOWN,
            "The format of the files in `" + path + "` cannot be told from their names.")
        .withFix("Add the argument format => 'json' or format => 'csv'.");
  }

  public static Problem formatsMixed(String path, String one, String other) {
    return Problem.of(
            ProblemCode.SOURCE_FORMAT_UNKNOWN,
            "`"
                + path
                + "` holds files of several formats, "
                + one
                + " and "
                + other
                + " among them.")
        .withFix("Name the format with format => '" + one + "' and add fileNamePattern.");
  }

  public static Problem formatUnsupported(String format) {
    return Problem.of(
            ProblemCode.NOT_SUPPORTED_YET,
            "Reading files of the format `" + format + "` is not supported yet.")
        .withFix(FORMATS);
  }

  public static Problem formatInvalid(String format, Optional<String> near) {
    return Problem.of(
            ProblemCode.SOURCE_FORMAT_UNKNOWN,
            "`" + format + "` is not a format." + didYouMean(near))
        .withFix(FORMATS);
  }

  public static Problem optionUnknown(String option, String format, Optional<String> near) {
    return Problem.of(
            ProblemCode.SOURCE_OPTION_INVALID,
            "`" + option + "` is not an option of " + format + " files." + didYouMean(near))
        .withFix(
            near.map(n -> "Write " + n + ", or remove the option.").orElse("Remove the option."));
  }

  public static Problem optionUnsupported(String option) {
    return Problem.of(
            ProblemCode.NOT_SUPPORTED_YET, "The option `" + option + "` is not supported yet.")
        .withFix("Remove the option.");
  }

  public static Problem addNewColumnsWithSchema(String mode) {
    return Problem.of(
            ProblemCode.CF_ADD_NEW_NOT_SUPPORTED,
            "schemaEvolutionMode => '" + mode + "' does not go together with a fixed schema.")
        .withFix(
            "Leave `schema` out and fix the types of single columns with schemaHints => 'name TYPE,"
                + " …'; or leave the mode out.");
  }

  /**
   * @param line from 1; 0 if it is not known
   */
  public static Problem unknownField(Path file, long line, String field, boolean retried) {
    String place = line > 0 ? " (line " + line + ")" : "";
    Problem problem =
        Problem.of(
            ProblemCode.UNKNOWN_FIELD_EXCEPTION,
            "Encountered unknown fields during parsing: ["
                + field
                + "], which can be fixed by an automatic retry: "
                + retried
                + ". The field is in "
                + file
                + place
                + ".");
    return retried
        ? problem.withFix("Run again: the column is added.")
        : problem.withFix(
            "Add the column with schemaHints => '"
                + field
                + " STRING', or remove the file; or let schemaEvolutionMode be 'addNewColumns' or"
                + " 'rescue'.");
  }

  /** Only seen where the retry that it asks for is not made. */
  public static Problem valueWithoutType(Path file, long line, String column) {
    return Problem.of(
            ProblemCode.UNKNOWN_FIELD_EXCEPTION,
            "The column `%s` has a value in %s%s that its type cannot hold, which can be fixed by an automatic retry: true."
                .formatted(column, file, line > 0 ? " (line " + line + ")" : ""))
        .withFix("Run again: the type gets wider, or the value is rescued.");
  }

  public static Problem optionValue(String option, String value, String wanted) {
    return Problem.of(
            ProblemCode.SOURCE_OPTION_INVALID,
            "The option `" + option + "` has the value `" + value + "`.")
        .withFix("Give " + wanted + ".");
  }

  public static Problem optionsRejected(String format, String reason) {
    return Problem.of(
        ProblemCode.SOURCE_OPTION_INVALID,
        "The options of the " + format + " files do not fit: " + reason);
  }

  public static Problem columnTypeUnsupported(String column, String type) {
    return Problem.of(
        ProblemCode.NOT_SUPPORTED_YET,
        "The column `"
            + column
            + "` has the type "
            + type
            + ", which cannot be read from files yet.");
  }

  public static Problem nothingToInfer(String path, Path mapped) {
    return Problem.of(
            ProblemCode.UNABLE_TO_INFER_SCHEMA,
            "No schema can be inferred for `" + path + "`: no file with data is in " + mapped + ".")
        .withFix("Put a file there, or give the columns with schema => 'name TYPE, …'.");
  }

  /** There are files, and nothing in them that would be a row of the format. */
  public static Problem nothingInFiles(String path, int files, Optional<String> rowTag) {
    return Problem.of(
            ProblemCode.UNABLE_TO_INFER_SCHEMA,
            "No schema can be inferred for `%s`: %s no %s."
                .formatted(
                    path,
                    files == 1 ? "its file has" : "its " + files + " files have",
                    rowTag.map(tag -> "element <" + tag + ">").orElse("record")))
        .withFix(
            rowTag.isPresent()
                ? "Give the element of a row with rowTag => 'name', with its prefix if it has one."
                : "Correct the files, or give the columns with schema => 'name TYPE, …'.");
  }

  static Problem cannotMerge(String path, String reason) {
    return Problem.of(
            ProblemCode.UNABLE_TO_INFER_SCHEMA,
            "The files of `" + path + "` do not fit into one schema: " + reason)
        .withFix("Name the column's type with schemaHints => 'name TYPE'.");
  }

  public static Problem typesDiffer(
      String column, String one, Path first, String other, Path second) {
    return Problem.of(
            ProblemCode.UNABLE_TO_INFER_SCHEMA,
            "The column `"
                + column
                + "` is "
                + one
                + " in "
                + first
                + " and "
                + other
                + " in "
                + second
                + ", and no type holds both.")
        .withFix(
            "Name its type with schemaHints => '"
                + column
                + " "
                + one
                + "'; values of the other type then go to the rescued data.");
  }

  public static Problem fileTooBig(Path file, long size) {
    return Problem.of(
            ProblemCode.NOT_SUPPORTED_YET,
            "The file " + file + " has " + size + " bytes; a value can have 2 GB at most.")
        .withFix("Leave the column content out, or keep the file away with pathGlobFilter.");
  }

  public static Problem fileCorrupt(Path file, String reason) {
    return Problem.of(
            ProblemCode.SOURCE_FILE_CORRUPT,
            "The file " + file + " cannot be read: " + reason + ".")
        .withFix(
            "Repair or remove the file, or have such files left out with ignoreCorruptFiles => true;"
                + " nothing of it has been loaded.");
  }

  /**
   * @param record its beginning is shown
   */
  public static Problem malformed(Path file, long line, long byteOffset, String record) {
    String place = line > 0 ? "line " + line : "byte " + byteOffset;
    return Problem.of(
            ProblemCode.SOURCE_FILE_CORRUPT,
            "The record at "
                + place
                + " of "
                + file
                + " is malformed, and the mode is FAILFAST: "
                + excerpt(record))
        .withFix("Repair the record, or use the mode PERMISSIVE to leave such records out.");
  }

  public static Problem fileGrowing(Path file) {
    return Problem.of(
            ProblemCode.SOURCE_FILE_CHANGED,
            "The file " + file + " was still being written while it was read.")
        .withFix("Run again. To be safe, write under a name that starts with a dot, then rename.");
  }

  public static Problem fileShrunk(Path file) {
    return Problem.of(
            ProblemCode.SOURCE_FILE_CHANGED,
            "The file " + file + " became shorter while it was read.")
        .withFix("Run again when no one writes to the file.");
  }

  public static Problem unexpectedField(Path file, long line, String name) {
    String place = line > 0 ? " on line " + line : "";
    return Problem.of(
            ProblemCode.SOURCE_FILE_CORRUPT,
            "The file "
                + file
                + " has the field `"
                + name
                + "`"
                + place
                + ", which the schema does not have, and failOnUnknownFields is true.")
        .withFix("Add the column to the schema, or remove failOnUnknownFields.");
  }

  public static Problem singleVariantWithSchema(String option) {
    return Problem.of(
            ProblemCode.SOURCE_OPTION_INVALID,
            "singleVariantColumn is the only column of records; `" + option + "` names others.")
        .withFix("Leave one of the two out.");
  }

  public static Problem widenedField(Path file, long line, String column, String json) {
    return Problem.of(
            ProblemCode.SOURCE_FILE_CORRUPT,
            "The file %s has the value %s of the column `%s`%s, which its type cannot hold, and failOnWidenedFields is true."
                .formatted(file, json, column, line > 0 ? " on line " + line : ""))
        .withFix(
            "Give the column a wider type with schemaHints or schema, or remove failOnWidenedFields.");
  }

  public static Problem rowTagMissing() {
    return Problem.of(
            ProblemCode.SOURCE_OPTION_INVALID,
            "XML files need the option `rowTag`: the name of the elements that are rows.")
        .withFix("Add rowTag => 'name'.");
  }

  public static Problem optionUnusable(String option, String reason, String fix) {
    return Problem.of(
            ProblemCode.SOURCE_OPTION_INVALID, "The option `" + option + "`: " + reason + ".")
        .withFix(fix);
  }

  private static String excerpt(String record) {
    String line = record.strip().replaceAll("\\s+", " ");
    return line.length() > 80 ? line.substring(0, 80) + "…" : line;
  }

  private static String didYouMean(Optional<String> near) {
    return near.map(n -> "  Did you mean " + n + "?").orElse("");
  }
}
