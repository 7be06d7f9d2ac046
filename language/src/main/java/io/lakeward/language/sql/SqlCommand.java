/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.ColumnDefinition;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.RowPolicy;
import io.lakeward.model.pipeline.SqlFunction;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.source.SourceSpan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

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
   * @param limit of a history
   */
  record Describe(
      Facts facts, TableName name, Optional<String> column, OptionalInt limit, SourceSpan where)
      implements SqlCommand {}

  /** Tells the columns of a query, which is not run. */
  record DescribeQuery(SqlText text) implements SqlCommand {
    @Override
    public SourceSpan where() {
      return text.span();
    }
  }

  /** Tells catalog and schema of names that do not say theirs. */
  record ShowNamespace(String catalog, String schema, SourceSpan where) implements SqlCommand {}

  /**
   * Tells settings.
   *
   * @param key one of them; without it all that are set
   */
  record ShowSettings(Optional<String> key, Map<String, String> settings, SourceSpan where)
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
    PARTITIONS,
    PROPERTIES,
    STATEMENT
  }

  /**
   * @param key of one property
   */
  record ShowPart(Part part, TableName name, Optional<String> key, SourceSpan where)
      implements SqlCommand {}

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

  /** Which kind of table or view a statement names. */
  enum NamedKind {
    TABLE,
    STREAMING_TABLE,
    MATERIALIZED_VIEW,
    VIEW
  }

  record Alter(NamedKind kind, TableName name, Alteration alteration, SourceSpan where)
      implements SqlCommand {}

  /** What an ALTER asks for. */
  sealed interface Alteration {
    record AddColumns(List<ColumnDefinition> columns) implements Alteration {}

    /**
     * @param comments by column
     */
    record CommentColumns(Map<String, String> comments) implements Alteration {}

    /** Without a call the column has no mask any more. */
    record Mask(String column, Optional<RowPolicy.PolicyCall> call) implements Alteration {}

    /** Without a call there is no row filter any more. */
    record RowFilter(Optional<RowPolicy.PolicyCall> call) implements Alteration {}

    /**
     * @param column of a column, not of the table
     */
    record SetTags(Optional<String> column, Map<String, String> tags) implements Alteration {}

    record UnsetTags(Optional<String> column, List<String> names) implements Alteration {}

    record SetProperties(Map<String, String> properties) implements Alteration {}

    /** Something that is not done to a table of a pipeline. */
    record Other() implements Alteration {}
  }

  record Truncate(TableName name, SourceSpan where) implements SqlCommand {}

  /** What VACUUM does with the files that it finds. */
  enum VacuumMode {
    DELETE,
    DRY_RUN
  }

  /**
   * Deletes files that are in no version of a table any more.
   *
   * @param retention older versions than that are given up; empty for the table's own
   * @param isShortAllowed it may be less than the table's own
   */
  record Vacuum(
      TableName name,
      Optional<Duration> retention,
      boolean isShortAllowed,
      VacuumMode mode,
      SourceSpan where)
      implements SqlCommand {}

  record CreateFunction(SqlFunction function, boolean replace, boolean ifAbsent, SourceSpan where)
      implements SqlCommand {}

  record DropFunction(TableName name, boolean ifExists, SourceSpan where) implements SqlCommand {}

  record DropTable(TableName name, boolean ifExists, SourceSpan where) implements SqlCommand {}

  record Undrop(TableName name, SourceSpan where) implements SqlCommand {}

  /**
   * Brings a dataset of the pipeline up to date.
   *
   * @param waits not with ASYNC
   */
  record Refresh(
      NamedKind kind,
      TableName name,
      boolean full,
      Optional<SqlText> condition,
      boolean waits,
      SourceSpan where)
      implements SqlCommand {}

  /** USE or SET, which has taken effect already. */
  record Setting(SourceSpan where) implements SqlCommand {}
}
