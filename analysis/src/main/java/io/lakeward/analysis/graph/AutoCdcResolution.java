/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.query.AnalyzedQuery;
import io.lakeward.analysis.query.FunctionLookup;
import io.lakeward.analysis.query.QueryAnalyzer;
import io.lakeward.model.pipeline.ColumnDefinition;
import io.lakeward.model.pipeline.ColumnSelection;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.NamedColumn;
import io.lakeward.model.pipeline.ScdType;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.analysis.TypeCoercion$;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/** Resolves the AUTO CDC flows into one target, which have to agree on how it is made. */
final class AutoCdcResolution {
  private final Dataset target;
  private final FunctionLookup functions;
  private final List<ChangeFlow> flows = new ArrayList<>();
  private final Map<ChangeFlow, SourceSpan> places = new LinkedHashMap<>();

  /**
   * @param queries the analyzed source of each flow, and where it stands
   * @param functions those that rules may call
   * @throws ProjectException with every problem found
   */
  AutoCdcResolution(Dataset target, Map<Flow, AnalyzedQuery> queries, FunctionLookup functions) {
    this.target = target;
    this.functions = functions;
    List<Problem> problems = new ArrayList<>();
    Flow changes =
        queries.keySet().stream().filter(f -> f.kind().isAutoCdc()).findFirst().orElseThrow();
    queries.forEach(
        (flow, query) -> {
          if (!flow.kind().isAutoCdc() && target.kind() == DatasetKind.MATERIALIZED_VIEW) {
            return; // Told as a second query of the view.
          }
          if (!flow.kind().isAutoCdc()) {
            problems.add(AutoCdcProblems.mixedFlows(flow, changes, target));
            return;
          }
          try {
            ChangeFlow bound = new ChangeFlow(flow, target, query, flow.query().span());
            flows.add(bound);
            places.put(bound, flow.query().span());
          } catch (ProjectException e) {
            problems.addAll(e.problems());
          }
        });
    flows.stream().skip(1).forEach(flow -> problems.addAll(differences(flow, flows.get(0))));
    problems.addAll(snapshotProblems());
    if (!problems.isEmpty()) {
      throw new ProjectException(problems);
    }
  }

  /** The columns of the target, those that AUTO CDC adds among them. */
  StructType schema() {
    checkDeclaredNames();
    Map<SourceSpan, AnalyzedQuery> given = new LinkedHashMap<>();
    places.forEach((flow, where) -> given.put(where, new AnalyzedQuery(flow.asTarget())));
    StructType schema = TargetColumns.of(target, given);
    checkAddedColumns(schema);
    return schema;
  }

  /** The flows, whose plans give changes as they are recorded. */
  List<ResolvedFlow> resolve(StructType schema) {
    ChangeTarget made = made(schema);
    StructType record = made.record();
    List<ResolvedFlow> resolved = new ArrayList<>();
    for (ChangeFlow flow : flows) {
      CatalystSession session =
          CatalystSession.of(QueryAnalyzer.sparkSettings(flow.flow().query()));
      LogicalPlan plan =
          session.within(
              () ->
                  RowShape.fit(
                      flow.asRecord(),
                      undeclared(),
                      record,
                      new ColumnValues(undeclared(), record, FunctionLookup.none()),
                      session.conf(),
                      place(flow)));
      resolved.add(
          new ResolvedFlow(
              flow.flow(),
              target,
              plan,
              schema,
              new AnalyzedQuery(plan).sources(),
              rules(plan, made),
              Optional.of(changes(plan, made)),
              Optional.empty()));
    }
    return resolved;
  }

  private SourceSpan place(ChangeFlow flow) {
    return flow.flow().query().span();
  }

  /** The target without its column list, which names other columns than the record has. */
  private Dataset undeclared() {
    return new Dataset(
        target.kind(),
        target.name(),
        List.of(),
        List.of(),
        target.comment(),
        target.properties(),
        target.partitionColumns(),
        target.clusterColumns(),
        target.isPrivate(),
        target.where(),
        Optional.empty());
  }

