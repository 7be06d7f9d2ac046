/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.sql;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.engine.executor.QueryResult;
import io.lakeward.language.sql.SqlCommand;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.SecretSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Answers SHOW TABLES and its like. Private tables are never listed. */
final class Listings {
  private final SessionTools tools;
  private final TemporaryViews temporary;

  Listings(SessionTools tools, TemporaryViews temporary) {
    this.tools = tools;
    this.temporary = temporary;
  }

  QueryResult list(SqlCommand.Show show) {
    Pattern pattern = pattern(show.pattern());
    return switch (show.listing()) {
      case TABLES -> inSchema(show, pattern, tablesAndViews(), "tableName");
      case VIEWS -> inSchema(show, pattern, views(), "viewName");
      case FUNCTIONS -> functions(show, pattern);
      case SCHEMAS -> schemas(show, pattern);
      case CATALOGS -> catalogs(pattern);
    };
  }

  /** Settings as they are for the statements that follow. */
  static QueryResult settings(SqlCommand.ShowSettings show) {
    Rows rows = new Rows("key STRING, value STRING");
    if (show.key().isEmpty()) {
      new TreeMap<>(show.settings())
          .forEach((key, value) -> rows.add(key, SecretSettings.shown(key, value)));
    } else {
      String key = show.key().get();
      String value = CatalystSession.of(show.settings()).conf().getConfString(key, "<undefined>");
      rows.add(key, SecretSettings.shown(key, value));
    }
    return rows.result();
  }

  private List<TableName> tablesAndViews() {
    List<TableName> names = new ArrayList<>(tools.warehouse().tables());
    names.addAll(views());
    names.sort(null);
    return names;
  }

  private List<TableName> views() {
    return tools.views().all().stream().map(view -> view.name()).sorted().toList();
  }

  private QueryResult inSchema(
      SqlCommand.Show show, Pattern pattern, List<TableName> names, String column) {
    Rows rows = new Rows("namespace STRING, " + column + " STRING, isTemporary BOOLEAN");
    for (TableName name : names) {
      boolean isThere =
          name.catalog().equalsIgnoreCase(show.catalog())
              && name.schema().equalsIgnoreCase(show.schema());
      if (isThere && pattern.matcher(name.table()).matches()) {
        rows.add(name.schema(), name.table(), false);
      }
    }
    for (String name : temporary.names()) {
      if (pattern.matcher(name).matches()) {
        rows.add("", name, true);
      }
    }
    return rows.result();
  }

  private QueryResult functions(SqlCommand.Show show, Pattern pattern) {
    Rows rows = new Rows("function STRING");
    tools
        .functions()
        .all()
        .forEach(
            function -> {
              TableName name = function.name();
              boolean isThere =
                  name.catalog().equalsIgnoreCase(show.catalog())
                      && name.schema().equalsIgnoreCase(show.schema());
              if (isThere && pattern.matcher(name.table()).matches()) {
                rows.add(name.quoted());
              }
            });
    return rows.result();
  }

  private QueryResult schemas(SqlCommand.Show show, Pattern pattern) {
    Rows rows = new Rows("databaseName STRING");
    TreeSet<String> schemas = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (TableName name : tablesAndViews()) {
      if (name.catalog().equalsIgnoreCase(show.catalog())) {
        schemas.add(name.schema());
      }
    }
    schemas.stream().filter(s -> pattern.matcher(s).matches()).forEach(rows::add);
    return rows.result();
  }

  private QueryResult catalogs(Pattern pattern) {
    Rows rows = new Rows("catalog STRING");
    TreeSet<String> catalogs = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    tablesAndViews().forEach(name -> catalogs.add(name.catalog()));
    catalogs.stream().filter(c -> pattern.matcher(c).matches()).forEach(rows::add);
    return rows.result();
  }

  /** Spark's patterns: {@code *} stands for anything, {@code |} for or; {@code %} is taken too. */
  private static Pattern pattern(Optional<String> written) {
    String regex =
        Arrays.stream(written.orElse("*").split("\\|", -1))
            .map(
                part ->
                    Arrays.stream(part.strip().split("[*%]", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*")))
            .collect(Collectors.joining("|"));
    return Pattern.compile(regex, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }
}
