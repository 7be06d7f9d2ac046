/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import io.lakeward.analysis.query.FileSchemas;
import io.lakeward.analysis.query.TableLookup;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.ColumnDefinition;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.Expectation;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.FlowKind;
import io.lakeward.model.pipeline.PipelineDefinition;
import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.pipeline.ViolationAction;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.source.SourceFile;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;

/** A pipeline put together by hand, over tables and files that are declared, not read. */
final class TestPipeline implements TableLookup, FileSchemas {
  private final List<Dataset> datasets = new ArrayList<>();
  private final List<Flow> flows = new ArrayList<>();
  private final Map<TableName, StructType> tables = new HashMap<>();
  private final Problems problems = new Problems();
  private Map<String, String> conf = Map.of();
  private boolean isPrivate;

  static TableName name(String text) {
    String[] parts = text.split("\\.", -1);
    return switch (parts.length) {
      case 1 -> new TableName("main", "default", parts[0]);
      case 2 -> new TableName("main", parts[0], parts[1]);
      default -> new TableName(parts[0], parts[1], parts[2]);
    };
  }

  TestPipeline table(String name, String columns) {
    tables.put(name(name), StructType.fromDDL(columns));
    return this;
  }

  TestPipeline conf(Map<String, String> settings) {
    conf = settings;
    return this;
  }

  TestPipeline asPrivate() {
    isPrivate = true;
    return this;
  }

  TestPipeline mv(String name, String query) {
    return dataset(DatasetKind.MATERIALIZED_VIEW, name, List.of())
        .flow(FlowKind.REFRESH, name, name, query);
  }

  TestPipeline st(String name, String query) {
    return dataset(DatasetKind.STREAMING_TABLE, name, List.of())
        .flow(FlowKind.APPEND, name, name, query);
  }

  TestPipeline view(String name, String query) {
    return dataset(DatasetKind.VIEW, name, List.of()).flow(FlowKind.VIEW, name, name, query);
  }

  TestPipeline tempView(String name, String query) {
    return dataset(DatasetKind.TEMPORARY_VIEW, name, List.of())
        .flow(FlowKind.VIEW, name, name, query);
  }

  /**
   * @param columns as in {@code "x INT, y"}: name, and type where one is declared
   */
  TestPipeline dataset(DatasetKind kind, String name, List<String> columns, String... rules) {
    SourceFile file = new SourceFile(name + ".def.sql", name);
    List<ColumnDefinition> definitions = new ArrayList<>();
    for (String column : columns) {
      String[] parts = column.split(" ", 2);
      SourceFile columnFile = new SourceFile(name + ".columns.sql", column);
      boolean isRequired = column.endsWith(" NOT NULL");
      definitions.add(
          new ColumnDefinition(
              parts[0],
              parts.length > 1 ? Optional.of(parts[1].replace(" NOT NULL", "")) : Optional.empty(),
              !isRequired,
              Optional.empty(),
              columnFile.span(0, column.length())));
    }
    List<Expectation> expectations = new ArrayList<>();
    for (String rule : rules) {
      expectations.add(
          new Expectation(
              "r" + expectations.size(), sql(name + ".rule.sql", rule), ViolationAction.WARN));
    }
    datasets.add(
        new Dataset(
            kind,
            name(name),
            definitions,
            expectations,
            Optional.empty(),
            Map.of(),
            List.of(),
            List.of(),
            isPrivate,
            file.span(0, name.length()),
            Optional.empty()));
    isPrivate = false;
    return this;
  }

  TestPipeline flow(FlowKind kind, String name, String target, String query) {
    SqlText text = sql(name + ".sql", query);
    flows.add(new Flow(kind, name(name), name(target), text, Optional.empty(), text.span()));
    return this;
  }

  /** The SQL stands behind a comment line, so that places are not those of the text itself. */
  private SqlText sql(String path, String query) {
    String before = "-- x\n  ";
    SourceSpan span =
        new SourceFile(path, before + query + ";")
            .span(before.length(), before.length() + query.length());
    return new SqlText(span, query, "main", "default", conf);
  }

  ResolvedGraph resolve() {
    PipelineSettings settings =
        new PipelineSettings("p", "main", "default", Map.of(), Map.of(), List.of(), false, true);
    return new GraphResolver()
        .resolve(new PipelineDefinition(settings, datasets, flows), this, this, problems);
  }

  /** Resolves, and fails if there is a problem. */
  ResolvedGraph resolved() {
    ResolvedGraph graph = resolve();
    problems.throwIfAny();
    return graph;
  }

  List<Problem> problems() {
    resolve();
    return problems.sorted();
  }

  /** Each problem as {@code CODE file:line:column text at that place}. */
  List<String> complaints() {
    return problems().stream()
        .map(p -> p.code() + " " + p.where().map(w -> w + " " + w.text()).orElse(""))
        .toList();
  }

  List<ProblemCode> codes() {
    return problems().stream().map(Problem::code).toList();
  }

  Problem onlyProblem() {
    List<Problem> all = problems();
    if (all.size() != 1) {
      throw new AssertionError("expected one problem, found " + all);
    }
    return all.get(0);
  }

  @Override
  public Optional<StructType> find(TableName table) {
    return Optional.ofNullable(tables.get(table));
  }

  @Override
  public Collection<TableName> all() {
    return tables.keySet();
  }

  @Override
  public StructType schemaOf(
      io.lakeward.model.pipeline.FileSource source, boolean streaming, SourceSpan where) {
    return StructType.fromDDL("id BIGINT, name STRING");
  }
}
