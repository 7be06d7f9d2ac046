/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.SqlCommand.Alteration;
import io.lakeward.language.sql.SqlCommand.NamedKind;
import io.lakeward.language.sql.grammar.PipelineSqlLexer;
import io.lakeward.language.sql.grammar.PipelineSqlParser.CreateDatasetContext;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.ColumnDefinition;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads {@code ALTER TABLE}, {@code STREAMING TABLE}, {@code MATERIALIZED VIEW} and {@code VIEW}.
 */
final class AlterReader {
  private final CommandWords words;
  private final MappedText text;
  private final FileScope scope;
  private final Problems problems;

  AlterReader(CommandWords words, MappedText text, FileScope scope, Problems problems) {
    this.words = words;
    this.text = text;
    this.scope = scope;
    this.problems = problems;
  }

  SqlCommand read(SourceSpan span) {
    SourceSpan verb = words.place();
    words.take("ALTER");
    NamedKind kind =
        words.kind().orElseThrow(() -> new ProjectException(SqlProblems.alterNotAllowed(verb)));
    TableName name = words.name();
    return new SqlCommand.Alter(kind, name, alteration(), span);
  }

  private Alteration alteration() {
    SourceSpan where = words.place();
    if (words.isAtEnd()) {
      throw words.wrong("what to change, such as SET TAGS or ALTER COLUMN");
    }
    if (words.skip("ADD")) {
      return added(where);
    }
    if (words.skip("ALTER") || words.skip("CHANGE")) {
      refuseSchedules(where);
      words.skip("COLUMN");
      return ofColumn();
    }
    if (words.skip("SET")) {
      return set(Optional.empty());
    }
    if (words.skip("UNSET")) {
      return unset(Optional.empty());
    }
    if (words.skip("DROP")) {
      refuseSchedules(where);
      if (words.skip("ROW")) {
        words.take("FILTER");
        words.end();
        return new Alteration.RowFilter(Optional.empty());
      }
    }
    return new Alteration.Other();
  }

  private Alteration added(SourceSpan where) {
    refuseSchedules(where);
    return words.skip("COLUMNS") || words.skip("COLUMN")
        ? new Alteration.AddColumns(columns())
        : new Alteration.Other();
  }

  private void refuseSchedules(SourceSpan where) {
    if (words.skip("SCHEDULE")) {
      throw refused("SCHEDULE", "Start the pipeline on a schedule.", where);
    }
    if (words.skip("TRIGGER")) {
      throw refused("TRIGGER ON UPDATE", "Run the pipeline continuously.", where);
    }
  }

  private static ProjectException refused(String what, String fix, SourceSpan where) {
    return new ProjectException(SqlProblems.notSupported(what, fix, where));
  }

  private Alteration ofColumn() {
    SourceSpan where = words.place();
    String column = words.identifier();
    if (words.isNext(PipelineSqlLexer.DOT)) {
      throw refused("ALTER COLUMN of a field inside a column", "Name a whole column.", where);
    }
    if (words.skip("COMMENT")) {
      return comments(column);
    }
    if (words.skip("SET")) {
      return set(Optional.of(column));
    }
    if (words.skip("UNSET")) {
      return unset(Optional.of(column));
    }
    if (words.skip("DROP") && words.skip("MASK")) {
      words.end();
      return new Alteration.Mask(column, Optional.empty());
    }
    return new Alteration.Other();
  }

  /** {@code a COMMENT 'x', b COMMENT 'y'}. */
  private Alteration comments(String first) {
    Map<String, String> comments = new LinkedHashMap<>();
    comments.put(first, words.string());
    while (words.skip(PipelineSqlLexer.COMMA)) {
      String column = words.identifier();
      words.take("COMMENT");
      comments.put(column, words.string());
    }
    words.end();
    return new Alteration.CommentColumns(comments);
  }

  private Alteration set(Optional<String> column) {
    if (words.skip("TAGS")) {
      return new Alteration.SetTags(column, tags());
    }
    if (column.isPresent()) {
      return words.isNext(PipelineSqlLexer.MASK) ? mask(column.get()) : new Alteration.Other();
    }
    if (words.isNext(PipelineSqlLexer.ROW)) {
      return new Alteration.RowFilter(clauses().rowFilter());
    }
    return words.isNext(PipelineSqlLexer.TBLPROPERTIES)
        ? new Alteration.SetProperties(Map.copyOf(clauses().properties()))
        : new Alteration.Other();
  }

  private ClauseReader clauses() {
    MappedText create = rewritten("CREATE TABLE t (c INT) ", "");
    ClauseReader clauses = new ClauseReader(pieces(create), DatasetKind.TABLE);
    parsed(create).clause().forEach(clauses::read);
    problems.throwIfAny();
    return clauses;
  }

  private Alteration mask(String column) {
    String quoted = "`" + column.replace("`", "``") + "`";
    return new Alteration.Mask(
        column, columns("CREATE TABLE t (" + quoted + " INT ", "\n)").get(0).mask());
  }

  private Alteration unset(Optional<String> column) {
    if (!words.skip("TAGS")) {
      return new Alteration.Other();
    }
    List<String> names = new ArrayList<>();
    words.take(PipelineSqlLexer.LEFT_PAREN);
    do {
      names.add(words.string());
    } while (words.skip(PipelineSqlLexer.COMMA));
    words.take(PipelineSqlLexer.RIGHT_PAREN);
    words.end();
    return new Alteration.UnsetTags(column, names);
  }

  /** {@code ('a' = 'b', 'c')}. */
  private Map<String, String> tags() {
    Map<String, String> tags = new LinkedHashMap<>();
    words.take(PipelineSqlLexer.LEFT_PAREN);
    do {
      String name = words.string();
      tags.put(name, words.skip(PipelineSqlLexer.EQ) ? words.string() : "");
    } while (words.skip(PipelineSqlLexer.COMMA));
    words.take(PipelineSqlLexer.RIGHT_PAREN);
    words.end();
    return tags;
  }

  private List<ColumnDefinition> columns() {
    boolean isList = words.isNext(PipelineSqlLexer.LEFT_PAREN);
    return columns("CREATE TABLE t " + (isList ? "" : "("), isList ? "" : "\n)");
  }

  private List<ColumnDefinition> columns(String before, String after) {
    MappedText create = rewritten(before, after);
    ColumnListReader reader = new ColumnListReader(pieces(create), DatasetKind.TABLE);
    reader.read(parsed(create).columnList());
    problems.throwIfAny();
    return reader.columns();
  }

  /** The rest of the statement as a part of another, so that there is one way to write it. */
  private MappedText rewritten(String before, String after) {
    int end = text.text().length();
    String rest = text.text().substring(words.offset());
    List<MappedText.Replacement> replacements = new ArrayList<>();
    replacements.add(new MappedText.Replacement(0, words.offset(), before));
    if (!after.isEmpty()) {
      String last = rest.substring(rest.length() - 1);
      replacements.add(new MappedText.Replacement(end - 1, end, last + after));
    }
    return text.with(replacements);
  }

  private CreateDatasetContext parsed(MappedText create) {
    return (CreateDatasetContext)
        new PipelineStatementParser(problems)
            .parse(StatementKind.DATASET, create)
            .orElseThrow(() -> new ProjectException(problems.sorted()));
  }

  private StatementPieces pieces(MappedText create) {
    return new StatementPieces(create, scope, problems);
  }
}
