/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.query.AnalyzedQuery;
import io.lakeward.analysis.query.RowExpressionAnalyzer;
import io.lakeward.model.name.SqlQuoting;
import io.lakeward.model.pipeline.AutoCdc;
import io.lakeward.model.pipeline.ColumnSelection;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.FlowKind;
import io.lakeward.model.pipeline.NamedColumn;
import io.lakeward.model.pipeline.ScdType;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.RowOrdering$;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.VariantType;

/** One AUTO CDC flow, bound to the rows of its source. */
final class ChangeFlow {
  private final Flow flow;
  private final AutoCdc clauses;
  private final Dataset target;
  private final LogicalPlan source;
  private final List<Attribute> row;
  private final List<Attribute> selected = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();
  private final Optional<Expression> sequence;
  private final Optional<Expression> systemSequence;
  private final Optional<Expression> deleteWhen;
  private final Optional<Expression> truncateWhen;

  /**
   * @throws ProjectException with everything that is wrong with the flow's clauses
   */
  ChangeFlow(Flow flow, Dataset target, AnalyzedQuery query, SourceSpan where) {
    this.flow = flow;
    this.clauses = flow.autoCdc().orElseThrow();
    this.target = target;
    this.row = Plans.list(query.plan().output());
    if (query.isStreaming() == isSnapshot()) {
      throw new ProjectException(
          isSnapshot()
              ? AutoCdcProblems.streamingSnapshot(flow, where)
              : AutoCdcProblems.batchSource(flow, where));
    }
    selectColumns(where);
    checkColumns();
    Optional<Expression> filter = bind(clauses.filter(), "WHERE", true);
    // The number of a snapshot is known when it is taken.
    sequence =
        isSnapshot()
            ? Optional.of(Literal.create(0L, DataTypes.LongType))
            : bind(clauses.sequence(), "SEQUENCE BY", false);
    systemSequence = bind(clauses.systemSequence(), "SYSTEM SEQUENCE BY", false);
    deleteWhen = bind(clauses.deleteWhen(), "APPLY AS DELETE WHEN", true);
    truncateWhen = bind(clauses.truncateWhen(), "APPLY AS TRUNCATE WHEN", true);
    clauses.sequence().ifPresent(text -> checkSequence(sequence, "SEQUENCE BY", text));
    clauses
        .systemSequence()
        .ifPresent(text -> checkSequence(systemSequence, "SYSTEM SEQUENCE BY", text));
    if (!problems.isEmpty()) {
      throw new ProjectException(problems);
    }
    source = filter.<LogicalPlan>map(f -> new Filter(f, query.plan())).orElse(query.plan());
  }

  Flow flow() {
    return flow;
  }

  AutoCdc clauses() {
    return clauses;
  }

  /** Whether the rows are a snapshot instead of changes. */
  boolean isSnapshot() {
    return flow.kind() == FlowKind.AUTO_CDC_SNAPSHOT;
  }

  /** The place of SEQUENCE BY, or of the flow if it has none. */
  SourceSpan sequencePlace() {
    return clauses.sequence().map(SqlText::span).orElse(flow.where());
  }

  DataType sequenceType() {
    return StoredTypes.plain(sequence.orElseThrow().dataType());
  }

  Optional<DataType> systemType() {
    return systemSequence.map(s -> StoredTypes.plain(s.dataType()));
  }

  /** The columns that the changes give to the target. */
  List<String> columns() {
    return selected.stream().map(Attribute::name).toList();
  }

  /** A plan whose output has the columns that the target will have. */
  LogicalPlan asTarget() {
    List<NamedExpression> items = new ArrayList<>(selected);
    if (clauses.scdType() != ScdType.TYPE_1) {
      items.add(Plans.named(sequence.orElseThrow(), ChangeColumns.START_AT));
      items.add(Plans.named(sequence.orElseThrow(), ChangeColumns.END_AT));
    }
    systemSequence.ifPresent(
        system -> {
          items.add(Plans.named(system, ChangeColumns.SYSTEM_START_AT));
          items.add(Plans.named(system, ChangeColumns.SYSTEM_END_AT));
        });
    return new Project(Plans.seq(items), source);
  }

  /** A plan whose output is the change as it is recorded. */
  LogicalPlan asRecord() {
    List<NamedExpression> items = new ArrayList<>(selected);
    items.add(Plans.named(sequence.orElseThrow(), ChangeColumns.SEQUENCE));
    systemSequence.ifPresent(system -> items.add(Plans.named(system, ChangeColumns.SYSTEM)));
    Expression kind = kind();
    items.add(Plans.named(kind, ChangeColumns.KIND));
    items.add(Plans.named(tie(), ChangeColumns.TIE));
    if (isSnapshot()) {
      items.add(Plans.named(Literal.TrueLiteral(), ChangeColumns.SNAPSHOT));
    }
    clauses
        .columnsToUpdate()
        .ifPresent(column -> items.add(Plans.named(carried(column), ChangeColumns.CARRIED)));
    return new Project(Plans.seq(items), source);
  }

  private Expression kind() {
    Expression kind = literal(ChangeColumns.UPSERT);
    if (deleteWhen.isPresent()) {
      kind = new If(deleteWhen.get(), literal(ChangeColumns.DELETE), kind);
    }
    return truncateWhen.isPresent()
        ? new If(truncateWhen.get(), literal(ChangeColumns.TRUNCATE), kind)
        : kind;
  }

  /** Depends on the content alone, so that equal changes are equal in any order of arrival. */
  private Expression tie() {
    ContentHash hash = new ContentHash();
    for (Attribute column : selected) {
      if (clauses.keys().stream().noneMatch(key -> key.name().equalsIgnoreCase(column.name()))) {
        hash.add(SqlQuoting.quote(column.name()), column.dataType());
      }
    }
    clauses
        .columnsToUpdate()
        .ifPresent(column -> hash.add(carriedNames(column), DataTypes.StringType));
    return RowExpressionAnalyzer.analyze(ownText(hash.sql()), row, "KEYS");
  }

