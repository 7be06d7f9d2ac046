/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.language.sql.DatasetKindReader.Kind;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ApplyChangesContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.AutoCdcBodyContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.AutoCdcFlowContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.BodyContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.CreateDatasetContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.CreateFlowContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.CreateFunctionContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.FlowActionContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.InsertBodyContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.InsertFlowContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.QueryBodyContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.QueryContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ReplaceBodyContext;
import io.lakeward.language.sql.grammar.PipelineSqlParser.ReplaceFlowContext;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.AutoCdc;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.FlowKind;
import io.lakeward.model.pipeline.FunctionDefinition;
import io.lakeward.model.pipeline.Replacement;
import io.lakeward.model.pipeline.SqlFunction;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;

/** Turns the trees of one file's CREATE statements into datasets and flows. */
final class DeclarationBuilder {
  private final List<Dataset> datasets = new ArrayList<>();
  private final List<Flow> flows = new ArrayList<>();
  private final List<FunctionDefinition> functions = new ArrayList<>();
  private boolean isComplete = true;

  /** Notes that a statement which should have declared something could not be read. */
  void lostDeclaration() {
    isComplete = false;
  }

  SqlDeclarations build() {
    return new SqlDeclarations(datasets, flows, functions, isComplete);
  }

  void addDataset(CreateDatasetContext create, StatementPieces pieces) {
    Optional<Kind> kind = new DatasetKindReader(pieces).read(create);
    Optional<TableName> name = pieces.tableName(create.name());
    if (kind.isEmpty() || name.isEmpty()) {
      lostDeclaration();
      return;
    }
    ColumnListReader columns = new ColumnListReader(pieces, kind.get().kind());
    if (create.columnList() != null) {
      columns.read(create.columnList());
    }
    ClauseReader clauses = new ClauseReader(pieces, kind.get().kind());
    create.clause().forEach(clauses::read);
    Dataset dataset =
        new Dataset(
                kind.get().kind(),
                name.get(),
                columns.columns(),
                columns.expectations(),
                clauses.comment(),
                clauses.properties(),
                clauses.partitionColumns(),
                clauses.clusterColumns(),
                kind.get().isPrivate(),
                pieces.span(create.name()),
                clauses.rowFilter())
            .withKeys(columns.keys(name.get().table()));
    datasets.add(dataset);
    checkView(dataset, columns, create, pieces);
    addBody(dataset, create.body(), pieces, create);
  }

  void addFunction(CreateFunctionContext create, StatementPieces pieces) {
    Optional<SqlFunction> function = new FunctionReader(pieces).read(create);
    function.ifPresentOrElse(
        f -> functions.add(new FunctionDefinition(f, pieces.span(create.name()))),
        this::lostDeclaration);
  }

  private static void checkView(
      Dataset dataset,
      ColumnListReader columns,
      CreateDatasetContext create,
      StatementPieces pieces) {
    if (dataset.kind() == DatasetKind.VIEW) {
      columns
          .expectationPlaces()
          .forEach(
              (name, where) -> pieces.problems().add(SqlProblems.expectationOnView(name, where)));
    }
    boolean isShort =
        pieces
            .nameParts(create.name())
            .map(p -> p.size() == 1 || (p.size() == 2 && p.get(0).equalsIgnoreCase("live")))
            .orElse(true);
    if (dataset.kind() == DatasetKind.TEMPORARY_VIEW && !isShort) {
      pieces
          .problems()
          .add(SqlProblems.temporaryViewName(pieces.written(create.name()), dataset.where()));
    }
  }

  private void addBody(
      Dataset dataset,
      @Nullable BodyContext body,
      StatementPieces pieces,
      CreateDatasetContext create) {
    boolean takesFlows = dataset.kind().isFilledByFlows();
    if (body == null) {
      if (!takesFlows) {
        int end = pieces.text().text().length();
        SourceSpan where = pieces.text().span(end, end);
        String name = pieces.written(create.name());
        lose(pieces, SqlProblems.queryMissing(dataset.kind().toString(), name, where));
      }
    } else if (body instanceof QueryBodyContext as) {
      addOwnFlow(dataset, ownKind(dataset.kind()), as.query(), pieces);
    } else if (!takesFlows) {
      String kind = dataset.kind().toString();
      lose(pieces, SqlProblems.flowClauseNotHere(kind, pieces.span(body.getStart())));
    } else if (body instanceof InsertBodyContext insert) {
      FlowKind kind = insert.ONCE() == null ? FlowKind.APPEND : FlowKind.ONCE;
      addOwnFlow(dataset, kind, insert.query(), pieces);
    } else if (body instanceof AutoCdcBodyContext autoCdc) {
      addChangeFlow(
          dataset.name(),
          dataset.name(),
          autoCdc.ONCE(),
          autoCdc.FROM().getSymbol(),
          Optional.empty(),
          dataset.where(),
          pieces);
    } else if (body instanceof ReplaceBodyContext replace) {
      addReplaceFlow(
          dataset.name(),
          dataset.name(),
          new ReplacementReader(pieces, replace.REPLACE().getSymbol(), false),
          Optional.empty(),
          dataset.where());
    }
  }