  private ChangeTarget made(StructType schema) {
    ChangeFlow first = flows.get(0);
    StructType columns = new StructType();
    for (StructField field : schema.fields()) {
      if (!isAdded(field.name())) {
        columns = columns.add(field);
      }
    }
    Set<String> keys =
        first.clauses().keys().stream().map(k -> fold(k.name())).collect(Collectors.toSet());
    List<String> all = List.of(columns.fieldNames());
    return new ChangeTarget(
        all.stream().filter(name -> keys.contains(fold(name))).toList(),
        first.clauses().scdType(),
        columns,
        common(ChangeFlow::sequenceType, "SEQUENCE BY"),
        first
            .systemType()
            .map(t -> common(f -> f.systemType().orElseThrow(), "SYSTEM SEQUENCE BY")),
        first.clauses().trackHistory(),
        first.clauses().ignoreNullUpdates(),
        first.clauses().columnsToUpdate().isPresent(),
        flows.stream().anyMatch(f -> f.clauses().truncateWhen().isPresent()),
        origin());
  }

  private ChangeTarget.Origin origin() {
    if (flows.stream().allMatch(ChangeFlow::isSnapshot)) {
      return ChangeTarget.Origin.SNAPSHOTS;
    }
    return flows.stream().anyMatch(ChangeFlow::isSnapshot)
        ? ChangeTarget.Origin.BOTH
        : ChangeTarget.Origin.STREAMS;
  }

  private boolean isAdded(String column) {
    return flows.get(0).clauses().scdType() != ScdType.TYPE_1
        && List.of(
                ChangeColumns.START_AT,
                ChangeColumns.END_AT,
                ChangeColumns.SYSTEM_START_AT,
                ChangeColumns.SYSTEM_END_AT)
            .stream()
            .anyMatch(column::equalsIgnoreCase);
  }

  private DataType common(java.util.function.Function<ChangeFlow, DataType> type, String clause) {
    ChangeFlow first = flows.get(0);
    DataType common = type.apply(first);
    for (ChangeFlow flow : flows) {
      Option<DataType> wider =
          common.equals(type.apply(flow))
              ? Option.apply(common)
              : TypeCoercion$.MODULE$.findTightestCommonType().apply(common, type.apply(flow));
      if (wider.isEmpty()) {
        throw new ProjectException(
            AutoCdcProblems.sequenceTypesDiffer(
                flow.flow(), first.flow(), type.apply(flow), common, flow.sequencePlace()));
      }
      common = wider.get();
    }
    return common;
  }

  private List<Problem> differences(ChangeFlow flow, ChangeFlow first) {
    List<Problem> problems = new ArrayList<>();
    SourceSpan where = flow.flow().where();
    if (!names(flow.clauses().keys()).equals(names(first.clauses().keys()))) {
      problems.add(
          AutoCdcProblems.flowsDisagree(
              flow.flow(), first.flow(), "KEYS", flow.clauses().keys().get(0).where()));
    }
    if (flow.clauses().scdType() != first.clauses().scdType()) {
      problems.add(AutoCdcProblems.flowsDisagree(flow.flow(), first.flow(), "STORED AS", where));
    }
    if (!same(flow.clauses().trackHistory(), first.clauses().trackHistory())) {
      problems.add(
          AutoCdcProblems.flowsDisagree(flow.flow(), first.flow(), "TRACK HISTORY ON", where));
    }
    ColumnSelection none = new ColumnSelection(ColumnSelection.Kind.LISTED, List.of());
    if (!same(
        flow.clauses().ignoreNullUpdates().orElse(none),
        first.clauses().ignoreNullUpdates().orElse(none))) {
      problems.add(
          AutoCdcProblems.flowsDisagree(flow.flow(), first.flow(), "IGNORE NULL UPDATES", where));
    }
    if (flow.clauses().columnsToUpdate().isPresent()
        != first.clauses().columnsToUpdate().isPresent()) {
      problems.add(
          AutoCdcProblems.flowsDisagree(flow.flow(), first.flow(), "COLUMNS TO UPDATE", where));
    }
    return problems;
  }

  private List<Problem> snapshotProblems() {
    List<Problem> problems = new ArrayList<>();
    List<Flow> snapshots =
        flows.stream().filter(ChangeFlow::isSnapshot).map(ChangeFlow::flow).toList();
    snapshots.stream()
        .skip(1)
        .forEach(f -> problems.add(AutoCdcProblems.secondSnapshot(f, snapshots.get(0), target)));
    if (!snapshots.isEmpty() && !target.expectations().isEmpty()) {
      problems.add(
          AutoCdcProblems.expectationsOnSnapshot(
              target, target.expectations().get(0).condition().span()));
    }
    return problems;
  }

  private static boolean same(ColumnSelection one, ColumnSelection other) {
    return one.kind() == other.kind() && names(one.columns()).equals(names(other.columns()));
  }

  private static Set<String> names(List<NamedColumn> columns) {
    return columns.stream().map(c -> fold(c.name())).collect(Collectors.toSet());
  }

