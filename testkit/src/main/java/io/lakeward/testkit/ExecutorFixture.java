/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.testkit;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.plan.CheckedRows;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.autoloader.store.Stores;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.TransactionMark;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Expectation;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.pipeline.ViolationAction;
import io.lakeward.model.source.SourceFile;
import io.lakeward.tables.DeltaTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.AliasIdentifier;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import scala.collection.immutable.Seq;

/** An executor in a folder of its own, plans to run on it, and the table that they write. */
@SuppressWarnings("NullAway") // as in tests
public abstract class ExecutorFixture {
  /** The session's zone, which is neither the machine's nor UTC. */
  protected static final String ZONE = "America/Los_Angeles";

  protected static final TableName NAME = new TableName("main", "default", "target");

  protected static final TableName VIEW = new TableName("main", "default", "v");

  @TempDir protected Path folder;
  private final CatalystSession session =
      CatalystSession.of(Map.of("spark.sql.session.timeZone", ZONE));
  protected Executor executor;
  protected Path path;

  @BeforeEach
  void start() {
    path = folder.resolve("ta[r]get");
    executor =
        open(
            folder,
            new VolumePaths(
                folder.resolve("volumes"),
                folder,
                Stores.of(BucketFileSystem.settings(folder.resolve("stored")))));
  }

  @AfterEach
  void stop() {
    close(executor);
  }

  protected abstract Executor open(Path spill, VolumePaths paths);

  protected abstract void close(Executor opened);

  protected record Rule(String name, String condition, ViolationAction action) {}

  protected WriteResult append(
      String query, List<Rule> rules, String schema, @Nullable TransactionMark mark) {
    return write(true, query, rules, schema, mark, List.of());
  }

  protected WriteResult write(
      boolean append,
      String query,
      List<Rule> rules,
      String schema,
      TransactionMark mark,
      List<String> partitions) {
    WriteRequest request = request(path, query, rules, schema, mark, partitions);
    return append
        ? executor.append(request, WriteListener.none())
        : executor.overwrite(request, WriteListener.none());
  }

  protected WriteRequest request(
      Path target,
      String query,
      List<Rule> rules,
      String schema,
      TransactionMark mark,
      List<String> partitions) {
    LogicalPlan plan = analyze(query);
    return new WriteRequest(
        new BoundPlan(plan, Map.of()),
        rules.stream()
            .map(rule -> new RowRule(rule.name(), condition(rule, plan), rule.action()))
            .toList(),
        new WriteTarget(
            NAME, target, StructType.fromDDL(schema), partitions, Map.of(), Optional.empty()),
        Optional.ofNullable(mark));
  }

  private Expression condition(Rule rule, LogicalPlan rows) {
    return condition(rule.condition(), rows);
  }

  /** A condition over the columns of some rows. */
  protected Expression condition(String text, LogicalPlan rows) {
    Expression parsed = session.parser().parseExpression(text);
    return session
        .within(() -> (Filter) session.analyzer().execute(new Filter(parsed, rows)))
        .condition();
  }

  /**
   * A query that reads a view with rules, as often as it likes.
   *
   * @param query names the view {@code v}
   */
  protected LogicalPlan analyze(String query, String view, List<Rule> rules) {
    return session.within(
        () -> {
          LogicalPlan reading =
              Plans.transformUp(
                  session.parser().parsePlan(query),
                  node ->
                      node instanceof UnresolvedRelation relation && relation.name().equals("v")
                          ? checked(analyze(view), rules)
                          : node);
          LogicalPlan plan = session.analyzer().execute(reading);
          session.analyzer().checkAnalysis(plan);
          return plan;
        });
  }

  private LogicalPlan checked(LogicalPlan rows, List<Rule> rules) {
    List<Expectation> expectations = new ArrayList<>();
    List<Expression> conditions = new ArrayList<>();
    for (Rule rule : rules) {
      conditions.add(condition(rule, rows));
      SourceFile file = new SourceFile("view.sql", rule.condition());
      expectations.add(
          new Expectation(
              rule.name(),
              new SqlText(
                  file.span(0, rule.condition().length()),
                  rule.condition(),
                  VIEW.catalog(),
                  VIEW.schema(),
                  Map.of()),
              rule.action()));
    }
    return new SubqueryAlias(
        new AliasIdentifier("v", Plans.seq(List.of())),
        new CheckedRows(rows, Plans.seq(conditions), expectations, VIEW));
  }

  protected LogicalPlan analyze(String query) {
    return session.within(
        () -> {
          LogicalPlan plan = session.analyzer().execute(session.parser().parsePlan(query));
          session.analyzer().checkAnalysis(plan);
          return plan;
        });
  }

  protected static long sum(List<? extends Long> numbers) {
    return numbers.stream().mapToLong(Long::longValue).sum();
  }

  protected WriteTarget target(String schema, List<String> partitions) {
    return new WriteTarget(
        NAME, path, StructType.fromDDL(schema), partitions, Map.of(), Optional.empty());
  }

  protected BoundPlan json(String ddl, String text) throws IOException {
    Path file = folder.resolve("in.json");
    Files.writeString(file, text);
    StructType schema = StructType.fromDDL(ddl);
    return bound(schema, schema, file, Map.of());
  }

  protected static BoundPlan bound(
      StructType output, StructType schema, Path file, Map<String, String> options)
      throws IOException {
    Map<String, String> all = new java.util.HashMap<>(options);
    all.putIfAbsent("format", "json");
    FileSource source = new FileSource(file.toString(), all);
    SourceRelation relation =
        new SourceRelation(attributes(output), "f", new Source.Files(source, schema), false);
    List<DiscoveredFile> files =
        List.of(
            new DiscoveredFile(file, Files.size(file), Files.getLastModifiedTime(file).toMillis()));
    return new BoundPlan(relation, Map.of("f", new Slice.SourceFiles(source, schema, files)));
  }

  protected List<String> rows(BoundPlan plan) {
    return executor.collect(plan, 1000).rows().stream().map(ExecutorFixture::text).toList();
  }

  protected static Seq<Attribute> attributes(StructType schema) {
    return Plans.seq(Plans.list(DataTypeUtils.toAttributes(schema)));
  }

  protected static String text(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(ExecutorFixture::text).collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof Double number && number == Math.rint(number)) {
      return String.valueOf(number.longValue());
    }
    return String.valueOf(value);
  }

  protected List<String> rows(String ddl) {
    StructType schema = StructType.fromDDL(ddl);
    SourceRelation relation =
        new SourceRelation(attributes(schema), "s", new Source.Table(NAME, schema), false);
    Slice slice = new Slice.TableFiles(DeltaTable.at(path).snapshot().files(), schema);
    return executor.collect(new BoundPlan(relation, Map.of("s", slice)), 1000).rows().stream()
        .map(ExecutorFixture::text)
        .toList();
  }

  protected List<Path> parquetFiles() throws IOException {
    if (!Files.isDirectory(path)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(path)) {
      return files
          .filter(
              p ->
                  p.getFileName().toString().startsWith("part-")
                      && !p.toString().contains("_delta_log"))
          .toList();
    }
  }
}
