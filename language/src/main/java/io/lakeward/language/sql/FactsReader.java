/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.SqlCommand.Facts;
import io.lakeward.language.sql.SqlCommand.Listing;
import io.lakeward.language.sql.SqlCommand.Part;
import io.lakeward.language.sql.grammar.PipelineSqlLexer;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntFunction;

/** Reads DESCRIBE and SHOW. */
final class FactsReader {
  private static final Set<String> QUERY_WORDS = Set.of("SELECT", "WITH", "FROM", "VALUES");

  private final CommandWords words;
  private final FileScope scope;

  FactsReader(CommandWords words, FileScope scope) {
    this.words = words;
    this.scope = scope;
  }

  /**
   * @param queries the statement's text from a place on
   */
  SqlCommand describe(IntFunction<SqlText> queries, SourceSpan span) {
    words.next();
    if (words.skip("QUERY") || QUERY_WORDS.contains(words.upcoming())) {
      return new SqlCommand.DescribeQuery(queries.apply(words.offset()));
    }
    if (words.skip("HISTORY")) {
      TableName name = words.name();
      OptionalInt limit =
          words.skip("LIMIT") ? OptionalInt.of((int) words.number()) : OptionalInt.empty();
      return ended(new SqlCommand.Describe(Facts.HISTORY, name, Optional.empty(), limit, span));
    }
    if (words.skip("DETAIL")) {
      return facts(Facts.DETAIL, words.name(), span);
    }
    if (words.skip("FUNCTION")) {
      words.skip("EXTENDED");
      return facts(Facts.FUNCTION, words.name(), span);
    }
    if (words.skip("SCHEMA") || words.skip("DATABASE")) {
      words.skip("EXTENDED");
      return facts(Facts.SCHEMA, words.schemaName(), span);
    }
    words.skip("TABLE");
    boolean isExtended = words.skip("EXTENDED") || words.skip("FORMATTED");
    TableName name = words.name();
    Optional<String> column = words.isAtEnd() ? Optional.empty() : Optional.of(words.identifier());
    return ended(
        new SqlCommand.Describe(
            isExtended ? Facts.EXTENDED : Facts.COLUMNS, name, column, OptionalInt.empty(), span));
  }

  private SqlCommand facts(Facts facts, TableName name, SourceSpan span) {
    return ended(new SqlCommand.Describe(facts, name, Optional.empty(), OptionalInt.empty(), span));
  }

  SqlCommand show(SourceSpan span) {
    words.take("SHOW");
    refuseByName();
    if (words.skip("CURRENT")) {
      words.takeOneOf("NAMESPACE", "SCHEMA", "DATABASE");
      return ended(new SqlCommand.ShowNamespace(scope.catalog(), scope.schema(), span));
    }
    if (words.skip("CREATE")) {
      words.skip("TABLE");
      words.skip("VIEW");
      return part(Part.STATEMENT, words.name(), Optional.empty(), span);
    }
    if (words.skip("COLUMNS")) {
      return columns(span);
    }
    if (words.skip("PARTITIONS")) {
      return part(Part.PARTITIONS, words.name(), Optional.empty(), span);
    }
    if (words.skip("TBLPROPERTIES")) {
      TableName name = words.name();
      Optional<String> key = Optional.empty();
      if (words.skip(PipelineSqlLexer.LEFT_PAREN)) {
        key = Optional.of(words.settingKey());
        words.take(PipelineSqlLexer.RIGHT_PAREN);
      }
      return part(Part.PROPERTIES, name, key, span);
    }
    return listing(span);
  }

  private void refuseByName() {
    SourceSpan where = words.place();
    for (String object : Set.of("GRANTS", "GRANT", "PROCEDURES", "VOLUMES", "LOCKS")) {
      if (words.skip(object)) {
        throw new ProjectException(
            SqlProblems.notSupported(
                "SHOW " + object, "SHOW TABLES, VIEWS, FUNCTIONS and SCHEMAS work.", where));
      }
    }
    if (words.upcoming().equals("TABLE") && words.hasWord("EXTENDED")) {
      throw new ProjectException(
          SqlProblems.notSupported(
              "SHOW TABLE EXTENDED", "Write DESCRIBE EXTENDED for each table.", where));
    }
  }

  private SqlCommand columns(SourceSpan span) {
    words.takeOneOf("IN", "FROM");
    TableName name = words.name();
    if (words.skip("IN") || words.skip("FROM")) {
      TableName schema = words.schemaName();
      name = new TableName(schema.catalog(), schema.schema(), name.table());
    }
    return part(Part.COLUMNS, name, Optional.empty(), span);
  }

  private SqlCommand part(Part part, TableName name, Optional<String> key, SourceSpan span) {
    return ended(new SqlCommand.ShowPart(part, name, key, span));
  }

  private SqlCommand listing(SourceSpan span) {
    words.skip("USER");
    Listing listing =
        switch (words.takeOneOf(
            "TABLES",
            "VIEWS",
            "FUNCTIONS",
            "SCHEMAS",
            "DATABASES",
            "CATALOGS",
            "COLUMNS",
            "PARTITIONS",
            "CREATE",
            "TBLPROPERTIES")) {
          case "TABLES" -> Listing.TABLES;
          case "VIEWS" -> Listing.VIEWS;
          case "FUNCTIONS" -> Listing.FUNCTIONS;
          case "CATALOGS" -> Listing.CATALOGS;
          default -> Listing.SCHEMAS;
        };
    TableName where = words.currentSchema();
    if (words.skip("IN") || words.skip("FROM")) {
      where = listing == Listing.SCHEMAS ? words.catalogName() : words.schemaName();
    }
    words.skip("LIKE");
    Optional<String> pattern = words.isAtEnd() ? Optional.empty() : Optional.of(words.string());
    return ended(new SqlCommand.Show(listing, where.catalog(), where.schema(), pattern, span));
  }

  private SqlCommand ended(SqlCommand command) {
    words.end();
    return command;
  }
}
