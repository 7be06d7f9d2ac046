/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.SqlFunction;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.analysis.CTESubstitution$;
import org.apache.spark.sql.catalyst.expressions.CurrentCatalog;
import org.apache.spark.sql.catalyst.expressions.CurrentDatabase;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.PipeOperator;
import org.apache.spark.sql.catalyst.optimizer.InlineCTE;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.WithCTE;
import org.apache.spark.sql.types.DataTypes;

/**
 * Gives queries their meaning, in two steps: {@link #parse} understands the syntax and tells which
 * tables are read, {@link #analyze(ParsedQuery, NameScope)} binds every name and checks every type.
 *
 * <p>What Lakeflow's SQL has beyond Spark's is put into Spark's terms in between: {@code
 * LIVE.name}, {@code read_files} and {@code cloud_files}, {@code column:path} on JSON text.
 */
public final class QueryAnalyzer {
  private final FileSchemas files;
  private final FunctionLookup functions;

  /** For queries that call no functions but Spark's. */
  public QueryAnalyzer(FileSchemas files) {
    this(files, FunctionLookup.none());
  }

  public QueryAnalyzer(FileSchemas files, FunctionLookup functions) {
    this.files = files;
    this.functions = functions;
  }

  /** The Spark settings in force for a query, as a session takes them. */
  public static Map<String, String> sparkSettings(SqlText query) {
    return Sessions.settings(query);
  }

  /**
   * Both steps.
   *
   * @throws ProjectException with every problem found
   */
  public AnalyzedQuery analyze(SqlText query, NameScope scope) {
    return analyze(parse(query), scope);
  }

  /**
   * Understands the syntax.
   *
   * @throws ProjectException with every problem found
   */
  public ParsedQuery parse(SqlText query) {
    SqlPlaces places = new SqlPlaces(query);
    CatalystSession session = Sessions.of(query, places);
    return guarded(session, places, () -> parse(query, session, places));
  }

  private ParsedQuery parse(SqlText query, CatalystSession session, SqlPlaces places) {
    LogicalPlan parsed = session.parser().parseQuery(query.sql());
    FunctionCalls calls =
        new FunctionCalls(functions, session, places, query.catalog(), query.schema());
    LogicalPlan plan = calls.expand(CTESubstitution$.MODULE$.apply(parsed));
    List<Problem> unsupported = UnsupportedSyntax.find(plan, session, places);
    if (!unsupported.isEmpty()) {
      throw new ProjectException(unsupported);
    }
    return new ParsedQuery(query, plan, new SqlReferences(query, places, session).tables(plan));
  }

  /**
   * Binds the names of a query and checks its types.
   *
   * @throws ProjectException with every problem found
   */
  public AnalyzedQuery analyze(ParsedQuery query, NameScope scope) {
    SqlPlaces places = new SqlPlaces(query.text());
    CatalystSession session = Sessions.of(query.text(), places);
    return guarded(
        session,
        places,
        () -> {
          SqlReferences references = new SqlReferences(query.text(), places, session);
          NameBinder binder =
              new NameBinder(
                  scope,
                  references,
                  new FileCalls(files, places, session),
                  new EventLogCalls(scope, references, places, session),
                  new FileStateCalls(query.text(), scope, references, places, session),
                  new RowPolicies(
                      new FunctionCalls(
                          functions,
                          session,
                          places,
                          query.text().catalog(),
                          query.text().schema()),
                      session));
          LogicalPlan analyzed =
              FunctionQueries.settled(session.analyzer().execute(binder.bind(query.plan())));
          UnresolvedColumns.check(analyzed, session, places);
          return new AnalyzedQuery(placed(withoutSyntax(analyzed), query.text()));
        });
  }

  /**
   * Looks whether a function makes sense.
   *
   * @throws ProjectException with every problem found
   */
  public void check(SqlFunction function, SourceSpan where) {
    check(function, where, NameScope.ofTables(TableLookup.none()));
  }

