/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.sql;

import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.analysis.query.AnalyzedQuery;
import io.lakeward.analysis.query.FailurePlaces;
import io.lakeward.analysis.query.QueryAnalyzer;
import io.lakeward.engine.catalog.TableNotes;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.executor.QueryResult;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.flow.BatchInput;
import io.lakeward.engine.state.PipelineLock;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.language.sql.CommandReader;
import io.lakeward.language.sql.SqlCommand;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.DidYouMean;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceFile;
import io.lakeward.model.source.SourceSpan;
import io.lakeward.tables.DeltaTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** Runs statements one after another. {@code USE} and {@code SET} hold for those that follow. */
public final class SqlSession {
  private final CommandReader reader;
  private final TemporaryViews temporary = new TemporaryViews();

  /** What a statement works with whose work outlives the session. */
  private final SessionTools lasting;

  private final SessionTools tools;
  private final TableFacts facts;
  private int statementsRun;

  public SqlSession(PipelineSettings settings, SessionTools tools) {
    this.reader = new CommandReader(settings);
    this.lasting = tools;
    this.tools = temporary.addTo(tools);
    this.facts = new TableFacts(this.tools, temporary);
  }

  /** Catalog and schema of names that do not say theirs. */
  public String current() {
    return reader.current();
  }

  /** Names of tables, views and their columns, for a prompt to complete. */
  public List<String> completions() {
    TreeSet<String> words = new TreeSet<>();
    for (TableName name : tools.warehouse().tables()) {
      words.add(name.table());
      words.add(name.quoted());
      for (String column : facts.columnsOf(name)) {
        words.add(column);
      }
    }
    tools.views().all().forEach(view -> words.add(view.name().table()));
    words.addAll(temporary.names());
    return List.copyOf(words);
  }

  /**
   * Runs all statements of a text, up to the first that fails.
   *
   * @param limit at most this many rows of each query
   * @param results receives the rows of each statement that has some
   */
  public void run(String sql, int limit, Consumer<QueryResult> results) {
    statementsRun = 0;
    for (SqlCommand command : reader.read(new SourceFile("<query>", sql))) {
      run(command, limit).ifPresent(results);
      statementsRun++;
    }
  }

  /** How many statements of the last text were run to their end. */
  public int statementsRun() {
    return statementsRun;
  }

  private Optional<QueryResult> run(SqlCommand command, int limit) {
    if (command instanceof SqlCommand.Query query) {
      return Optional.of(query(query.text(), limit));
    } else if (command instanceof SqlCommand.Explain explain) {
      return Optional.of(explain(explain.text()));
    } else if (command instanceof SqlCommand.Change change) {
      try (PipelineLock lock = tools.lock().get()) {
        return Optional.of(new RowChanges(tools).run(change.text()));
      }
    } else if (command instanceof SqlCommand.Describe describe) {
      return Optional.of(at(describe.where(), () -> facts.describe(describe)));
    } else if (command instanceof SqlCommand.Show show) {
      return Optional.of(new Listings(tools, temporary).list(show));
    } else if (command instanceof SqlCommand.ShowPart show) {
      return Optional.of(at(show.where(), () -> facts.show(show)));
    } else if (command instanceof SqlCommand.DescribeQuery describe) {
      return Optional.of(TableFacts.columns(analyzed(describe.text()).schema()));
    } else if (command instanceof SqlCommand.ShowNamespace show) {
      return Optional.of(
          new Rows("catalog STRING, namespace STRING").add(show.catalog(), show.schema()).result());
    } else if (command instanceof SqlCommand.ShowSettings show) {
      return Optional.of(Listings.settings(show));
    } else if (command instanceof SqlCommand.CreateFunction create) {
      createFunction(create);
    } else if (command instanceof SqlCommand.DropFunction drop) {
      if (!tools.functions().remove(drop.name()) && !drop.ifExists()) {
        throw new ProjectException(noFunction(drop.name(), drop.where()));
      }
    } else if (command instanceof SqlCommand.CreateTable create) {
      underLock(() -> new FreeTables(tools).create(create));
    } else if (command instanceof SqlCommand.CreateView create) {
      createView(create);
    } else if (command instanceof SqlCommand.Alter alter) {
      underLock(() -> new TableAlterations(tools).run(alter));
    } else if (command instanceof SqlCommand.Truncate truncate) {
      underLock(() -> new FreeTables(tools).truncate(truncate));
    } else if (command instanceof SqlCommand.Vacuum vacuum) {
      try (PipelineLock lock = tools.lock().get()) {
        return Optional.of(at(vacuum.where(), () -> vacuum(vacuum)));
      }
    } else if (command instanceof SqlCommand.DropTable drop) {
      drop(drop);
    } else if (command instanceof SqlCommand.Undrop undrop) {
      undrop(undrop);
    } else if (command instanceof SqlCommand.Refresh refresh) {
      refresh(refresh);
    }
    return Optional.empty();
  }

