/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.Source;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableValuedFunction;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedArgumentExpression;

/**
 * The table functions that read files: {@code read_files(path, option => value, …)} and the older
 * {@code cloud_files(path, format[, map(option, value, …)])}, which always streams.
 */
final class FileCalls {
  private static final String PREFIX = "cloudfiles.";

  private final FileSchemas schemas;
  private final SqlPlaces places;
  private final Constants constants;

  FileCalls(FileSchemas schemas, SqlPlaces places, CatalystSession session) {
    this.schemas = schemas;
    this.places = places;
    this.constants = new Constants(session);
  }

  static boolean isFileCall(UnresolvedTableValuedFunction call) {
    return isReadFiles(call) || isCloudFiles(call);
  }

  static boolean isStreaming(UnresolvedTableValuedFunction call) {
    return call.isStreaming() || isCloudFiles(call);
  }

  private static boolean isReadFiles(UnresolvedTableValuedFunction call) {
    return name(call).equals("read_files");
  }

  private static boolean isCloudFiles(UnresolvedTableValuedFunction call) {
    return name(call).equals("cloud_files");
  }

  static String name(UnresolvedTableValuedFunction call) {
    return String.join(".", Plans.list(call.name())).toLowerCase(Locale.ROOT);
  }

  /** What a call reads. */
  Source.Files source(UnresolvedTableValuedFunction call) {
    SourceSpan where = places.at(call.origin());
    FileSource files = isReadFiles(call) ? readFiles(call, where) : cloudFiles(call, where);
    return new Source.Files(files, schemas.schemaOf(files, isStreaming(call), where));
  }

  /** What {@code json.`path`} and its like read. */
  Source.Files source(TableReference reference) {
    FileSource files =
        new FileSource(
            reference.simpleName(),
            Map.of("format", reference.parts().get(0).toLowerCase(Locale.ROOT)));
    if (files.path().isBlank()) {
      throw new ProjectException(QueryProblems.pathEmpty(reference));
    }
    boolean streaming = reference.isStreaming();
    return new Source.Files(files, schemas.schemaOf(files, streaming, reference.where()));
  }

  private FileSource readFiles(UnresolvedTableValuedFunction call, SourceSpan where) {
    String usage = "read_files('path', option => value, …)";
    String path = null;
    Map<String, String> options = new LinkedHashMap<>();
    for (Expression argument : Plans.list(call.functionArgs())) {
      if (argument instanceof NamedArgumentExpression named) {
        addOption(options, named.key(), named.value(), "read_files", where);
      } else if (path == null && options.isEmpty()) {
        path = constant(argument, "path", "read_files", where);
      } else {
        throw new ProjectException(
            QueryProblems.argumentsWrong("read_files", usage, place(argument, where)));
      }
    }
    if (path == null) {
      path = options.remove("path");
    }
    if (path == null || path.isBlank()) {
      throw new ProjectException(QueryProblems.argumentsWrong("read_files", usage, where));
    }
    return new FileSource(path, options);
  }

  private FileSource cloudFiles(UnresolvedTableValuedFunction call, SourceSpan where) {
    List<Expression> arguments = Plans.list(call.functionArgs());
    if (arguments.size() < 2 || arguments.size() > 3) {
      throw wrongCloudFiles(where);
    }
    Map<String, String> options = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    options.put("format", constant(arguments.get(1), "format", "cloud_files", where));
    // Where the older function differs from read_files.
    options.put("inferColumnTypes", "false");
    options.put("useStrictGlobber", "false");
    if (arguments.size() == 3) {
      if (!(arguments.get(2) instanceof UnresolvedFunction map)
          || !String.join(".", Plans.list(map.nameParts())).equalsIgnoreCase("map")
          || map.arguments().size() % 2 != 0) {
        throw wrongCloudFiles(place(arguments.get(2), where));
      }
      List<Expression> entries = Plans.list(map.arguments());
      for (int i = 0; i < entries.size(); i += 2) {
        String key = constant(entries.get(i), "options", "cloud_files", where);
        addOption(options, key, entries.get(i + 1), "cloud_files", where);
      }
    }
    return new FileSource(constant(arguments.get(0), "path", "cloud_files", where), options);
  }

  private static ProjectException wrongCloudFiles(SourceSpan where) {
    return new ProjectException(
        QueryProblems.argumentsWrong(
            "cloud_files", "cloud_files('path', 'format', map('option', 'value', …))", where));
  }

  private void addOption(
      Map<String, String> options,
      String key,
      Expression value,
      String function,
      SourceSpan where) {
    String plain =
        key.toLowerCase(Locale.ROOT).startsWith(PREFIX) ? key.substring(PREFIX.length()) : key;
    options.put(plain, constant(value, key, function, where));
  }

  private String constant(Expression value, String argument, String function, SourceSpan where) {
    return constants
        .text(value)
        .orElseThrow(
            () ->
                new ProjectException(
                    QueryProblems.argumentNotConstant(function, argument, place(value, where))));
  }

  private SourceSpan place(Expression argument, SourceSpan otherwise) {
    return argument.origin().line().isDefined() ? places.at(argument.origin()) : otherwise;
  }
}
