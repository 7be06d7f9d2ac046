/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.DeleteFromTable;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeIntoTable;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.plans.logical.UnresolvedWith;
import org.apache.spark.sql.catalyst.plans.logical.UpdateTable;
import org.apache.spark.sql.types.StructType;

/** Gives INSERT, UPDATE, DELETE and MERGE their meaning, as queries that give the new rows. */
public final class ChangeAnalyzer {
  private final QueryAnalyzer queries;
  private final Function<TableName, Map<String, String>> defaults;

  /**
   * @param defaults asked for the values of columns that a new row is not given, as SQL, by column
   *     in lower case
   */
  public ChangeAnalyzer(QueryAnalyzer queries, Function<TableName, Map<String, String>> defaults) {
    this.queries = queries;
    this.defaults = defaults;
  }

  /**
   * @param scope what names stand for
   * @throws ProjectException with every problem found
   */
  public AnalyzedChange analyze(SqlText text, NameScope scope) {
    SqlPlaces places = new SqlPlaces(text);
    CatalystSession session = Sessions.of(text, places);
    return QueryAnalyzer.guarded(session, places, () -> analyze(text, scope, session, places));
  }

  private AnalyzedChange analyze(
      SqlText text, NameScope scope, CatalystSession session, SqlPlaces places) {
    LogicalPlan parsed = session.parser().parsePlan(text.sql());
    if (parsed instanceof UnresolvedWith with && with.child() instanceof InsertIntoStatement) {
      throw new ProjectException(
          QueryProblems.notSupported(
              "WITH before INSERT",
              "Put WITH after the target: INSERT INTO t WITH … SELECT ….",
              places.start()));
    }
    if (parsed instanceof InsertIntoStatement insert) {
      return insert(insert, text, scope, session, places);
    }
    boolean isKnown =
        parsed instanceof DeleteFromTable
            || parsed instanceof UpdateTable
            || parsed instanceof MergeIntoTable;
    if (!isKnown) {
      throw new ProjectException(
          QueryProblems.notSupported(
              "This form of statement", "Write INSERT, UPDATE, DELETE or MERGE.", places.start()));
    }
    NameScope.Stored target =
        target(relation(parsed.children().apply(0)), text, scope, session, places);
    LogicalPlan analyzed = queries.analyze(parsed, text, scope, session, places);
    UnresolvedColumns.check(analyzed, session, places);
    Assignments assignments = new Assignments(target.name(), session, places);
    RowRewriter rewriter = new RowRewriter(target.name(), assignments, places);
    if (analyzed instanceof DeleteFromTable delete) {
      return rewriter.delete(delete);
    }
    if (analyzed instanceof UpdateTable update) {
      return rewriter.update(update);
    }
    Map<String, String> values = defaults.apply(target.name());
    return new MergeRewriter(
            target.name(),
            (MergeIntoTable) analyzed,
            assignments,
            places,
            field ->
                Optional.ofNullable(values.get(field.name().toLowerCase(Locale.ROOT)))
                    .map(value -> StoredRows.defaultOf(field, value, target.name(), text)))
        .rewrite();
  }

  private static UnresolvedRelation relation(LogicalPlan plan) {
    LogicalPlan node = plan;
    while (node instanceof SubqueryAlias alias) {
      node = alias.child();
    }
    return (UnresolvedRelation) node;
  }

  private static NameScope.Stored target(
      UnresolvedRelation relation,
      SqlText text,
      NameScope scope,
      CatalystSession session,
      SqlPlaces places) {
    TableReference reference =
        new SqlReferences(text, places, session).find(relation).orElseThrow();
    NameScope.Named named =
        scope
            .find(reference)
            .orElseThrow(
                () -> new ProjectException(QueryProblems.tableNotFound(reference, scope.known())));
    if (!(named instanceof NameScope.Stored stored)) {
      throw new ProjectException(QueryProblems.changeOfView(reference));
    }
    return stored;
  }

  private AnalyzedChange insert(
      InsertIntoStatement insert,
      SqlText text,
      NameScope scope,
      CatalystSession session,
      SqlPlaces places) {
    NameScope.Stored target = target(relation(insert.table()), text, scope, session, places);
    SourceSpan where = places.start();
    if (insert.overwrite() && target.policy().rowFilter().isPresent()) {
      throw new ProjectException(
          QueryProblems.notSupported(
              "INSERT OVERWRITE of a table with a row filter",
              "Write DELETE and then INSERT INTO: rows that you do not see stay then.",
              where));
    }
    boolean isDynamic =
        "dynamic".equalsIgnoreCase(text.conf().get("spark.sql.sources.partitionOverwriteMode"));
    if (insert.replaceCriteriaOpt().isDefined() || (insert.overwrite() && isDynamic)) {
      throw new ProjectException(
          QueryProblems.notSupported(
              "Replacing some rows with INSERT", "Write DELETE and then INSERT INTO.", where));
    }
    if (!insert.partitionSpec().isEmpty()) {
      throw new ProjectException(
          QueryProblems.notSupported(
              "INSERT INTO … PARTITION", "Give the partition's column in the query.", where));
    }
    LogicalPlan rows = queries.analyze(insert.query(), text, scope, session, places);
    UnresolvedColumns.check(rows, session, places);
    List<String> columns = Plans.list(insert.userSpecifiedCols());
    return new AnalyzedChange.Insert(
        target.name(),
        insert.byName()
            ? byName(rows, target.table().schema(), where)
            : byPosition(rows, columns, target.table().schema(), where),
        insert.overwrite());
  }

  private static LogicalPlan byName(LogicalPlan rows, StructType table, SourceSpan where) {
    for (Attribute column : Plans.list(rows.output())) {
      named(column.name(), table, where);
    }
    return rows;
  }

  private static LogicalPlan byPosition(
      LogicalPlan rows, List<String> columns, StructType table, SourceSpan where) {
    List<Attribute> given = Plans.list(rows.output());
    List<String> wanted = new ArrayList<>();
    if (columns.isEmpty()) {
      wanted.addAll(List.of(table.fieldNames()));
    } else {
      columns.forEach(column -> wanted.add(named(column, table, where)));
    }
    if (wanted.size() != given.size()) {
      throw new ProjectException(QueryProblems.insertArity(wanted, given.size(), where));
    }
    List<NamedExpression> renamed = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      renamed.add(Plans.named(given.get(i), wanted.get(i)));
    }
    return new Project(Plans.seq(renamed), rows);
  }

  private static String named(String column, StructType table, SourceSpan where) {
    Map<String, String> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String name : table.fieldNames()) {
      known.put(name, name);
    }
    String found = known.get(column);
    if (found == null) {
      throw new ProjectException(
          QueryProblems.columnNotFound(column, List.of(table.fieldNames()), where));
    }
    return found;
  }
}