  /** No update runs meanwhile, so no file of one that writes now is taken for a dead one. */
  private QueryResult vacuum(SqlCommand.Vacuum vacuum) {
    if (!tools.warehouse().exists(vacuum.name())) {
      throw new ProjectException(facts.notFound(vacuum.name()));
    }
    DeltaTable table = tools.warehouse().table(vacuum.name());
    Duration kept = table.retention();
    Duration retention = vacuum.retention().orElse(kept);
    if (retention.compareTo(kept) < 0 && !vacuum.isShortAllowed()) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.STATEMENT_NOT_ALLOWED,
                  "The table keeps files for readers of older versions for "
                      + kept.toHours()
                      + " hours; a shorter time breaks readers that are at work now.")
              .withFix(
                  "Leave RETAIN out; or, if nothing else reads the table, SET"
                      + " spark.databricks.delta.retentionDurationCheck.enabled = false first."));
    }
    Rows rows = new Rows("path STRING");
    if (vacuum.mode() == SqlCommand.VacuumMode.DRY_RUN) {
      table.deadFiles(retention).forEach(file -> rows.add(file.toUri().toString()));
    } else {
      table.deleteDeadFiles(retention);
      rows.add(table.path().toUri().toString());
    }
    return rows.result();
  }

  private void refresh(SqlCommand.Refresh refresh) {
    TableName name = refresh.name();
    Map<String, String> properties =
        tools
            .warehouse()
            .table(name)
            .findSnapshot()
            .orElseThrow(() -> new ProjectException(facts.notFound(name).at(refresh.where())))
            .properties();
    TableAlterations.checkKind(name, refresh.kind(), properties, "REFRESH", refresh.where());
    boolean isPlain = !refresh.full() && refresh.condition().isEmpty();
    if (isPlain && !properties.containsKey(TableNotes.IDENTITY)) {
      return; // Nothing of such a table is remembered that could be out of date.
    }
    UpdateRequest request = UpdateRequest.of(name.toString(), refresh.full(), refresh.condition());
    at(
        refresh.where(),
        () -> {
          if (refresh.waits()) {
            tools.refreshes().run(request);
          } else {
            tools.refreshes().begin(request);
          }
          return null;
        });
  }

  /** Puts a place to complaints that have none. */
  static <T> T at(SourceSpan where, Supplier<T> work) {
    try {
      return work.get();
    } catch (ProjectException e) {
      throw new ProjectException(
          e.problems().stream().map(p -> p.where().isPresent() ? p : p.at(where)).toList());
    }
  }

  private QueryResult query(SqlText text, int limit) {
    LogicalPlan plan = analyzed(text).plan();
    return at(
        text.span(),
        () -> {
          try {
            return tools.executor().apply(plan).collect(bound(plan, text, tools), limit);
          } catch (ProjectException e) {
            Problem problem = e.problems().get(0);
            throw new ProjectException(FailurePlaces.placed(problem, e, List.of(text)), e);
          }
        });
  }

  private AnalyzedQuery analyzed(SqlText text) {
    QueryAnalyzer analyzer = tools.analyzer().get();
    return at(text.span(), () -> analyzer.analyze(text, tools.scope().apply(analyzer)));
  }

  static BoundPlan bound(LogicalPlan plan, SqlText text, SessionTools tools) {
    Map<String, Slice> slices = new HashMap<>();
    for (SourceRelation relation : new AnalyzedQuery(plan).sources()) {
      slices.put(relation.id(), BatchInput.of(relation, tools.services()).slice());
    }
    return new BoundPlan(plan, slices, text.conf());
  }

  private QueryResult explain(SqlText text) {
    LogicalPlan plan = analyzed(text).plan();
    Executor executor = at(text.span(), () -> tools.executor().apply(plan));
    Rows rows = new Rows("plan STRING");
    rows.add("== Analyzed plan ==");
    plan.treeString().lines().forEach(rows::add);
    rows.add("== What the " + executor.name() + " engine runs ==");
    executor.explain(plan).stream().flatMap(String::lines).forEach(rows::add);
    return rows.result();
  }

  private void createFunction(SqlCommand.CreateFunction create) {
    TableName name = create.function().name();
    boolean exists = tools.functions().find(name).isPresent();
    if (exists && create.ifAbsent()) {
      return;
    }
    if (exists && !create.replace()) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.ROUTINE_ALREADY_EXISTS,
                  "The function " + name.quoted() + " exists already.")
              .at(create.where())
              .withFix("Write CREATE OR REPLACE FUNCTION."));
    }
    QueryAnalyzer analyzer = tools.analyzer().get();
    analyzer.check(create.function(), create.where(), tools.scope().apply(analyzer));
    tools.functions().put(create.function());
  }

  private void createView(SqlCommand.CreateView create) {
    if (create.isTemporary()) {
      temporary.create(create, FreeTables.view(create), lasting);
    } else {
      new FreeTables(lasting).createView(create);
    }
  }

  private void underLock(Runnable work) {
    try (PipelineLock lock = tools.lock().get()) {
      work.run();
    }
  }

  private void drop(SqlCommand.DropTable drop) {
    TableName name = drop.name();
    boolean isHere = current().equals(name.catalog() + "." + name.schema());
    if (isHere && temporary.drop(name)) {
      return;
    }
    if (!tools.warehouse().exists(name) && tools.views().remove(name)) {
      return;
    }
    if (!tools.warehouse().exists(name)) {
      if (!drop.ifExists()) {
        throw new ProjectException(facts.notFound(name).at(drop.where()));
      }
      return;
    }
    try (PipelineLock lock = tools.lock().get()) {
      tools.dropped().drop(name, tools.warehouse().pathOf(name), tools.services().stateOf(name));
    }
  }

  private void undrop(SqlCommand.Undrop undrop) {
    TableName name = undrop.name();
    if (tools.warehouse().exists(name)) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.TABLE_OWNED_BY_ANOTHER,
                  "There is a table " + name.quoted() + ", so none can come back to this name.")
              .at(undrop.where())
              .withFix("Drop the table that is there first."));
    }
    try (PipelineLock lock = tools.lock().get()) {
      boolean found =
          tools
              .dropped()
              .undrop(name, tools.warehouse().pathOf(name), tools.services().stateOf(name));
      if (!found) {
        throw new ProjectException(
            Problem.of(
                    ProblemCode.TABLE_OR_VIEW_NOT_FOUND,
                    "No table " + name.quoted() + " was dropped in the last 7 days.")
                .at(undrop.where())
                .withFix("Run the pipeline that defines it to make it anew."));
      }
    }
  }

  private Problem noFunction(TableName name, SourceSpan where) {
    List<String> known = new ArrayList<>();
    tools.functions().all().forEach(function -> known.add(function.name().table()));
    Problem problem =
        Problem.of(ProblemCode.UNRESOLVED_ROUTINE, "Function " + name.quoted() + " does not exist.")
            .at(where);
    return DidYouMean.closest(name.table(), known)
        .map(near -> problem.withFix("Did you mean " + near + "?"))
        .orElse(problem);
  }
}