  private Expression carried(NamedColumn column) {
    return RowExpressionAnalyzer.analyze(ownText(carriedNames(column)), row, "COLUMNS TO UPDATE");
  }

  private static String carriedNames(NamedColumn column) {
    return "('\\n' || lower(array_join(%s, '\\n')) || '\\n')"
        .formatted(SqlQuoting.quote(column.name()));
  }

  private SqlText ownText(String sql) {
    SqlText query = flow.query();
    return new SqlText(query.span(), sql, query.catalog(), query.schema(), java.util.Map.of());
  }

  private void selectColumns(SourceSpan where) {
    ColumnSelection columns = clauses.columns();
    checkKnown(columns.columns(), "COLUMNS", row);
    if (columns.kind() == ColumnSelection.Kind.LISTED) {
      columns.columns().forEach(c -> find(c.name(), row).ifPresent(selected::add));
    } else {
      row.stream().filter(a -> columns.includes(a.name())).forEach(selected::add);
    }
    for (Attribute column : selected) {
      if (isReserved(column.name())) {
        problems.add(AutoCdcProblems.reservedColumn(target, column.name(), where));
      }
    }
  }

  private boolean isReserved(String column) {
    boolean isAdded =
        clauses.scdType() != ScdType.TYPE_1
            && Stream.of(
                    ChangeColumns.START_AT,
                    ChangeColumns.END_AT,
                    ChangeColumns.SYSTEM_START_AT,
                    ChangeColumns.SYSTEM_END_AT)
                .anyMatch(column::equalsIgnoreCase);
    return isAdded || column.toLowerCase(Locale.ROOT).startsWith(ChangeColumns.PREFIX);
  }

  private void checkColumns() {
    for (NamedColumn key : clauses.keys()) {
      Optional<Attribute> column = find(key.name(), row);
      if (column.isEmpty()) {
        checkKnown(List.of(key), "KEYS", row);
      } else if (find(key.name(), selected).isEmpty()) {
        problems.add(AutoCdcProblems.keyLeftOut(key));
      } else if (!isKeyType(column.get().dataType())) {
        problems.add(AutoCdcProblems.keyType(key, column.get().dataType()));
      }
    }
    clauses.ignoreNullUpdates().ifPresent(columns -> checkSelected(columns, "IGNORE NULL UPDATES"));
    checkSelected(clauses.trackHistory(), "TRACK HISTORY ON");
    clauses.columnsToUpdate().ifPresent(this::checkColumnsToUpdate);
    if (clauses.scdType() != ScdType.TYPE_1) {
      for (Attribute column : selected) {
        boolean isTracked =
            clauses.trackHistory().includes(column.name())
                && clauses.keys().stream().noneMatch(k -> k.name().equalsIgnoreCase(column.name()));
        if (isTracked && !ContentHash.isHashable(column.dataType())) {
          problems.add(AutoCdcProblems.mapTracked(target, column.name(), flow.where()));
        }
      }
    }
  }

  private static boolean isKeyType(DataType type) {
    return type instanceof AtomicType && !(type instanceof VariantType);
  }

  private void checkColumnsToUpdate(NamedColumn column) {
    checkKnown(List.of(column), "COLUMNS TO UPDATE", row);
    find(column.name(), row)
        .map(Attribute::dataType)
        .filter(
            type -> !(type instanceof ArrayType array && array.elementType() instanceof StringType))
        .ifPresent(type -> problems.add(AutoCdcProblems.columnsToUpdateType(column, type)));
  }

  private void checkSelected(ColumnSelection selection, String clause) {
    checkKnown(selection.columns(), clause, row);
    for (NamedColumn column : selection.columns()) {
      if (find(column.name(), row).isPresent() && find(column.name(), selected).isEmpty()) {
        problems.add(AutoCdcProblems.columnLeftOut(column, clause));
      }
    }
  }

  private void checkKnown(List<NamedColumn> columns, String clause, List<Attribute> among) {
    List<String> known = among.stream().map(Attribute::name).toList();
    for (NamedColumn column : columns) {
      if (find(column.name(), among).isEmpty()) {
        problems.add(AutoCdcProblems.columnNotFound(column, clause, known));
      }
    }
  }

  private void checkSequence(Optional<Expression> bound, String clause, SqlText text) {
    bound
        .map(Expression::dataType)
        .filter(
            type ->
                !RowOrdering$.MODULE$.isOrderable(type)
                    || StoredTypes.notStorable(type).isPresent()
                    || hasUnstorableName(type))
        .ifPresent(
            type -> problems.add(AutoCdcProblems.sequenceNotOrderable(type, clause, text.span())));
  }

  private static boolean hasUnstorableName(DataType type) {
    return StoredTypes.notStorableName(
            new StructField("s", type, true, org.apache.spark.sql.types.Metadata.empty()))
        .isPresent();
  }

  private Optional<Expression> bind(Optional<SqlText> text, String clause, boolean isCondition) {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          isCondition
              ? RowExpressionAnalyzer.condition(text.get(), row, clause)
              : RowExpressionAnalyzer.analyze(text.get(), row, clause));
    } catch (ProjectException e) {
      problems.addAll(e.problems());
      return Optional.empty();
    }
  }

  private static Optional<Attribute> find(String name, List<Attribute> among) {
    return among.stream().filter(a -> a.name().equalsIgnoreCase(name)).findFirst();
  }

  private static Expression literal(int value) {
    return Literal.create(value, DataTypes.IntegerType);
  }
}