  private void addOwnFlow(
      Dataset dataset, FlowKind kind, QueryContext query, StatementPieces pieces) {
    flows.add(
        new Flow(
            kind,
            dataset.name(),
            dataset.name(),
            pieces.sql(query),
            Optional.empty(),
            dataset.where()));
  }

  private static FlowKind ownKind(DatasetKind kind) {
    return switch (kind) {
      case STREAMING_TABLE, TABLE -> FlowKind.APPEND;
      case MATERIALIZED_VIEW -> FlowKind.REFRESH;
      case TEMPORARY_VIEW, VIEW -> FlowKind.VIEW;
    };
  }

  void addFlow(CreateFlowContext create, StatementPieces pieces) {
    FlowActionContext action = create.flowAction();
    if (action instanceof AutoCdcFlowContext autoCdc) {
      Optional<TableName> name = pieces.flowName(create.flow);
      Optional<TableName> target = pieces.tableName(autoCdc.target);
      if (name.isEmpty() || target.isEmpty()) {
        lostDeclaration();
        return;
      }
      addChangeFlow(
          name.get(),
          target.get(),
          autoCdc.ONCE(),
          autoCdc.FROM().getSymbol(),
          Optional.ofNullable(create.text()).map(pieces::string),
          pieces.span(create.flow),
          pieces);
    } else if (action instanceof InsertFlowContext insert) {
      Optional<TableName> name = pieces.flowName(create.flow);
      Optional<TableName> target = pieces.tableName(insert.target);
      if (name.isEmpty() || target.isEmpty()) {
        lostDeclaration();
        return;
      }
      flows.add(
          new Flow(
              insert.ONCE().isEmpty() ? FlowKind.APPEND : FlowKind.ONCE,
              name.get(),
              target.get(),
              pieces.sql(insert.query()),
              Optional.ofNullable(create.text()).map(pieces::string),
              pieces.span(create.flow)));
    } else if (action instanceof ReplaceFlowContext replace) {
      Optional<TableName> name = pieces.flowName(create.flow);
      Optional<TableName> target = pieces.tableName(replace.target);
      if (name.isEmpty() || target.isEmpty()) {
        lostDeclaration();
      } else if (!replace.ONCE().isEmpty()) {
        lose(pieces, SqlProblems.onceAndReplace(pieces.span(replace.ONCE(0).getSymbol())));
      } else {
        addReplaceFlow(
            name.get(),
            target.get(),
            new ReplacementReader(pieces, replace.REPLACE().getSymbol(), replace.NAME() != null),
            Optional.ofNullable(create.text()).map(pieces::string),
            pieces.span(create.flow));
      }
    }
  }

  private void addReplaceFlow(
      TableName name,
      TableName target,
      ReplacementReader reader,
      Optional<String> comment,
      SourceSpan where) {
    Optional<Replacement> replacement = reader.read();
    if (replacement.isEmpty()) {
      lostDeclaration();
      return;
    }
    flows.add(new Flow(name, target, reader.query(), comment, where, replacement.get()));
  }

  /** APPLY CHANGES INTO: a flow named as its target. */
  void addChanges(ApplyChangesContext changes, StatementPieces pieces) {
    Optional<TableName> target = pieces.tableName(changes.target);
    if (target.isEmpty()) {
      lostDeclaration();
      return;
    }
    addChangeFlow(
        target.get(),
        target.get(),
        changes.ONCE(),
        changes.FROM().getSymbol(),
        Optional.empty(),
        pieces.span(changes.target),
        pieces);
  }

  private void addChangeFlow(
      TableName name,
      TableName target,
      @Nullable TerminalNode once,
      Token from,
      Optional<String> comment,
      SourceSpan where,
      StatementPieces pieces) {
    AutoCdcReader reader = new AutoCdcReader(pieces, from);
    Optional<AutoCdc> changes = reader.read();
    if (changes.isEmpty()) {
      lostDeclaration();
      return;
    }
    if (once != null && reader.isSnapshot()) {
      lose(
          pieces,
          AutoCdcProblems.notTogether(
              "ONCE",
              AutoCdcReader.FROM_SNAPSHOT,
              "Remove ONCE. A snapshot that is the same as before changes nothing.",
              pieces.span(once.getSymbol())));
      return;
    }
    FlowKind kind =
        reader.isSnapshot()
            ? FlowKind.AUTO_CDC_SNAPSHOT
            : once == null ? FlowKind.AUTO_CDC : FlowKind.AUTO_CDC_ONCE;
    flows.add(new Flow(kind, name, target, reader.source(), comment, where, changes.get()));
  }

  private void lose(StatementPieces pieces, Problem problem) {
    pieces.problems().add(problem);
    lostDeclaration();
  }
}
