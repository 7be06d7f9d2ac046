/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.ColumnDefinition;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.SqlFunction;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/** A statement of a SQL session: one that is run at once, outside any pipeline file. */
public sealed interface SqlCommand {
  /** The statement in what was typed. */
  SourceSpan where();

  /** A query; its rows are the answer. */
  record Query(SqlText text) implements SqlCommand {
    @Override
    public SourceSpan where() {
      return text.span();
    }
  }

  /** INSERT, UPDATE, DELETE or MERGE. */
  record Change(SqlText text) implements SqlCommand {
    @Override
    public SourceSpan where() {
      return text.span();
    }
  }

  /** EXPLAIN of a query. */
  record Explain(SqlText text) implements SqlCommand {
    @Override
    public SourceSpan where() {
      return text.span();
    }
  }

  /** What DESCRIBE can tell of something. */
  enum Facts {
    COLUMNS,
    EXTENDED,
    HISTORY,
    DETAIL,
    FUNCTION,
    SCHEMA
  }

  /**
   * @param name of a schema the last part is empty
   * @param column tells of one column only
   */
  record Describe(Facts facts, TableName name, Optional<String> column, SourceSpan where)
      implements SqlCommand {}

  /** What SHOW can list. */
  enum Listing {
    TABLES,
    VIEWS,
    FUNCTIONS,
    SCHEMAS,
    CATALOGS
  }

  /**
   * @param pattern of LIKE, where {@code *} and {@code %} stand for anything and {@code |} for or
   */
  record Show(
      Listing listing, String catalog, String schema, Optional<String> pattern, SourceSpan where)
      implements SqlCommand {}

  /** What SHOW can tell of one table. */
  enum Part {
    COLUMNS,
    PROPERTIES,
    STATEMENT
  }

  record ShowPart(Part part, TableName name, SourceSpan where) implements SqlCommand {}

  /**
   * A table that no pipeline owns.
   *
   * @param query its first rows; without it the table is empty
   */
  record CreateTable(
      Dataset table, Optional<SqlText> query, boolean replace, boolean ifAbsent, SourceSpan where)
      implements SqlCommand {}

  /**
   * @param isTemporary known in this session only, by the last part of its name
   */
  record CreateView(
      Dataset view,
      SqlText query,
      boolean isTemporary,
      boolean replace,
      boolean ifAbsent,
      SourceSpan where)
      implements SqlCommand {}

  /**
   * @param added new columns; empty if the statement asks for something else
   */
  record AlterTable(TableName name, List<ColumnDefinition> added, SourceSpan where)
      implements SqlCommand {}

  record Truncate(TableName name, SourceSpan where) implements SqlCommand {}

  record CreateFunction(SqlFunction function, boolean replace, boolean ifAbsent, SourceSpan where)
      implements SqlCommand {}

  record DropFunction(TableName name, boolean ifExists, SourceSpan where) implements SqlCommand {}

  record DropTable(TableName name, boolean ifExists, SourceSpan where) implements SqlCommand {}

  record Undrop(TableName name, SourceSpan where) implements SqlCommand {}

  /** Brings a dataset of the pipeline up to date. */
  record Refresh(TableName name, boolean full, Optional<SqlText> condition, SourceSpan where)
      implements SqlCommand {}

  /** USE or SET, which has taken effect already. */
  record Setting(SourceSpan where) implements SqlCommand {}
}
