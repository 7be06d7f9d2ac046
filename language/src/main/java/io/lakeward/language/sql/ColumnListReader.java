/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnAttributeContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnCheckContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnCommentContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnDefaultContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnForeignKeyContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnGeneratedContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnIdentityContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnItemContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnListContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnMaskContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnPrimaryKeyContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ExpectationContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.GroupContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.IdentifierContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.KeyConstraintContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.NameContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.NestedContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.NotNullContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.RuleFileContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.TableCheckContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.TableKeyContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ViolationContext;
import io.lakeward.model.name.SqlQuoting;
import io.lakeward.model.pipeline.ColumnDefinition;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.Expectation;
import io.lakeward.model.pipeline.RowPolicy;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.pipeline.TableKey;
import io.lakeward.model.pipeline.ViolationAction;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads what stands in the parentheses after a dataset's name: columns, expectations, and keys,
 * which are informational.
 */
final class ColumnListReader {
  private final StatementPieces pieces;
  private final DatasetKind kind;
  private final List<ColumnDefinition> columns = new ArrayList<>();
  private final List<Expectation> expectations = new ArrayList<>();
  private final List<WrittenKey> keys = new ArrayList<>();
  private final Map<String, SourceSpan> columnPlaces = new HashMap<>();
  private final Map<String, SourceSpan> expectationPlaces = new HashMap<>();

  private record WrittenKey(
      Optional<String> name, List<String> columns, Optional<TableKey.Reference> references) {}

  ColumnListReader(StatementPieces pieces, DatasetKind kind) {
    this.pieces = pieces;
    this.kind = kind;
  }

  List<ColumnDefinition> columns() {
    return columns;
  }

  List<Expectation> expectations() {
    return expectations;
  }

  /** The keys, those without a name called after their tables. */
  List<TableKey> keys(String table) {
    Map<String, TableKey> named = new LinkedHashMap<>();
    for (WrittenKey key : keys) {
      String given =
          key.name()
              .orElseGet(
                  () ->
                      key.references()
                          .map(other -> table + "_" + other.table().table() + "_fk")
                          .orElse(table + "_pk"));
      String name = given;
      for (int i = 2; named.containsKey(name.toLowerCase(Locale.ROOT)); i++) {
        name = given + "_" + i;
      }
      named.put(name.toLowerCase(Locale.ROOT), new TableKey(name, key.columns(), key.references()));
    }
    return List.copyOf(named.values());
  }

  /** Places of the expectations by their lower-case names, in no order. */
  Map<String, SourceSpan> expectationPlaces() {
    return expectationPlaces;
  }

  void read(ColumnListContext list) {
    for (ColumnItemContext item : list.columnItem()) {
      if (item instanceof ColumnContext column) {
        readColumn(column);
      } else if (item instanceof ExpectationContext expectation) {
        readExpectation(expectation);
      } else if (item instanceof RuleFileContext file) {
        readRuleFile(file);
      } else if (item instanceof TableCheckContext check) {
        refuseCheck(pieces.span(check.otherConstraint()));
      }
    }
    for (ColumnItemContext item : list.columnItem()) {
      if (item instanceof TableKeyContext key) {
        readKey(key);
      }
    }
  }

  private void readKey(TableKeyContext key) {
    KeyConstraintContext written = key.keyConstraint();
    List<String> own = names(written.group(0));
    if (written.PRIMARY() != null) {
      checkKey(written);
    }
    addKey(key.identifier(), own, written.name(), written.group(1));
  }

  private void addKey(
      @Nullable IdentifierContext name,
      List<String> columns,
      @Nullable NameContext other,
      @Nullable GroupContext otherColumns) {
    keys.add(
        new WrittenKey(
            Optional.ofNullable(name).map(pieces::identifier),
            columns,
            Optional.ofNullable(other)
                .flatMap(pieces::tableName)
                .map(
                    table ->
                        new TableKey.Reference(
                            table, otherColumns == null ? List.of() : names(otherColumns)))));
  }

  /** The words after the parenthesis and the commas; others, such as TIMESERIES, describe them. */
  private static List<String> names(GroupContext group) {
    List<String> names = new ArrayList<>();
    boolean isNext = true;
    for (NestedContext part : group.nested()) {
      boolean isComma = part.getText().equals(",");
      if (isNext && !isComma) {
        names.add(SqlLiterals.identifierValue(part.getText()));
      }
      isNext = isComma;
    }
    return names;
  }

  /** The columns of a primary key have to be declared NOT NULL by hand. */
  private void checkKey(KeyConstraintContext key) {
    for (NestedContext part : key.group(0).nested()) {
      String name = SqlLiterals.identifierValue(part.getText());
      columns.stream()
          .filter(column -> column.name().equalsIgnoreCase(name) && column.nullable())
          .forEach(
              column ->
                  pieces
                      .problems()
                      .add(SqlProblems.keyColumnNullable(column.name(), column.where())));
    }
  }