  /** The same for a function that may read the tables of a scope. */
  public void check(SqlFunction function, SourceSpan where, NameScope scope) {
    String nulls =
        function.parameters().stream()
            .map(parameter -> "CAST(NULL AS " + parameter.type() + ")")
            .collect(Collectors.joining(", "));
    String called = function.name().quoted() + "(" + nulls + ")";
    String sql = "SELECT " + (function.givesRows() ? "* FROM " + called : called);
    SqlText call =
        new SqlText(where, sql, function.name().catalog(), function.name().schema(), Map.of());
    FunctionLookup withIt =
        new FunctionLookup() {
          @Override
          public Optional<SqlFunction> find(TableName name) {
            return name.equals(function.name()) ? Optional.of(function) : functions.find(name);
          }

          @Override
          public Collection<TableName> all() {
            return functions.all();
          }

          @Override
          public Reader reader() {
            return functions.reader();
          }
        };
    try {
      new QueryAnalyzer(files, withIt).analyze(call, scope);
    } catch (ProjectException e) {
      throw new ProjectException(
          e.problems().stream()
              .map(problem -> ofFunction(problem, function).at(where))
              .distinct()
              .toList());
    }
  }

  /** A parameter that is not found is one that is too deep in the function's query. */
  private static Problem ofFunction(Problem problem, SqlFunction function) {
    boolean isParameter =
        problem.code() == ProblemCode.UNRESOLVED_COLUMN
            && function.parameters().stream()
                .anyMatch(p -> problem.message().contains("`" + p.name() + "` cannot"));
    return isParameter ? QueryProblems.parameterInSubquery(problem) : problem;
  }

  /** Binds and analyzes a parsed statement or a part of one; it is not checked yet. */
  LogicalPlan analyze(
      LogicalPlan parsed,
      SqlText text,
      NameScope scope,
      CatalystSession session,
      SqlPlaces places) {
    FunctionCalls calls =
        new FunctionCalls(functions, session, places, text.catalog(), text.schema());
    LogicalPlan expanded = calls.expand(CTESubstitution$.MODULE$.apply(parsed));
    List<Problem> unsupported = UnsupportedSyntax.find(expanded, session, places);
    if (!unsupported.isEmpty()) {
      throw new ProjectException(unsupported);
    }
    SqlReferences references = new SqlReferences(text, places, session);
    NameBinder binder =
        new NameBinder(
            scope,
            references,
            new FileCalls(files, places, session),
            new EventLogCalls(scope, references, places, session),
            new FileStateCalls(text, scope, references, places, session),
            new RowPolicies(calls, session));
    return withoutSyntax(
        FunctionQueries.settled(session.analyzer().execute(binder.bind(expanded))));
  }

  /** {@code current_catalog()} and {@code current_schema()} are those of the text. */
  private static LogicalPlan placed(LogicalPlan plan, SqlText text) {
    return Plans.transformExpressions(
        plan,
        part -> {
          if (part instanceof CurrentCatalog) {
            return Literal.create(text.catalog(), DataTypes.StringType);
          }
          return part instanceof CurrentDatabase
              ? Literal.create(text.schema(), DataTypes.StringType)
              : part;
        });
  }

  /** Without nodes that only tell how the query was written. */
  private static LogicalPlan withoutSyntax(LogicalPlan plan) {
    boolean[] found = {false, false};
    Plans.forEach(
        plan,
        node -> {
          found[0] |= node instanceof WithCTE;
          found[1] |= node instanceof PipeOperator;
        });
    LogicalPlan inlined = found[0] ? new InlineCTE(true, false).apply(plan) : plan;
    return found[1]
        ? Plans.transformUp(
            inlined, node -> node instanceof PipeOperator pipe ? pipe.child() : node)
        : inlined;
  }

  /** The one place where Spark's complaints about a query become problems. */
  static <T> T guarded(CatalystSession session, SqlPlaces places, Supplier<T> work) {
    try {
      return session.within(work);
    } catch (ProjectException e) {
      throw e;
    } catch (StackOverflowError | Exception e) { // Scala throws checked exceptions undeclared
      throw new ProjectException(SparkComplaints.toProblem(e, places), e);
    }
  }
}