  private void checkDeclaredNames() {
    Set<String> given = new HashSet<>();
    flows.forEach(f -> Plans.list(f.asTarget().output()).forEach(a -> given.add(fold(a.name()))));
    List<Problem> problems = new ArrayList<>();
    for (ColumnDefinition column : target.columns()) {
      if (column.value().isPresent()) {
        problems.add(AutoCdcProblems.valueOfColumn(target, column));
      }
      if (column.numbering().isPresent()) {
        problems.add(AutoCdcProblems.numberedColumn(target, column));
      }
      if (column.type().isEmpty() && !given.contains(fold(column.name()))) {
        problems.add(AutoCdcProblems.declaredName(target, column.name(), column.where()));
      }
    }
    if (!problems.isEmpty()) {
      throw new ProjectException(problems);
    }
  }

  private void checkAddedColumns(StructType schema) {
    if (target.columns().isEmpty() || flows.get(0).clauses().scdType() == ScdType.TYPE_1) {
      return;
    }
    DataType wanted = common(ChangeFlow::sequenceType, "SEQUENCE BY");
    List<Problem> problems = new ArrayList<>();
    List<String> given = new ArrayList<>();
    for (ChangeFlow flow : flows) {
      given.addAll(Plans.list(flow.asTarget().output()).stream().map(Attribute::name).toList());
    }
    for (String name : given.stream().distinct().toList()) {
      Optional<StructField> field =
          List.of(schema.fields()).stream()
              .filter(f -> f.name().equalsIgnoreCase(name))
              .findFirst();
      if (field.isEmpty()) {
        problems.add(GraphProblems.columnNotDeclared(target, name, place(flows.get(0))));
      } else if (name.equals(ChangeColumns.START_AT) || name.equals(ChangeColumns.END_AT)) {
        if (!StoredTypes.plain(field.get().dataType()).equals(wanted)) {
          SourceSpan where =
              target.columns().stream()
                  .filter(c -> c.name().equalsIgnoreCase(name))
                  .map(ColumnDefinition::where)
                  .findFirst()
                  .orElse(target.where());
          problems.add(
              AutoCdcProblems.declaredType(target, name, field.get().dataType(), wanted, where));
        }
      }
    }
    if (!problems.isEmpty()) {
      throw new ProjectException(problems);
    }
  }

  /**
   * The target's rules. A change that deletes brings no row, so it is measured only by rules that
   * look at nothing but keys.
   */
  private List<ResolvedExpectation> rules(LogicalPlan plan, ChangeTarget made) {
    List<Attribute> output = Plans.list(plan.output());
    List<Attribute> columns =
        output.stream().filter(a -> !a.name().startsWith(ChangeColumns.PREFIX)).toList();
    List<ResolvedExpectation> rules = new ArrayList<>();
    for (ResolvedExpectation rule : Expectations.resolve(target, columns, functions)) {
      boolean readsOnlyKeys =
          Plans.list(rule.condition().references().toSeq()).stream()
              .allMatch(a -> made.isKey(a.name()));
      Expression free =
          readsOnlyKeys
              ? isKind(output, ChangeColumns.TRUNCATE)
              : new Not(isKind(output, ChangeColumns.UPSERT));
      rules.add(new ResolvedExpectation(rule.expectation(), new Or(free, rule.condition())));
    }
    return rules;
  }

  private static ResolvedChanges changes(LogicalPlan plan, ChangeTarget made) {
    List<Attribute> output = Plans.list(plan.output());
    Expression hasKey = null;
    for (String key : made.keys()) {
      Expression present = new IsNotNull(column(output, key));
      hasKey = hasKey == null ? present : new And(hasKey, present);
    }
    Expression keyed = hasKey == null ? Literal.TrueLiteral() : hasKey;
    return new ResolvedChanges(
        made,
        new Or(isKind(output, ChangeColumns.TRUNCATE), keyed),
        made.systemType().isPresent()
            ? new And(
                new IsNotNull(column(output, ChangeColumns.SEQUENCE)),
                new IsNotNull(column(output, ChangeColumns.SYSTEM)))
            : new IsNotNull(column(output, ChangeColumns.SEQUENCE)));
  }

  private static Expression isKind(List<Attribute> output, int kind) {
    return new EqualTo(
        column(output, ChangeColumns.KIND), Literal.create(kind, DataTypes.IntegerType));
  }

  private static Attribute column(List<Attribute> output, String name) {
    return output.stream().filter(a -> a.name().equalsIgnoreCase(name)).findFirst().orElseThrow();
  }

  private static String fold(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