  private void readColumn(ColumnContext column) {
    String name = pieces.identifier(column.identifier());
    SourceSpan where = pieces.span(column.identifier());
    SourceSpan first = columnPlaces.putIfAbsent(name.toLowerCase(Locale.ROOT), where);
    if (first != null) {
      pieces.problems().add(SqlProblems.duplicateColumn(name, where, first));
    }
    boolean nullable = true;
    Optional<String> comment = Optional.empty();
    Optional<ColumnDefinition.ColumnValue> value = Optional.empty();
    Optional<RowPolicy.PolicyCall> mask = Optional.empty();
    Optional<ColumnDefinition.Numbering> numbering = Optional.empty();
    for (ColumnAttributeContext attribute : column.columnAttribute()) {
      if (attribute instanceof NotNullContext) {
        nullable = false;
      } else if (attribute instanceof ColumnCommentContext written) {
        comment = Optional.of(pieces.string(written.text()));
      } else if (attribute instanceof ColumnDefaultContext written) {
        value = defaultValue(written);
        nullable &= !endsWithNotNull(written);
      } else if (attribute instanceof ColumnGeneratedContext written) {
        value = Optional.of(generated(written));
      } else if (attribute instanceof ColumnMaskContext written) {
        mask =
            pieces.policy(
                written.name(), written.argumentList(), List.of(SqlQuoting.quoteIfNeeded(name)));
      } else if (attribute instanceof ColumnIdentityContext written) {
        numbering = IdentityReader.read(written, column, kind, pieces);
      } else if (attribute instanceof ColumnPrimaryKeyContext written) {
        addKey(written.identifier(), List.of(name), null, null);
      } else if (attribute instanceof ColumnForeignKeyContext written) {
        addKey(written.identifier(), List.of(name), written.name(), written.group());
      } else {
        refuseUnsupported(attribute);
      }
    }
    Optional<String> type = Optional.ofNullable(column.dataType()).map(pieces::written);
    columns.add(new ColumnDefinition(name, type, nullable, comment, where, value, mask, numbering));
  }

  private Optional<ColumnDefinition.ColumnValue> defaultValue(ColumnDefaultContext written) {
    if (kind == DatasetKind.MATERIALIZED_VIEW) {
      pieces
          .problems()
          .add(SqlProblems.valueNotOnView(kind, "DEFAULT values", pieces.span(written)));
      return Optional.empty();
    }
    int start = written.defaultValue(0).getStart().getStartIndex();
    int last = written.defaultValue().size() - (endsWithNotNull(written) ? 3 : 1);
    int end = written.defaultValue(last).getStop().getStopIndex() + 1;
    return Optional.of(new ColumnDefinition.ColumnValue(pieces.sql(start, end), false));
  }

  /**
   * {@code DEFAULT 1 NOT NULL}, where the words are the column's, unlike in {@code x IS NOT NULL}.
   */
  private static boolean endsWithNotNull(ColumnDefaultContext written) {
    int words = written.defaultValue().size();
    return words > 2
        && isWord(written, words - 2, "NOT")
        && isWord(written, words - 1, "NULL")
        && !isWord(written, words - 3, "IS");
  }

  private static boolean isWord(ColumnDefaultContext written, int index, String word) {
    return written.defaultValue(index).getText().equalsIgnoreCase(word);
  }

  private ColumnDefinition.ColumnValue generated(ColumnGeneratedContext written) {
    int start = written.group().LEFT_PAREN().getSymbol().getStopIndex() + 1;
    int end = written.group().RIGHT_PAREN().getSymbol().getStartIndex();
    return new ColumnDefinition.ColumnValue(pieces.sql(start, end), true);
  }

  private void readExpectation(ExpectationContext expectation) {
    String name = pieces.identifier(expectation.identifier());
    SourceSpan where = pieces.span(expectation.identifier());
    SourceSpan first = expectationPlaces.putIfAbsent(name.toLowerCase(Locale.ROOT), where);
    if (first != null) {
      pieces.problems().add(SqlProblems.duplicateExpectation(name, where, first));
    }
    expectations.add(
        new Expectation(
            name, pieces.sql(expectation.condition()), action(expectation.violation())));
  }

  /** The file's rules stand here as if they were written here, with their places in the file. */
  private void readRuleFile(RuleFileContext file) {
    SourceSpan where = pieces.span(file.text());
    for (RuleFiles.Rule rule :
        pieces.rules().load(pieces.string(file.text()), where, pieces.problems())) {
      SourceSpan first =
          expectationPlaces.putIfAbsent(rule.name().toLowerCase(Locale.ROOT), rule.where());
      if (first != null) {
        pieces.problems().add(SqlProblems.duplicateExpectation(rule.name(), where, first));
      }
      SqlText condition =
          new SqlText(
              rule.where(),
              rule.condition(),
              pieces.scope().catalog(),
              pieces.scope().schema(),
              pieces.scope().conf());
      expectations.add(new Expectation(rule.name(), condition, rule.action()));
    }
  }

  private static ViolationAction action(@Nullable ViolationContext violation) {
    if (violation == null) {
      return ViolationAction.WARN;
    }
    if (violation.QUARANTINE() != null) {
      return ViolationAction.QUARANTINE;
    }
    return violation.DROP() != null ? ViolationAction.DROP_ROW : ViolationAction.FAIL_UPDATE;
  }

  private void refuseUnsupported(ColumnAttributeContext attribute) {
    SourceSpan where = pieces.span(attribute);
    if (attribute instanceof ColumnCheckContext) {
      refuseCheck(where);
    }
  }

  private void refuseCheck(SourceSpan where) {
    refuse("A CHECK or UNIQUE constraint", "Use CONSTRAINT name EXPECT (condition).", where);
  }

  private void refuse(String what, String fix, SourceSpan where) {
    pieces.problems().add(SqlProblems.notSupported(what, fix, where));
  }
}
