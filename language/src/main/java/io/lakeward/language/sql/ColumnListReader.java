/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnAttributeContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnCheckContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnCommentContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnDefaultContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnGeneratedContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnIdentityContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnItemContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnListContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ColumnMaskContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ExpectationContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.NotNullContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.TableCheckContext;
import io.lakeward.model.pipeline.ColumnDefinition;
import io.lakeward.model.pipeline.Expectation;
import io.lakeward.model.pipeline.ViolationAction;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads what stands in the parentheses after a dataset's name: columns and expectations. Primary
 * and foreign keys are informational in Lakeflow too, so they are accepted and dropped.
 */
final class ColumnListReader {
  private final StatementPieces pieces;
  private final List<ColumnDefinition> columns = new ArrayList<>();
  private final List<Expectation> expectations = new ArrayList<>();
  private final Map<String, SourceSpan> columnPlaces = new HashMap<>();
  private final Map<String, SourceSpan> expectationPlaces = new HashMap<>();

  ColumnListReader(StatementPieces pieces) {
    this.pieces = pieces;
  }

  List<ColumnDefinition> columns() {
    return columns;
  }

  List<Expectation> expectations() {
    return expectations;
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
      } else if (item instanceof TableCheckContext check) {
        refuseCheck(pieces.span(check.otherConstraint()));
      }
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
    for (ColumnAttributeContext attribute : column.columnAttribute()) {
      if (attribute instanceof NotNullContext) {
        nullable = false;
      } else if (attribute instanceof ColumnCommentContext written) {
        comment = Optional.of(pieces.string(written.text()));
      } else {
        refuseUnsupported(attribute);
      }
    }
    Optional<String> type = Optional.ofNullable(column.dataType()).map(pieces::written);
    columns.add(new ColumnDefinition(name, type, nullable, comment, where));
  }

  private void readExpectation(ExpectationContext expectation) {
    String name = pieces.identifier(expectation.identifier());
    SourceSpan where = pieces.span(expectation.identifier());
    SourceSpan first = expectationPlaces.putIfAbsent(name.toLowerCase(Locale.ROOT), where);
    if (first != null) {
      pieces.problems().add(SqlProblems.duplicateExpectation(name, where, first));
    }
    ViolationAction action = ViolationAction.WARN;
    if (expectation.violation() != null) {
      action =
          expectation.violation().DROP() != null
              ? ViolationAction.DROP_ROW
              : ViolationAction.FAIL_UPDATE;
    }
    expectations.add(new Expectation(name, pieces.sql(expectation.condition()), action));
  }

  private void refuseUnsupported(ColumnAttributeContext attribute) {
    SourceSpan where = pieces.span(attribute);
    if (attribute instanceof ColumnDefaultContext) {
      refuse("A DEFAULT value of a column", "Write coalesce(column, value) in the query.", where);
    } else if (attribute instanceof ColumnIdentityContext) {
      refuse("An IDENTITY column", "Take a key from the data, or hash its columns.", where);
    } else if (attribute instanceof ColumnGeneratedContext) {
      refuse("A GENERATED column", "Compute the column in the query.", where);
    } else if (attribute instanceof ColumnMaskContext) {
      refuse("A column MASK", "Mask the column in the query of a view.", where);
    } else if (attribute instanceof ColumnCheckContext) {
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
